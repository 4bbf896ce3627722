import ClockPorts
import CommonAssembly
import ExposurePrimitives
import ExposureTesting
import Foundation
import ImmuniAppConfiguration
import ImmuniAssembly
import ServiceKit
import ServiceTesting
import Testing

/// The settings of a server with a folder of its own.
struct SampleServer {
    /// Noon UTC of a summer day.
    static let noon = UnixTime(1_594_209_600)

    let folder: URL
    let clock = ManualClock(noon)
    /// Settings by the names of the command line.
    var options: [String: String]

    /// Every required setting of `serve`, with free ports and without delays.
    init(folder: URL) throws {
        self.folder = folder
        let (key, messageKey) = (folder.appending(path: "signing.pem"), folder.appending(path: "messages.pem"))
        try SecretFile.write(Self.signingKey, to: key)
        try SecretFile.write(Self.messageKey, to: messageKey)
        options = [
            "data": folder.appending(path: "data").path, "signing-key": key.path, "preset": "demo",
            "message-signing-key": messageKey.path, "public.address": "127.0.0.1:0",
            "internal.address": "127.0.0.1:0", "cover.floor": "0s", "cover.tick": "0s",
            // A long limit, because a slow machine must not decide a test.
            "limits.handling": "600s",
        ]
    }

    var dataFolder: URL { folder.appending(path: "data") }

    static func with(_ body: (SampleServer) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in try await body(SampleServer(folder: folder)) }
    }

    /// A copy with one option set, or removed if `value` is nil.
    func with(_ name: String, _ value: String?) -> SampleServer {
        var copy = self
        copy.options[name] = value
        return copy
    }

    func with(_ changes: [String: String?]) -> SampleServer { changes.reduce(self) { $0.with($1.key, $1.value) } }

    func inspection(
        of services: [ServiceName] = ImmuniSystem.allServices,
        environment: [String: String] = [:]
    ) async throws -> SetupInspection {
        let settings = try await settings(environment: environment)
        return await SetupInspection([ImmuniSystem.self], settings, services: services, clock: clock)
    }

    func settings(environment: [String: String] = [:]) async throws -> SettingsReader {
        try await SettingsReader(
            commandLine: options,
            environment: environment,
            catalogue: Server.catalogue(of: [ImmuniSystem.self]),
            otherVariables: RealmSettings.otherVariables
        )
    }

    /// Immuni as a process sees it that starts now.
    func assembly(machine: any MachineClock = SilentMachine()) async throws -> ImmuniSystem {
        try ImmuniSystem(await settings(), clock: clock, machine: machine)
    }

    /// A file with the built-in preset, in which `text` is replaced.
    func preset(replacing text: String? = nil, with other: String = "") throws -> URL {
        let file = folder.appending(path: "preset.json")
        let demo = String(decoding: try #require(SettingsPreset.builtIn(named: "demo")), as: UTF8.self)
        try Data((text.map { demo.replacing($0, with: other) } ?? demo).utf8).write(to: file)
        return file
    }

    /// Runs `services` of a new assembly.
    func running(
        _ services: [ServiceName] = ImmuniSystem.allServices,
        monotonicClock: any MonotonicClock = SystemMonotonicClock(),
        log: LogCapture = LogCapture(),
        body: @escaping @Sendable (BoundPorts, _ stop: @Sendable () async -> Void) async throws -> Void
    ) async throws {
        let host = try await assembly().host(for: services, monotonicClock: monotonicClock, logger: log.logger)
        try await withRunning(host, log: log, body: body)
    }

    /// A key made for these tests, like the next one. Neither signs anything else.
    static let signingKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgRbs+XA9t07d6C51j
        rqxuEMOwX0gJKVMchIK1qs3Hox2hRANCAASzg7HvS/eHAVIcpQ1ECgKD+F84vayl
        mw6bGBJPd5qKpMPQNg6Tyrrq71H/EjRssP3bnafQb7hP1l1sW0gEHBeO
        -----END PRIVATE KEY-----
        """

    static let messageKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgxKo/xSPCqMgcnunU
        VGenY/jTnVaTA29my/SnUlP44Q2hRANCAARVPDYnrbDP7TwVr9iwOBWljqmGJ0KE
        Km2j5O/WhiqtsV+RzrplY8m9VdBIBjVe2SkX4iJt6gOw82Xx0eeiRBAc
        -----END PRIVATE KEY-----
        """
}

/// A machine whose uptime began with the test and that does not know the calendar.
struct SilentMachine: MachineClock {
    var sinceBoot: Int64 = 0

    func time(askingKernel: Bool) -> MachineTime { MachineTime(sinceBoot: sinceBoot, boot: "test", kernel: nil) }
}
