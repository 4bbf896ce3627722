#if SYSTEM_IMMUNI || SYSTEM_CORONAWARN || SYSTEM_ASSOCIATION
    import ArgumentParser
    import LoadModel
    import LoadGeneration
    import WireFormat

    /// What people do, for `avviso plan` and `avviso load`.
    struct PeopleOptions: ParsableArguments {
        @Option(help: "People with a test for each with something to share.")
        var testsPerCase = CapacityQuestion().testsPerCase
        @Option(help: "How often the app is opened on a day.") var openings = CapacityQuestion().openings
        @Option(help: "Seconds of an opening.") var openingSeconds = CapacityQuestion().openingSeconds
        @Option(help: "Phones that are new on the day, as a share of all.") var newPhones = CapacityQuestion().newPhones
        @Option(help: "The busiest part of the day by the mean, from 1 to 20.") var peak = CapacityQuestion().peak

        /// The numbers as a question; `more` sets those of other options.
        func question(_ more: (inout CapacityQuestion) -> Void) throws -> CapacityQuestion {
            var question = CapacityQuestion()
            (question.testsPerCase, question.newPhones, question.peak) = (testsPerCase, newPhones, peak)
            (question.openings, question.openingSeconds) = (openings, openingSeconds)
            more(&question)
            do {
                try question.check()
            } catch {
                throw ValidationError("--\(error)")
            }
            return question
        }
    }

    /// The day of a load. Its numbers are for one machine, and not for a country.
    struct LoadDayOptions: ParsableArguments {
        @Option(help: "Phones of each system.") var phones = 400.0
        @Option(help: "People who share their keys or report on the day, in each system.") var casesPerDay = 40.0

        @Option(
            help: "Visits of every kind on the day, at least, so that rare ones are measured too. See docs/load.md."
        )
        var atLeast = 20.0

        func validate() throws {
            guard (1...1e6).contains(phones), (0...1e6).contains(atLeast) else {
                throw ValidationError("--phones must be from 1 to 1000000, and --at-least from 0 to 1000000.")
            }
        }

        func question(_ people: PeopleOptions) throws -> CapacityQuestion {
            try people.question { ($0.phones, $0.cases) = (phones, casesPerDay) }
        }
    }

    /// The servers under load.
    struct LoadAddressOptions: ParsableArguments {
        @Option(
            name: .customLong("public"),
            help: ArgumentHelp("A public listener (may be repeated).", valueName: "url")
        )
        var publicURL: [ServerURL] = []

        @Option(
            name: .customLong("internal"),
            help: ArgumentHelp("An internal listener (may be repeated).", valueName: "url")
        )
        var internalURL: [ServerURL] = []

        @Option(help: ArgumentHelp("A process of one host (may be repeated).", valueName: "name=url"))
        var host: [NamedServer] = []

        func servers(for workflows: [any LoadWorkflow]) throws -> LoadServers {
            let hosts = workflows.reduce(into: [:]) { $0.merge($1.hosts) { first, _ in first } }
            do {
                return try LoadServers(
                    for: hosts,
                    listeners: [.public: publicURL, .internal: internalURL],
                    named: Dictionary(grouping: host, by: \.name).mapValues { $0.map(\.url) }
                )
            } catch {
                throw ValidationError("\(error)")
            }
        }
    }

    /// An address of a host, as `upload=http://127.0.0.1:8080`.
    struct NamedServer: ExpressibleByArgument {
        let name: String
        let url: ServerURL

        init?(argument: String) {
            let parts = argument.split(separator: "=", maxSplits: 1)
            guard parts.count == 2, let url = ServerURL(parts[1]) else {
                return nil
            }
            name = String(parts[0])
            self.url = url
        }
    }
#endif
