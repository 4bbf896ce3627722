import ExposurePrimitives
import Foundation
import HTTPTransport
import ImmuniDemoServers
import ImmuniAPI
import KeyExport
import MessageSignatures
import ImmuniClient
import ImmuniPhonePage
package import PhonePage
import OperatorStores
import PhonePorts
import ServiceKit

/// A whole cast in one process, to use by hand: the servers, two phones, and a health worker with an account.
package struct PhonesDemo: Sendable {
    private let platform: PhonePlatform
    private let say: @Sendable (String) -> Void

    /// - Parameter say: prints a line for the person at the terminal.
    package init(platform: PhonePlatform, say: @escaping @Sendable (String) -> Void) {
        self.platform = platform
        self.say = say
    }

    /// Runs until the process is interrupted, then deletes everything.
    package func run() async throws {
        let folder = try PhoneCast.makeFolder(
            FileManager.default.temporaryDirectory.appending(path: "avviso-phones-\(UUID().uuidString)").path
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        let clock = CastClock(folder: folder, base: SystemWallClock())
        let servers = try await DemoServers.start(with: clock, isForBrowsers: true)
        do {
            let transport = try Self.transport(to: servers)
            do {
                try await play(with: servers, transport, clock: clock, folder: folder)
            } catch {
                try? await transport.shutDown()
                throw error
            }
            try await transport.shutDown()
        } catch {
            try? await servers.stop()
            throw error
        }
        try await servers.stop()
    }

    private func play(
        with servers: DemoServers,
        _ transport: HTTPPhoneTransport,
        clock: CastClock,
        folder: URL
    ) async throws {
        let cast = PhoneCast(folder: folder, clock: clock, authority: ServersAuthority(servers.system, clock: clock))
        let worker = "\(servers.internalURL)/portal"
        let password = try await servers.makeOperator(Self.operatorName)
        let plans = try Self.names.map { try plan(of: $0, servers, transport, folder) }
        try await PhonePages(plans, in: cast, clock: clock, folder: folder).run { [say] name, url in
            say("\(name.text)'s phone: \(url)")
        } whenReady: { [say] in
            say("Health worker: \(worker)")
            say("Sign in there as \(Self.operatorName) with \(String(decoding: password.exposedBytes, as: UTF8.self))")
            say(Self.guide)
        }
    }

    private func plan(
        of name: PhoneName,
        _ servers: DemoServers,
        _ transport: HTTPPhoneTransport,
        _ folder: URL
    ) throws -> PhonePlan {
        try PhonePlan(
            name: name,
            castFolder: folder,
            platform: platform,
            clients: [
                HostedImmuniClient(
                    app(of: servers),
                    transport: transport,
                    evidence: platform == .iOS
                        ? .apple(servers.iPhone(of: name.text), .deviceCheck) : .android(servers.androidPhone)
                )
            ]
        )
    }

    private func app(of servers: DemoServers) throws -> MobileClient.App {
        MobileClient.App(
            platform: SettingsRequest.Platform(platform),
            build: 1,
            exportVerifier: try ExportVerifier(keys: [ExportVerificationKey(servers.exportPublicKeyPEM)]),
            messageVerifier: try servers.messagePublicKeyPEM.map { pem in
                try MessageVerifier(keys: [MessageVerificationKey(pem: pem)])
            }
        )
    }

    private static func transport(to servers: DemoServers) throws -> HTTPPhoneTransport {
        guard let url = ServerURL(servers.publicURL) else {
            throw PhonesDemoError.unusableServerURL(servers.publicURL)
        }
        return HTTPPhoneTransport(
            HTTPPhoneTransport.Configuration(downloadURL: url, uploadURL: url, trust: servers.phoneTrust)
        )
    }

    private static let names: [PhoneName] = ["Anna", "Bruno"].compactMap { PhoneName($0) }

    private static let operatorName: OperatorName = {
        guard let name = OperatorName("demo") else {
            preconditionFailure("demo is a name")
        }
        return name
    }()

    private static let guide = """
        1. Open both phones, and go through the onboarding on each. Put Bruno's away.
        2. On Anna's page move the clock on by a day: the phones make themselves known to the authority, without names.
        3. There let her meet Bruno, 1 m apart for 40 minutes.
        4. On Anna's phone choose Warn others, and type the code that it shows into the health worker's page.
        5. Within 150 seconds go on with Anna's phone, and send.
        6. Move the clock forward by a day: Bruno's phone finds the contact and tells him.
        Press Ctrl-C to end it; everything is deleted then.
        """
}

package enum PhonesDemoError: Error, Equatable {
    case unusableServerURL(String)
}
