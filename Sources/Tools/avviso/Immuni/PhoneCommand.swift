import ArgumentParser
import ExposurePrimitives
import Foundation
import HTTPTransport
import ImmuniAPI
import KeyExport
import MessageSignatures
import ImmuniClient
import ImmuniDemo
import ImmuniPhonePage
import PhonePage
import PhonePorts
import ServiceKit
import ServiceLifecycle
import UnixSignals

struct PhoneCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "phone",
        abstract: "Serve a simulated phone with the app as a web page, on this machine alone.",
        discussion: """
            The app, the framework and the requests to the servers are real; the radio and the operating system are \
            simulated. The phone's state is in a folder, and the next run continues from it. Phones with the same \
            --cast find each other and share a clock. Servers started with avviso serve --cast follow this clock. With \
            an emulator of its maker, a phone also sends analytics: --emulator for Android and App Attest, \
            --device-check for an iPhone. See docs/phone-page.md.

            Examples:
              avviso phone --server http://127.0.0.1:8080 --public-key export-public.pem
              avviso phone --server https://get.example.org --ca root.pem --public-key export-public.pem \
                  --message-public-key message-public.pem --name Bruno --platform android --port 8091
              avviso phone --server http://127.0.0.1:8080 --public-key export-public.pem --platform android \
                  --emulator emulator
            """
    )

    @Option(help: ArgumentHelp("The public listener, for example http://127.0.0.1:8080.", valueName: "url"))
    var server: ServerURL

    @Option(help: ArgumentHelp("The public key (PEM) of the exports.", valueName: "file"))
    var publicKey: String

    @Option(
        help: ArgumentHelp(
            "The public key (PEM) of settings and key index; without it the phone accepts them unsigned.",
            valueName: "file"
        )
    )
    var messagePublicKey: String?

    @Option(help: "ios or android.")
    var platform = PlatformArgument.ios

    @Option(help: "The name of the phone's owner, in letters and digits.")
    var name = "Anna"

    @Option(help: "The port of the page; 0 for a free one.")
    var port = 0

    @Option(help: ArgumentHelp("The folder of the cast: phones and clock.", valueName: "folder"))
    var cast = "phones"

    @Option(
        help: ArgumentHelp(
            "The emulator whose attestations the servers accept (avviso emulate attestation init).",
            valueName: "folder"
        )
    )
    var emulator: String?

    @Option(
        help: ArgumentHelp(
            "The control interface of the DeviceCheck that the servers use (avviso emulate devicecheck).",
            valueName: "url"
        )
    )
    var deviceCheck: String?

    @OptionGroup var trust: TrustOptions

    func validate() throws {
        guard (0...65_535).contains(port) else {
            throw ValidationError("--port must be a number from 0 to 65535.")
        }
        guard PhoneName(name) != nil else {
            throw Self.wrongName
        }
        guard deviceCheck == nil || platform == .ios else {
            throw ValidationError("--device-check is for an iPhone.")
        }
        try trust.check(for: server.text)
    }

    private static let wrongName = ValidationError("--name must have 1 to 32 letters and digits.")

    func run() async throws {
        try await reportingFailures {
            guard let owner = PhoneName(name) else {
                throw Self.wrongName
            }
            let app = try app()
            let transport = HTTPPhoneTransport(
                HTTPPhoneTransport.Configuration(downloadURL: server, uploadURL: server, trust: try trust.trust())
            )
            do {
                try await serve(app, of: owner, transport)
            } catch {
                try? await transport.shutDown()
                throw error
            }
            try await transport.shutDown()
        }
    }

    private func serve(_ app: MobileClient.App, of owner: PhoneName, _ transport: HTTPPhoneTransport) async throws {
        let folder = try PhoneCast.makeFolder(cast)
        let clock = CastClock(folder: folder, base: SystemWallClock())
        let makers = try EmulatedMakers(
            attestations: emulator.map { URL(fileURLWithPath: $0) },
            deviceCheckURL: deviceCheck,
            clock: clock
        )
        let client = HostedImmuniClient(
            app,
            transport: transport,
            evidence: makers.evidence(of: owner.text, on: app.platform)
        )
        do {
            // Another workflow on the same phone is one more client.
            let plan = try PhonePlan(
                name: owner,
                castFolder: folder,
                platform: PhonePlatform(app.platform),
                clients: [client]
            )
            try await serve(try phone(plan, clock: clock), in: PhoneCast(folder: folder, clock: clock), folder)
        } catch {
            try? await makers.leave()
            throw error
        }
        try await makers.leave()
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

    private func app() throws -> MobileClient.App {
        func text(_ path: String) throws -> String {
            String(decoding: try ExportFiles.read(path), as: UTF8.self)
        }
        return MobileClient.App(
            platform: platform.platform,
            build: 1,
            exportVerifier: try ExportVerifier(keys: [ExportVerificationKey(text(publicKey))]),
            messageVerifier: try messagePublicKey.map { path in
                try MessageVerifier(keys: [MessageVerificationKey(pem: text(path))])
            }
        )
    }
}
