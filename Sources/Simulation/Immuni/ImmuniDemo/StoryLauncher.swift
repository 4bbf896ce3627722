import DurableFiles
package import AnalyticsStores
package import ImmuniStory
package import ExposurePrimitives
import Crypto
import DeviceEmulation
import Foundation
package import HTTPTransport
import ImmuniAPI
import KeyExport
import Logging
import ImmuniPortal
package import OperatorStores
package import PhonePorts
import KeyPublication
import ImmuniAssembly
import ServiceKit
import ServiceLifecycle

/// Starts all services in this process on free loopback ports, with a fresh database in a temporary folder, fresh
/// signing keys, certificates of an authority made for it, and every other setting at its default.
package struct StoryLauncher: ServerLauncher {
    private let writeLogLine: @Sendable (String) -> Void
    private let isForBrowsers: Bool

    /// - Parameters:
    ///   - isForBrowsers: whether the internal listener speaks plain HTTP on loopback, because a browser that opens the
    ///     operators' pages has no certificate to show.
    ///   - writeLogLine: takes the servers' log; by default nobody reads it.
    package init(isForBrowsers: Bool = false, writeLogLine: @escaping @Sendable (String) -> Void = { _ in }) {
        self.isForBrowsers = isForBrowsers
        self.writeLogLine = writeLogLine
    }

    package func start(with clock: any WallClock) async throws -> any RunningServers {
        try await launch(with: clock)
    }

    func launch(with clock: any WallClock) async throws -> StoryServers {
        let folder = FileManager.default.temporaryDirectory.appending(path: "avviso-demo-\(UUID().uuidString)")
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            // Clients check certificates by the machine's clock, wherever the story's is.
            let certificates = try DemoAuthorityFiles.make(
                in: folder.appending(path: "tls"),
                now: SystemWallClock().now()
            )
            let emulator = try EmulatorFolder.make(
                in: folder.appending(path: "emulator"),
                app: EmulatedApp(
                    packageName: "it.example.avviso",
                    certificateDigest: [UInt8](repeating: 0, count: 32),
                    appID: "TEAM000000.it.example.avviso"
                ),
                now: clock.now(),
                days: 30
            )
            let deviceCheck = try await StoryDeviceCheck(
                in: folder,
                certificates: certificates,
                attestations: emulator.emulator,
                clock: clock
            )
            return try await StoryServers(
                folder: folder,
                certificates: certificates,
                deviceCheck: deviceCheck,
                androidPhone: EmulatedAndroidPhone(emulator: emulator.emulator, kind: .playIntegrity, clock: clock),
                assembly: assembly(
                    in: folder,
                    certificates: certificates,
                    emulated: emulator.settings + deviceCheck.settings,
                    clock: clock
                ),
                clock: clock,
                isForBrowsers: isForBrowsers,
                logger: Logger(label: "avviso.demo") { _ in JSONLinesLogHandler(clock: clock, write: writeLogLine) }
            )
        } catch {
            try? FileManager.default.removeItem(at: folder)
            throw error
        }
    }

    private func assembly(
        in folder: URL,
        certificates: DemoAuthorityFiles,
        emulated: [(name: String, value: String)],
        clock: any WallClock
    ) async throws -> ServerAssembly {
        let exportKey = try Self.makeKey(folder.appending(path: "signing.pem"))
        let messageKey = try Self.makeKey(folder.appending(path: "messages.pem"))
        let options = [
            "data": folder.appending(path: "data").path, "preset": "demo", "signing-key": exportKey,
            "message-signing-key": messageKey,
            "public.address": "127.0.0.1:0", "internal.address": "127.0.0.1:0",
            // Its clock is moved by hours and days.
            "clock.guard": "off",
            "public.tls-certificate": certificates.server.path, "public.tls-key": certificates.serverKey.path,
        ]
        // Browsers get no certificates. To sign in takes a slow machine seconds, and a person rather waits than begins anew.
        let added =
            isForBrowsers
            ? ["limits.handling": "2m"]
            : [
                "internal.tls-certificate": certificates.server.path, "internal.tls-key": certificates.serverKey.path,
                "internal.tls-client-ca": certificates.root.path,
            ]
        let all = options.merging(added) { $1 }
        let reader = try await SettingsReader(
            commandLine: emulated.reduce(into: all) { $0[$1.name] = $1.value },
            environment: [:],
            catalogue: ServerSettings.catalogue
        )
        return try ServerAssembly(settings: ServerSettings(reader), clock: clock)
    }

    /// Makes a signing key and returns the path of its file.
    private static func makeKey(_ file: URL) throws -> String {
        try DurableFile.create(file, content: Data(P256.Signing.PrivateKey().pemRepresentation.utf8))
        return file.path
    }
}

