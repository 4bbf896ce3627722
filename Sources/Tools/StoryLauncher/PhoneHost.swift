package import Foundation
import Logging
package import PhonePage
import ServiceKit
import ServiceLifecycle

/// Serves the page of one simulated phone on loopback, and lets phones of other processes find it meanwhile.
package struct PhoneHost: Service {
    private let name: PhoneName
    private let host: ServiceHost
    private let air: AirAccess
    private let report: @Sendable (_ url: String) -> Void

    /// - Parameters:
    ///   - castFolder: where phones of the cast find each other.
    ///   - port: 0 for a free one.
    ///   - report: told the page's address once it answers.
    package init(
        _ phone: SimulatedPhone,
        in cast: PhoneCast,
        castFolder: URL,
        port: Int,
        report: @escaping @Sendable (_ url: String) -> Void
    ) throws {
        name = phone.name
        air = AirAccess(folder: castFolder)
        self.report = report
        host = try ServiceHost(
            services: [PhonePage(phone, in: cast, air: air)],
            configuration: HostConfiguration(
                publicAddress: ListenAddress(host: "127.0.0.1", port: 0),
                internalAddress: ListenAddress(host: "127.0.0.1", port: port)
            ),
            clock: SystemWallClock(),
            logger: Logger(label: "avviso.phone") { _ in SwiftLogNoOpLogHandler() },
            metrics: MetricsRegistry()
        )
    }

    package func run() async throws {
        async let serving: Void = host.run()
        let port = try await host.boundPorts().internal
        try air.announce(name, port: port)
        defer { air.withdraw(name) }
        report("http://127.0.0.1:\(port)/")
        try await serving
    }
}
