import CoronaWarnClient
import CoronaWarnConfiguration
import CoronaWarnPhonePage
import ExposurePrimitives
import Foundation
import HTTPTransport
import KeyExport
import MessageSignatures
import OperatorStores
package import PhonePage
import PhonePorts
import ServiceKit

/// Corona-Warn's cast in one process, to use by hand: the servers and two phones.
package struct CoronaWarnPhonesDemo: Sendable {
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
        let servers = try await CoronaWarnDemoServers.start(with: clock)
        do {
            try await play(with: servers, clock: clock, folder: folder)
        } catch {
            try? await servers.stop()
            throw error
        }
        try await servers.stop()
    }

    private func play(with servers: CoronaWarnDemoServers, clock: CastClock, folder: URL) async throws {
        let authority = JoinedAuthority([
            HostedCoronaWarnClient.name: CoronaWarnAuthority(servers.system, clock: clock)
        ])
        let password = try await servers.makeOperator(Self.operatorName)
        let transports = try Self.names.map { _ in try Self.transport(to: servers) }
        do {
            let app = try app(of: servers)
            let plans = try zip(Self.names, transports).map { name, transport in
                try PhonePlan(
                    name: name,
                    castFolder: folder,
                    platform: platform,
                    clients: [HostedCoronaWarnClient(app, transport: transport)]
                )
            }
            let cast = PhoneCast(folder: folder, clock: clock, authority: authority)
            try await PhonePages(plans, in: cast, clock: clock, folder: folder).run { [say] name, url in
                say("\(name.text)'s phone: \(url)")
            } whenReady: { [say] in
                say("Hotline and laboratory: \(servers.portalURL)")
                say(
                    "Sign in there as \(Self.operatorName) with \(String(decoding: password.exposedBytes, as: UTF8.self))"
                )
                say(Self.guide)
            }
        } catch {
            for transport in transports {
                try? await transport.shutDown()
            }
            throw error
        }
        for transport in transports {
            try await transport.shutDown()
        }
    }

    private func app(of servers: CoronaWarnDemoServers) throws -> CoronaWarnApp.App {
        CoronaWarnApp.App(
            platform: platform == .iOS ? .iOS : .android,
            keys: try AuthorityKeys(
                packages: try ExportVerifier(keys: [ExportVerificationKey(servers.exportPublicKeyPEM)]),
                messages: [try MessageVerificationKey(pem: servers.messagePublicKeyPEM)]
            )
        )
    }

    private static func transport(to servers: CoronaWarnDemoServers) throws -> HTTPPhoneTransport {
        guard let url = ServerURL(servers.publicURL) else {
            throw PhonePageError.noAuthority
        }
        return HTTPPhoneTransport(
            HTTPPhoneTransport.Configuration(
                servers: PhoneServers([.download: url, .verification: url, .submission: url]),
                trust: servers.phoneTrust
            )
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
        2. On Anna's page move the clock forward by a day, and let her meet Bruno, 1 m apart for 40 minutes.
        3. Move the clock forward by another day: the codes of a day can be sent when it is over.
        4. On Anna's phone choose Add a test, and scan sheet 1. The laboratory beside her phone delivers the result Positive.
        5. On her phone ask for the result, open it, choose Warn others, and answer the questions.
        6. Move the clock forward by a day: Bruno's phone finds the contact and tells him.
        Press Ctrl-C to end it; everything is deleted then.
        """
}