/// The servers of a story. They end with ``stop()``, which also deletes their folder.
package final class StoryServers: RunningServers {
    package let publicURL: String
    package let internalURL: String
    package let phoneTrust: ServerTrust
    package let operatorTrust: ServerTrust
    package let authorityFile: String?
    package let exportPublicKeyPEM: String
    package let messagePublicKeyPEM: String?
    package let androidPhone: any AndroidDeviceEvidence
    /// For a cast of phones on the same clock.
    let authority: AssemblyAuthority
    private let folder: URL
    private let deviceCheck: StoryDeviceCheck
    private let assembly: ServerAssembly
    private let group: ServiceGroup
    private let serving: Task<Void, any Error>

    init(
        folder: URL,
        certificates: DemoAuthorityFiles,
        deviceCheck: StoryDeviceCheck,
        androidPhone: any AndroidDeviceEvidence,
        assembly: ServerAssembly,
        clock: any WallClock,
        isForBrowsers: Bool,
        logger: Logger
    ) async throws {
        self.folder = folder
        self.deviceCheck = deviceCheck
        self.androidPhone = androidPhone
        let root = try Array(Data(contentsOf: certificates.root))
        phoneTrust = try ServerTrust(roots: root)
        operatorTrust = try ServerTrust(
            roots: root,
            certificate: Array(Data(contentsOf: certificates.client)),
            key: Array(Data(contentsOf: certificates.clientKey))
        )
        authorityFile = certificates.root.path
        self.assembly = assembly
        authority = AssemblyAuthority(assembly, clock: clock)
        exportPublicKeyPEM = try assembly.exportPublicKeyPEM()
        messagePublicKeyPEM = try assembly.messagePublicKeyPEM()
        let host = try await assembly.host(for: ServiceName.allCases, logger: logger)
        let quiet = Logger(label: "avviso.demo.group") { _ in SwiftLogNoOpLogHandler() }
        group = ServiceGroup(configuration: .init(services: [host], logger: quiet))
        // Owned: stop() ends it and waits for it.
        serving = Task { [group] in try await group.run() }
        let ports = try await host.boundPorts()
        publicURL = "https://127.0.0.1:\(ports.public)"
        internalURL = "\(isForBrowsers ? "http" : "https")://127.0.0.1:\(ports.internal)"
    }

    /// Makes an account for the operators' pages, and returns its password.
    func makeOperator(_ name: OperatorName) async throws -> SecretBytes {
        var generator = SystemRandomNumberGenerator()
        let password = OperatorAccounts.makePassword(using: &generator)
        try await assembly.operatorAccounts().create(name, password: password, isOwn: true)
        return password
    }

    package func iPhone(of name: String) -> any AppleDeviceEvidence {
        deviceCheck.iPhone(of: name)
    }

    package func operationalCounts(on day: CalendarDay) async throws -> [OperationalCount] {
        try await assembly.operationalCounts(on: day)
    }

    package func settle() async {
        await authority.waitForAuthorisations()
    }

    package func publishNow() async throws {
        _ = try await assembly.publicationJob().run()
    }

    package func stop() async throws {
        await group.triggerGracefulShutdown()
        try await serving.value
        await deviceCheck.stop()
        // Closed before their folder goes: closing removes files of its own.
        try assembly.close()
        try FileManager.default.removeItem(at: folder)
    }
}
