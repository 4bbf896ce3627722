#if SYSTEM_IMMUNI || SYSTEM_CORONAWARN || SYSTEM_ASSOCIATION
    import ArgumentParser
    import LoadModel
    import LoadGeneration
    import WireFormat

    /// The numbers of `avviso plan` from which the day follows. They are for one machine, and not for a country.
    struct LoadDayOptions: ParsableArguments {
        @Option(help: "Phones of each system.") var phones = 400.0
        @Option(help: "The share of phones that ask the server on a day, from 0 to 1.") var activeShare = 1.0
        @Option(help: "People who share their keys on the day, in each system.") var casesPerDay = 40.0
        @Option(help: "Download requests of a phone on the day.")
        var downloadsPerDay = CapacityQuestion().downloadsPerDay
        @Option(help: "Invented uploads of a phone on the day.") var coverPerDay = CapacityQuestion().coverPerDay
        @Option(help: "The busiest part of the day by the mean, from 1 to 20.") var peak = CapacityQuestion().peak

        @Option(
            help: "Events of every kind on the day, at least, so that rare ones are measured too. See docs/load.md."
        )
        var atLeast = 20.0

        func validate() throws {
            guard (1...20).contains(peak), (1...1e6).contains(phones), (0...1e6).contains(atLeast) else {
                throw ValidationError(
                    "--peak must be from 1 to 20, --phones from 1 to 1000000, and --at-least from 0 to 1000000."
                )
            }
            do {
                _ = try CapacityPlan(question)
            } catch {
                throw ValidationError("--\(error)")
            }
        }

        func visits() throws -> DayOfVisits { DayOfVisits(try CapacityPlan(question), atLeast: atLeast) }

        private var question: CapacityQuestion {
            var question = CapacityQuestion()
            (question.phones, question.activeShare, question.casesPerDay) = (phones, activeShare, casesPerDay)
            (question.downloadsPerDay, question.coverPerDay, question.peak) = (downloadsPerDay, coverPerDay, peak)
            return question
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
