package import CommonAssembly
import Logging
import ServiceKit
import ServiceLifecycle

/// Services of a demo in this process, from their start to their end.
package struct RunningServices: Sendable {
    package let publicURL: String
    package let internalURL: String
    private let group: ServiceGroup
    private let serving: Task<Void, any Error>

    /// Starts services of a system, and returns once they listen.
    package init(_ services: [ServiceName], of system: some SystemAssembly) async throws {
        let quiet = Logger(label: "avviso.demo") { _ in SwiftLogNoOpLogHandler() }
        let host = try await Server(system).host(for: services, logger: quiet)
        group = ServiceGroup(configuration: .init(services: [host], logger: quiet))
        // The task is owned: stop() ends it and waits for it.
        serving = Task { [group] in try await group.run() }
        let ports = try await host.boundPorts()
        publicURL = "https://127.0.0.1:\(ports.public)"
        internalURL = "http://127.0.0.1:\(ports.internal)"
    }

    package func stop() async throws {
        await group.triggerGracefulShutdown()
        try await serving.value
    }
}
