import ExposurePrimitives
import Foundation
import HTTPTransport
import ImmuniDemoServers
package import ImmuniAPI
import KeyExport
import Logging
import MessageSignatures
import ImmuniClient
import ImmuniPhonePage
import PhonePage
import OperatorStores
import PhonePorts
import ServiceKit
import ServiceLifecycle
import Synchronization
import UnixSignals

/// A whole cast in one process, to use by hand: the servers, two phones, and a health worker with an account.
package struct PhonesDemo: Sendable {
    private let platform: SettingsRequest.Platform
    private let say: @Sendable (String) -> Void

    /// - Parameter say: prints a line for the person at the terminal.
    package init(platform: SettingsRequest.Platform, say: @escaping @Sendable (String) -> Void) {
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
        let addresses = Addresses(
            worker: "\(servers.internalURL)/portal",
            password: try await servers.makeOperator(Self.operatorName),
            phones: Self.names.count,
            say: say
        )
        var hosts: [any Service] = []
        for name in Self.names {
            let phone = try SimulatedPhone(plan(of: name, servers, transport, folder), clock: clock)
            await cast.add(phone)
            hosts.append(
                try CastHost(phone, in: cast, folder: folder, port: 0) { url in
                    addresses.add(name, url)
                }
            )
        }
        let group = ServiceGroup(
            configuration: .init(
                services: hosts.map { .init(service: $0) },
                gracefulShutdownSignals: [.sigint, .sigterm],
                logger: Logger(label: "avviso.phones") { _ in SwiftLogNoOpLogHandler() }
            )
        )
        try await group.run()
    }

    /// Prints the addresses, and the next steps once all are ready.
    private struct Addresses: Sendable {
        let worker: String
        let password: SecretBytes
        let waiting: WaitingPhones
        let say: @Sendable (String) -> Void

        init(worker: String, password: SecretBytes, phones: Int, say: @escaping @Sendable (String) -> Void) {
            self.worker = worker
            self.password = password
            waiting = WaitingPhones(phones)
            self.say = say
        }

        func add(_ name: PhoneName, _ url: String) {
            say("\(name.text)'s phone: \(url)")
            guard waiting.isLast() else {
                return
            }
            say("Health worker: \(worker)")
            say("Sign in there as \(operatorName) with \(String(decoding: password.exposedBytes, as: UTF8.self))")
            say(guide)
        }
    }

    /// Counts the phones that are not ready yet.
    private final class WaitingPhones: Sendable {
        private let count: Mutex<Int>

        init(_ count: Int) {
            self.count = Mutex(count)
        }

        func isLast() -> Bool {
            count.withLock { count in
                count -= 1
                return count == 0
            }
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
            platform: PhonePlatform(platform),
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
            platform: platform,
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
