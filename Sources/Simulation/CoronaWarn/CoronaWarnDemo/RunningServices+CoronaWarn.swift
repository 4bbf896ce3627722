import CommonAssembly
import CoronaWarnAssembly
import DemoServing
import HTTPTransport
import PhonePorts
import WireFormat

extension RunningServices {
    /// Starts all services of Corona-Warn, and returns once phones find a tree to download.
    static func start(_ system: CoronaWarnSystem) async throws -> RunningServices {
        let names: [ServiceName] = [.laboratory, .verification, .submission, .distribution, .portal]
        let services = try await RunningServices(names, of: system)
        do {
            try await services.waitForTree()
            return services
        } catch {
            try? await services.stop()
            throw error
        }
    }

    /// Waits for the end of the distribution service's first run: it is healthy from then on.
    private func waitForTree() async throws {
        guard let url = ServerURL(internalURL) else {
            preconditionFailure("an address of a listener is a URL")
        }
        let transport = HTTPPhoneTransport(to: PhoneServers([.download: url]), timeout: HTTPPhoneTransport.patience)
        let question = PhoneRequest(host: .download, method: .get, target: "/health", headers: [])
        for _ in 0..<Self.looks {
            guard try await transport.send(question).status != 200 else {
                break
            }
            // Real time: the servers use it, and nothing reports the end of a job.
            try await Task.sleep(for: Self.pause)
        }
        try await transport.shutDown()
    }

    /// The number of checks. Together they last many times as long as a first run.
    private static let looks = 300
    private static let pause = Duration.milliseconds(100)
}
