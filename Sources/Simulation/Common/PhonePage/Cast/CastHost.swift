package import Foundation
import Logging
import ServiceKit
import ServiceLifecycle

/// Serves one member of a cast on loopback, and lets members in other processes find it meanwhile. The member is a
/// phone with its page, or servers that follow the cast's clock.
package struct CastHost: Service {
    private let host: ServiceHost
    private let access: CastAccess
    private let report: @Sendable (_ url: String) -> Void

    /// - Parameters:
    ///   - folder: the cast's folder.
    ///   - port: 0 for a free one.
    ///   - report: gets the page's address once it answers.
    package init(
        _ phone: SimulatedPhone,
        in cast: PhoneCast,
        folder: URL,
        port: Int,
        report: @escaping @Sendable (_ url: String) -> Void
    ) throws {
        let access = CastAccess(to: phone.name, in: folder)
        try self.init(PhonePageService(phone, in: cast, access: access), access, port: port, report: report)
    }

    /// - Parameter folder: the cast's folder.
    package init(_ authority: any CastAuthority, folder: URL) throws {
        let service = CastAuthorityService(to: authority, in: folder)
        try self.init(service, service.access, port: 0) { _ in }
    }

    private init(
        _ service: any HostedService,
        _ access: CastAccess,
        port: Int,
        report: @escaping @Sendable (_ url: String) -> Void
    ) throws {
        (self.access, self.report) = (access, report)
        host = try ServiceHost(
            services: [service],
            configuration: HostConfiguration(
                publicAddress: ListenAddress(host: "127.0.0.1", port: 0),
                internalAddress: ListenAddress(host: "127.0.0.1", port: port),
                internalForeignNames: .nothing,
                limits: Self.limits
            ),
            clock: SystemWallClock(),
            logger: Logger(label: "avviso.cast") { _ in SwiftLogNoOpLogHandler() },
            metrics: MetricsRegistry()
        )
    }

    /// Moving a cast's clock by weeks takes time.
    private static let limits: TransportLimits = {
        var limits = TransportLimits()
        limits.handling = .seconds(600)
        return limits
    }()

    package func run() async throws {
        async let serving: Void = host.run()
        let port = try await host.boundPorts().internal
        try access.announce(port: port)
        defer { access.withdraw() }
        report("http://127.0.0.1:\(port)/")
        try await serving
    }
}
