import CommonAssembly
import CoronaWarnAssembly
import HTTPTransport
import Logging
import PhonePorts
import ServiceKit
import ServiceLifecycle
import WireFormat

/// The services of the demo from their start to their end.
struct RunningServices: Sendable {
    let publicURL: String
    let internalURL: String
    private let group: ServiceGroup
    private let serving: Task<Void, any Error>

    /// Starts the services, and returns once phones find a tree to download.
    static func start(_ system: CoronaWarnSystem) async throws -> RunningServices {
        let services = try await RunningServices(system)
        do {
            try await services.waitForTree()
            return services
        } catch {
            try? await services.stop()
            throw error
        }
    }

    private init(_ system: CoronaWarnSystem) async throws {
        let quiet = Logger(label: "avviso.demo") { _ in SwiftLogNoOpLogHandler() }
        let host = try await Server(system).host(for: Self.services, logger: quiet)
        group = ServiceGroup(configuration: .init(services: [host], logger: quiet))
        // The task is owned: stop() ends it and waits for it.
        serving = Task { [group] in try await group.run() }
        let ports = try await host.boundPorts()
        publicURL = "https://127.0.0.1:\(ports.public)"
        internalURL = "http://127.0.0.1:\(ports.internal)"
    }

    private static let services: [ServiceName] = [.laboratory, .verification, .submission, .distribution, .portal]

    func stop() async throws {
        await group.triggerGracefulShutdown()
        try await serving.value
    }

    /// Waits for the end of the distribution service's first run: it is healthy from then on. A second run at once
    /// would mix its files with those of the first.
    private func waitForTree() async throws {
        guard let url = ServerURL(internalURL) else {
            preconditionFailure("an address of a listener is a URL")
        }
        let transport = HTTPPhoneTransport(.init(servers: PhoneServers([.download: url])))
        let question = PhoneRequest(host: .download, method: .get, target: "/health", headers: [])
        for _ in 0..<Self.looks where try await transport.send(question).status != 200 {
            // Real time: the servers use it, and nothing reports the end of a job.
            try await Task.sleep(for: Self.pause)
        }
        try await transport.shutDown()
    }

    /// The number of checks. Together they last many times as long as a first run.
    private static let looks = 300
    private static let pause = Duration.milliseconds(100)
}
