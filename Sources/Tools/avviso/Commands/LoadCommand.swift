#if SYSTEM_IMMUNI || SYSTEM_CORONAWARN || SYSTEM_ASSOCIATION
    import ArgumentParser
    import LoadModel
    import ExposurePrimitives
    import LoadGeneration
    import PhonePorts
    import WireFormat

    struct LoadCommand: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "load",
            abstract: "Send a day of many phones to servers on this machine, and measure the answers.",
            discussion: """
                The day of avviso plan is compressed into minutes. Every request leaves at its planned time, whatever \
                became of earlier ones, and its time counts from then. What phones do follows from the settings in force \
                in --data, and from the published ones without it. The servers must be on 127.0.0.0/8 or [::1]. The \
                requests write into their databases: use databases for trying out. make load starts such servers and \
                runs this command; docs/load.md explains the figures and the picture.

                A host of the phones has the address of its listener, --public or --internal, unless --host names \
                others. Several addresses take turns.

                Exit code 1 says that a request had no answer or another one than expected, or that this command itself \
                was late. The report is printed in any case.

                Examples:
                  avviso load --workflow immuni --public http://127.0.0.1:8080 --internal http://127.0.0.1:8081
                  avviso load --workflow immuni --public http://127.0.0.1:8080 --internal http://127.0.0.1:8081 \
                      --data data --host upload=http://127.0.0.1:8090 --host upload=http://127.0.0.1:8092 --minutes 10 \
                      --picture load.svg
                """
        )

        @OptionGroup var day: LoadDayOptions
        @OptionGroup var people: PeopleOptions
        @OptionGroup var settings: DataOptions
        @OptionGroup var addresses: LoadAddressOptions
        @OptionGroup var systems: LoadSystemOptions
        @Option(help: ArgumentHelp("Make this visit alone (may be repeated): avviso plan --visits.", valueName: "name"))
        var only: [String] = []
        @Option(help: "The length of the compressed day in minutes, from 0.05 to 1440.") var minutes = 3.0
        @Option(help: "The seed of all times and draws.") var seed: UInt64 = 1
        @Option(help: "Requests that may wait for their answers at the same time. A further one is a failure.")
        var maxInFlight = 1000
        @Option(help: "Seconds to wait for an answer.") var timeout: Int64 = 20
        @Option(help: "Milliseconds by which one request in a hundred may leave late in a valid run.")
        var maxLateness = 50
        @Option(help: ArgumentHelp("Write a picture.", valueName: "svg")) var picture: String?
        @OptionGroup var force: ForceOption
        @Flag(help: "Print the report as one JSON object, for programs.") var json = false

        func validate() throws {
            guard (0.05...1440).contains(minutes), (1...20_000).contains(maxInFlight), (1...3600).contains(timeout),
                (0...3_600_000).contains(maxLateness)
            else {
                throw ValidationError(
                    "--minutes must be from 0.05 to 1440, --max-in-flight from 1 to 20000, --timeout from 1 to 3600, "
                        + "--max-lateness from 0 to 3600000."
                )
            }
            _ = try day.question(people)
        }

        func perform() async throws {
            let workflows = try await systems.workflows(seed: seed, by: settings)
            let servers = try addresses.servers(for: workflows)
            _ = OpenFileLimit.raise()
            let transport = RotatingTransport(servers, timeout: timeout, connections: maxInFlight)
            let run = LoadRun(
                workflows: workflows,
                question: try day.question(people),
                atLeast: day.atLeast,
                only: Set(only),
                seconds: minutes * 60,
                seed: seed,
                maxInFlight: maxInFlight,
                maxLateness: .milliseconds(maxLateness)
            )
            let report: LoadReport
            do {
                report = try await stoppingOnInterrupt { try await run.report(from: transport) }
            } catch {
                try? await transport.shutDown()
                throw error
            }
            try await transport.shutDown()
            try show(report)
        }

        private func show(_ report: LoadReport) throws {
            if let picture {
                try OutputFile(picture, force).write(LoadPicture(report).svg.utf8)
            }
            if json {
                Terminal.say(report.json.line)
            } else {
                Terminal.say(TextTable.lines(report.requestRows))
                Terminal.say(TextTable.lines(report.timeRows))
                Terminal.say(report.latenessLine)
            }
            for problem in report.problems {
                Terminal.complain("avviso: \(problem)")
            }
            guard report.problems.isEmpty else {
                throw ExitCode.failure
            }
        }
    }
#endif
