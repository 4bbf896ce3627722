#if SYSTEM_IMMUNI || SYSTEM_CORONAWARN || SYSTEM_ASSOCIATION
    import ArgumentParser
    import ExposurePrimitives
    import Foundation
    import HTTPTransport
    import PhonePage
    import PhoneWorkflows
    import ServiceKit
    import ServiceLifecycle
    import UnixSignals
    import WireFormat

    #if SYSTEM_IMMUNI
        import ImmuniDemo
    #endif
    #if SYSTEM_ASSOCIATION
        import AssociationClient
    #endif

    struct PhoneCommand: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "phone",
            abstract: "Serve a simulated phone with its apps as a web page, on this machine alone.",
            discussion: """
                The apps, the framework and the requests to the servers are real; the radio and the operating system are \
                simulated. The phone's state is in a folder, and the next run continues from it. Phones with the same \
                --cast find each other and share a clock. Servers started with avviso serve --cast follow this clock. \
                --workflow chooses the app; given more than once, the phone has several apps, and they share nothing. \
                --workflow association needs the authority's two keys, and an authority that asks for no proof. With an \
                emulator of its maker, a phone with Immuni's app also sends analytics: --emulator for Android and App \
                Attest, --device-check for an iPhone. See docs/phone-page.md.

                Examples:
                  avviso phone --server http://127.0.0.1:8080 --public-key export-public.pem
                  avviso phone --workflow cwa --server http://127.0.0.1:8080 --public-key export-public.pem \
                      --message-public-key message-public.pem
                  avviso phone --server https://get.example.org --ca root.pem --public-key export-public.pem \
                      --message-public-key message-public.pem --name Bruno --platform android --port 8091
                  avviso phone --server http://127.0.0.1:8080 --public-key export-public.pem --platform android \
                      --emulator emulator
                  avviso phone --workflow association --server http://127.0.0.1:8080 --country 380 \
                      --agreement-key KEY --attestation-key KEY
                """
        )

        @Option(
            help: ArgumentHelp(
                "The app: \(PhoneWorkflow.allCases.map(\.rawValue).joined(separator: " or ")); "
                    + "by default \(standardWorkflow.rawValue). May be given more than once.",
                valueName: "name"
            )
        )
        var workflow: [PhoneWorkflow] = []

        @Option(help: ArgumentHelp("The public listener, for example http://127.0.0.1:8080.", valueName: "url"))
        var server: ServerURL

        @Option(help: ArgumentHelp("The public key (PEM) of the exports.", valueName: "file")) var publicKey: String?

        @Option(
            help: ArgumentHelp(
                "The public key (PEM) of signed documents; without it Immuni's app accepts them unsigned.",
                valueName: "file"
            )
        )
        var messagePublicKey: String?

        @Option(help: "ios or android.") var platform = PhonePlatform.iOS
        @Option(help: "The name of the phone's owner, in letters and digits.") var name = "Anna"
        @Option(help: "The port of the page; 0 for a free one.") var port = 0

        @Option(help: ArgumentHelp("The folder of the cast: phones and clock.", valueName: "folder"))
        var cast = "phones"

        #if SYSTEM_IMMUNI
            @OptionGroup var makers: MakerOptions
        #endif
        #if SYSTEM_ASSOCIATION
            @OptionGroup var authority: PhoneAuthorityOptions
        #endif

        @OptionGroup var trust: TrustOptions

        /// The apps of the phone; the first is the one whose forms name none.
        private var workflows: [PhoneWorkflow] { workflow.isEmpty ? [Self.standardWorkflow] : workflow }

        private static let standardWorkflow = PhoneWorkflow.allCases[0]

        func validate() throws {
            guard (0...65_535).contains(port) else {
                throw ValidationError("--port must be a number from 0 to 65535.")
            }
            guard PhoneName(name) != nil else {
                throw Self.wrongName
            }
            guard Set(workflows).count == workflows.count else {
                throw ValidationError("--workflow names an app twice.")
            }
            #if SYSTEM_IMMUNI
                try makers.check(for: platform, hasImmuni: workflows.contains(.immuni))
            #endif
            #if SYSTEM_IMMUNI
                guard publicKey != nil || !workflows.contains(.immuni) else {
                    throw ValidationError("--workflow immuni needs --public-key.")
                }
            #endif
            #if SYSTEM_ASSOCIATION
                try authority.check(isNeeded: workflows.contains(.association))
            #endif
            #if SYSTEM_CORONAWARN
                guard publicKey != nil || !workflows.contains(.cwa) else {
                    throw ValidationError("--workflow cwa needs --public-key.")
                }
                guard messagePublicKey != nil || !workflows.contains(.cwa) else {
                    throw ValidationError("--workflow cwa needs --message-public-key: the app takes nothing unsigned.")
                }
            #endif
            try trust.check(for: server.text)
        }

        private static let wrongName = ValidationError("--name must have 1 to 32 letters and digits.")

        func perform() async throws {
            guard let owner = PhoneName(name) else {
                throw Self.wrongName
            }
            let apps = try readApps()
            let folder = try PhoneCast.makeFolder(cast)
            let clock = CastClock(folder: folder, base: SystemWallClock())
            var connections: [PhoneConnection] = []
            do {
                let clients = try workflows.map { try client($0, of: apps, owner, clock: clock, &connections) }
                let plan = try PhonePlan(name: owner, castFolder: folder, platform: platform, clients: clients)
                try await serve(try phone(plan, clock: clock), in: PhoneCast(folder: folder, clock: clock), folder)
            } catch {
                for connection in connections {
                    try? await connection.close()
                }
                throw error
            }
            for connection in connections {
                try await connection.close()
            }
        }
    }

    extension PhoneCommand {
        /// Something that an app uses until the phone is switched off.
        private struct PhoneConnection {
            let close: () async throws -> Void
        }

        /// An app of the phone. It has connections of its own, so nobody sees at them that apps share a phone.
        private func client(
            _ workflow: PhoneWorkflow,
            of apps: PhoneApps,
            _ owner: PhoneName,
            clock: CastClock,
            _ connections: inout [PhoneConnection]
        ) throws -> any HostedClient {
            let transport = HTTPPhoneTransport(to: workflow.servers(at: server), trust: try trust.trust())
            connections.append(PhoneConnection { try await transport.shutDown() })
            switch workflow {
            #if SYSTEM_IMMUNI
                case .immuni:
                    let makers = try makers.makers(clock: clock)
                    connections.append(PhoneConnection { try await makers.leave() })
                    return try apps.immuni(of: owner, on: platform, through: transport, attestedBy: makers)
            #endif
            #if SYSTEM_CORONAWARN
                case .cwa: return try apps.coronaWarn(through: transport)
            #endif
            #if SYSTEM_ASSOCIATION
                case .association: return apps.association(try authority.app(), through: transport)
            #endif
            }
        }

        /// The apps with their keys, which are read before anything is written.
        private func readApps() throws -> PhoneApps {
            PhoneApps(
                platform: platform,
                exportKey: try publicKey.map(InputFile.readText),
                messageKey: try messagePublicKey.map(InputFile.readText)
            )
        }

        private func phone(_ plan: PhonePlan, clock: CastClock) throws -> SimulatedPhone {
            do {
                return try SimulatedPhone(plan, clock: clock)
            } catch PhonePageError.isRunning(let owner) {
                throw Failure("\(owner.text)'s phone is running already in \(cast): give another --name or --cast")
            }
        }

        private func serve(_ phone: SimulatedPhone, in cast: PhoneCast, _ folder: URL) async throws {
            await cast.add(phone)
            let host = try CastHost(phone, in: cast, folder: folder, port: port) { url in
                Terminal.say("\(phone.name.text)'s phone: \(url)")
            }
            let group = ServiceGroup(
                configuration: .init(services: [host], gracefulShutdownSignals: [.sigterm, .sigint], logger: .silent)
            )
            try await group.run()
        }
    }

    extension PhoneWorkflow: ExpressibleByArgument {}
#endif
