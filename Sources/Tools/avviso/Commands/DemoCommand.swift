#if SYSTEM_IMMUNI || SYSTEM_CORONAWARN || SYSTEM_ASSOCIATION
    import ArgumentParser
    import DemoServing
    import ExposurePrimitives
    import Foundation
    import PhonePage
    import ServiceKit
    import StoryKit
    import UnixSignals

    #if SYSTEM_IMMUNI
        import ImmuniDemo
        import ImmuniStory
    #endif
    #if SYSTEM_CORONAWARN
        import CoronaWarnDemo
        import CoronaWarnStory
    #endif
    #if SYSTEM_ASSOCIATION
        import AssociationDemo
        import AssociationStory
    #endif
    #if SYSTEM_IMMUNI && SYSTEM_CORONAWARN
        import RealmsStory
    #endif

    /// A story that the demo tells.
    enum DemoWorkflow: String, CaseIterable, ExpressibleByArgument {
        #if SYSTEM_IMMUNI
            case immuni
        #endif
        #if SYSTEM_CORONAWARN
            case cwa
        #endif
        #if SYSTEM_ASSOCIATION
            case association
        #endif
    }

    struct DemoCommand: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "demo",
            abstract: "See the core flow end to end: one person tests positive, and the phone they met finds out.",
            discussion: """
                Starts all services on loopback with a fresh database, and simulated phones that use them over https. \
                The servers, the cryptography and the phones' logic are real; the radio and the clock are simulated. \
                Exits with 0 only if every outcome is the one that the rules require.

                --workflow cwa tells Corona-Warn's story: a code is scanned, the laboratory sends the result, and the \
                phone that was near is warned. With --mishap something goes wrong with the upload. stopped-server: the \
                phone sends once the servers are back. expired-tan: it takes another TAN without a question. lost-answer: \
                it sends the same bytes again.

                --workflow association tells the story with an authority: phones exchange tickets, one person reports, \
                and the authority checks every contact. It refuses a stolen ticket, an invented person and a ticket \
                that comes twice, and it holds a report that would warn a crowd.

                --realms hosts two countries in one process, each as a realm with its own database, keys and listeners. \
                A key travels in each, and nothing of one is in the other.

                Examples:
                  avviso demo
                  avviso demo --minutes 5
                  avviso demo --seed 7 --keep
                  avviso demo --workflow cwa
                  avviso demo --workflow cwa --mishap lost-answer
                  avviso demo --workflow association
                  avviso demo --realms
                  avviso demo --phones
                  avviso demo --phones --workflow cwa
                  avviso demo --phones --workflow association
                """
        )

        @Option(
            help: ArgumentHelp(
                "The app and servers: \(DemoWorkflow.allCases.map(\.rawValue).joined(separator: ", ")); "
                    + "by default \(standardWorkflow.rawValue).",
                valueName: "name"
            )
        )
        var workflow = standardWorkflow

        @Option(help: "How many minutes the two people meet, 1 to 600; by default \(standardMinutes).")
        var minutes: Int?

        @Option(help: "The seed of the simulated radio; by default a new one, which is printed.") var seed: UInt64?

        @Option(
            help: ArgumentHelp(
                "A public key (PEM) to build into the phones instead of the servers' own.",
                valueName: "file"
            )
        )
        var publicKey: String?

        #if SYSTEM_CORONAWARN
            @Option(
                help: ArgumentHelp(
                    "What goes wrong in the story of cwa: "
                        + "\(StoryMishap.allCases.map(\.rawValue).joined(separator: ", ")).",
                    valueName: "name"
                )
            )
            var mishap: StoryMishap?
        #endif

        #if SYSTEM_IMMUNI && SYSTEM_CORONAWARN
            @Flag(help: "Tell the stories of immuni and cwa in two realms of one process instead.") var realms = false
        #endif

        @Flag(help: "Leave the servers running on the moved clock until Ctrl-C.") var keep = false

        @Flag(help: "Open two phones and the operators' page in the browser instead, to play the story by hand.")
        var phones = false

        @Option(help: "The platform of the phones of --phones: ios (by default) or android.")
        var platform: PhonePlatform?

        func validate() throws {
            guard phones || platform == nil else {
                throw ValidationError("--platform is for --phones.")
            }
            guard !phones || minutes == nil && seed == nil && publicKey == nil && !keep else {
                throw ValidationError("--minutes, --seed, --public-key and --keep are for the story without --phones.")
            }
            #if SYSTEM_ASSOCIATION
                guard workflow != .association || publicKey == nil else {
                    throw ValidationError("--public-key is not for --workflow association, which has no exports.")
                }
            #endif
            #if SYSTEM_IMMUNI && SYSTEM_CORONAWARN
                guard
                    !realms
                        || workflow == Self.standardWorkflow && mishap == nil && publicKey == nil && !keep && !phones
                else {
                    throw ValidationError("--realms takes --minutes and --seed, and no other option.")
                }
            #endif
            #if SYSTEM_CORONAWARN
                guard mishap == nil || workflow == .cwa && !phones else {
                    throw ValidationError("--mishap is for --workflow cwa without --phones.")
                }
            #endif
        }

        func perform() async throws {
            phones ? try await openPhones() : try await tell()
        }

        private static let standardMinutes = 25
        private static let standardWorkflow = DemoWorkflow.allCases[0]
    }

    extension DemoCommand {
        private func tell() async throws {
            let options = try options()
            #if SYSTEM_IMMUNI && SYSTEM_CORONAWARN
                if realms {
                    let story = TwoCountriesStory(options: options, output: Terminal.say)
                    return try await Self.end(nil, isAsExpected: story.tell())
                }
            #endif
            switch workflow {
            #if SYSTEM_IMMUNI
                case .immuni:
                    let result = try await CoreFlowStory(options: options, output: Terminal.say).tell()
                    try await Self.end(result.keptServers, isAsExpected: result.isAsExpected)
            #endif
            #if SYSTEM_CORONAWARN
                case .cwa:
                    let story = WarningStory(options: options, mishap: mishap, output: Terminal.say)
                    let result = try await story.tell()
                    try await Self.end(result.keptServers, isAsExpected: result.isAsExpected)
            #endif
            #if SYSTEM_ASSOCIATION
                case .association:
                    let result = try await TicketStory(options: options, output: Terminal.say).tell()
                    try await Self.end(result.keptServers, isAsExpected: result.isAsExpected)
            #endif
            }
        }

        private func options() throws -> StoryOptions {
            let options = StoryOptions(
                minutes: minutes ?? Self.standardMinutes,
                seed: seed ?? UInt64.random(in: 1...999_999),
                day: SystemWallClock().now().utcDay,
                exportPublicKeyPEM: try publicKey.map { try InputFile.readText($0) },
                keepsServers: keep
            )
            guard let options else {
                throw ValidationError(
                    "--minutes must be a number from \(StoryOptions.minutesRange.lowerBound) to "
                        + "\(StoryOptions.minutesRange.upperBound)."
                )
            }
            return options
        }

        private func openPhones() async throws {
            switch workflow {
            #if SYSTEM_IMMUNI
                case .immuni: try await ImmuniPhonesDemo(platform: platform ?? .iOS, say: Terminal.say).run()
            #endif
            #if SYSTEM_CORONAWARN
                case .cwa: try await CoronaWarnPhonesDemo(platform: platform ?? .iOS, say: Terminal.say).run()
            #endif
            #if SYSTEM_ASSOCIATION
                case .association:
                    try await AssociationPhonesDemo(platform: platform ?? .iOS, say: Terminal.say).run()
            #endif
            }
        }

        /// Waits for Ctrl-C if servers are kept.
        private static func end(_ servers: (any StoryServers)?, isAsExpected: Bool) async throws {
            if let servers {
                Terminal.say("Press Ctrl-C to stop them.")
                for await _ in await UnixSignalsSequence(trapping: .sigint, .sigterm) {
                    break
                }
                try await servers.stop()
            }
            guard isAsExpected else {
                throw Failure("the story did not end as expected")
            }
        }
    }

    extension PhonePlatform: ExpressibleByArgument {}

    #if SYSTEM_CORONAWARN
        extension StoryMishap: ExpressibleByArgument {}
    #endif
#endif
