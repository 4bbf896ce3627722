package import ExposurePrimitives
import Foundation
package import HTTPTransport
package import OperatorStores
package import PhonePage
package import PhonePorts
import ServiceKit
package import WireFormat

/// A whole cast in one process, to use by hand: the servers, two phones, and an operator with an account.
package protocol PhonesDemo: Sendable {
    associatedtype Servers: OperatedServers

    var platform: PhonePlatform { get }
    /// Prints a line for the person at the terminal.
    var say: @Sendable (String) -> Void { get }
    /// The name of the operators' pages.
    static var pages: String { get }
    /// The steps for the person at the terminal.
    static var guide: String { get }

    func startServers(with clock: CastClock) async throws -> Servers
    func authority(of servers: Servers, clock: CastClock) -> any CastAuthority
    /// All servers that the phones use are at `url`.
    func hosts(at url: ServerURL) -> PhoneServers
    func client(
        of name: PhoneName,
        _ servers: Servers,
        through transport: HTTPPhoneTransport
    ) throws -> any HostedClient
}

/// The servers of a demo, with operators.
package protocol OperatedServers: Sendable {
    /// The address of the public listener.
    var publicURL: String { get }
    /// The address of the operators' pages.
    var portalURL: String { get }
    /// The authority of certificates that phones trust.
    var phoneTrust: ServerTrust { get }

    /// Makes an account for the operators' pages, and returns its password.
    func makeOperator(_ name: OperatorName) async throws -> SecretBytes

    /// Stops the servers, and deletes what they stored.
    func stop() async throws
}

extension PhonesDemo {
    /// Runs until the process is interrupted, then deletes everything.
    package func run() async throws {
        let folder = try PhoneCast.makeFolder(
            FileManager.default.temporaryDirectory.appending(path: "avviso-phones-\(UUID().uuidString)").path
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        let clock = CastClock(folder: folder, base: SystemWallClock())
        let servers = try await startServers(with: clock)
        let result: Result<Void, any Error>
        do {
            result = .success(try await play(with: servers, clock: clock, folder: folder))
        } catch {
            result = .failure(error)
        }
        try await servers.stop()
        try result.get()
    }

    private func play(with servers: Servers, clock: CastClock, folder: URL) async throws {
        let password = try await servers.makeOperator(.demo)
        let transports = try PhoneName.pair.map { _ in try transport(to: servers) }
        let result: Result<Void, any Error>
        do {
            let plans = try zip(PhoneName.pair, transports).map { name, transport in
                try PhonePlan(
                    name: name,
                    castFolder: folder,
                    platform: platform,
                    clients: [client(of: name, servers, through: transport)]
                )
            }
            let cast = PhoneCast(folder: folder, clock: clock, authority: authority(of: servers, clock: clock))
            let pages = PhonePages(plans, in: cast, clock: clock, folder: folder)
            result = .success(try await serve(pages, portal: servers.portalURL, password))
        } catch {
            result = .failure(error)
        }
        for transport in transports {
            try await transport.shutDown()
        }
        try result.get()
    }

    private func serve(_ pages: PhonePages, portal: String, _ password: SecretBytes) async throws {
        try await pages.run { [say] name, url in
            say("\(name.text)'s phone: \(url)")
        } whenReady: { [say] in
            say("\(Self.pages): \(portal)")
            say("Sign in there as \(OperatorName.demo) with \(String(decoding: password.exposedBytes, as: UTF8.self))")
            say(Self.guide)
        }
    }

    private func transport(to servers: Servers) throws -> HTTPPhoneTransport {
        guard let url = ServerURL(servers.publicURL) else {
            throw PhonePageError.noAuthority
        }
        return HTTPPhoneTransport(to: hosts(at: url), timeout: HTTPPhoneTransport.patience, trust: servers.phoneTrust)
    }
}

extension PhoneName {
    fileprivate static let pair: [PhoneName] = ["Anna", "Bruno"].compactMap { PhoneName($0) }
}

extension OperatorName {
    fileprivate static let demo: OperatorName = {
        guard let name = OperatorName("demo") else {
            preconditionFailure("demo is a name")
        }
        return name
    }()
}
