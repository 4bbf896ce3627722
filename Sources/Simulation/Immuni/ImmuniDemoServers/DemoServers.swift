package import AnalyticsStores
import CommonAssembly
import Crypto
import DemoAuthority
import DeviceEmulation
package import ExposurePrimitives
import FileStorage
import Foundation
package import HTTPTransport
package import ImmuniAssembly
import ImmuniPortal
import KeyPublication
import Logging
import OperatorPortal
package import OperatorStores
package import PhonePorts
package import ServiceKit
import ServiceLifecycle
import WireFormat

/// All services of Immuni in this process, on free loopback ports. They have a new database in a temporary folder, new
/// signing keys, certificates of an authority made for them, and the defaults of all other settings.
///
/// They end with ``stop()``, which also deletes their folder.
package final class DemoServers: Sendable {
    /// The address of the public listener and of the internal one, for example `https://127.0.0.1:8080`.
    package let publicURL: String
    package let internalURL: String
    /// The authority that phones trust, and its file for other programs.
    package let phoneTrust: ServerTrust
    package let authorityFile: String
    /// The same for the Healthcare Operator's system, with its certificate for the internal listener.
    package let operatorTrust: ServerTrust
    /// The public key with which phones verify TEK Chunks.
    package let exportPublicKeyPEM: String
    /// The public key with which phones verify settings and key index; nil if the servers do not sign them.
    package let messagePublicKeyPEM: String?
    /// The platform of an Android phone that these servers trust.
    package let androidPhone: any AndroidDeviceEvidence
    package let system: ImmuniSystem
    private let folder: URL
    private let deviceCheck: StoryDeviceCheck
    private let group: ServiceGroup
    private let serving: Task<Void, any Error>

    init(
        folder: URL,
        certificates: DemoAuthorityFiles,
        deviceCheck: StoryDeviceCheck,
        androidPhone: any AndroidDeviceEvidence,
        system: ImmuniSystem,
        isForBrowsers: Bool,
        logger: Logger
    ) async throws {
        (self.folder, self.deviceCheck, self.androidPhone) = (folder, deviceCheck, androidPhone)
        let root = try Array(Data(contentsOf: certificates.root))
        phoneTrust = try ServerTrust(roots: root)
        operatorTrust = try ServerTrust(
            roots: root,
            certificate: Array(Data(contentsOf: certificates.client)),
            key: Array(Data(contentsOf: certificates.clientKey))
        )
        authorityFile = certificates.root.path
        self.system = system
        exportPublicKeyPEM = try system.realm.exportPublicKeyPEM()
        messagePublicKeyPEM = try system.realm.messagePublicKeyPEM()
        let host = try await Server(system).host(for: Server.services(of: [ImmuniSystem.self]), logger: logger)
        let quiet = Logger(label: "avviso.demo.group") { _ in SwiftLogNoOpLogHandler() }
        group = ServiceGroup(configuration: .init(services: [host], logger: quiet))
        // The task is owned: stop() ends it and waits for it.
        serving = Task { [group] in try await group.run() }
        let ports = try await host.boundPorts()
        publicURL = "https://127.0.0.1:\(ports.public)"
        internalURL = "\(isForBrowsers ? "http" : "https")://127.0.0.1:\(ports.internal)"
    }

    /// Makes an account for the operators' pages, and returns its password.
    package func makeOperator(_ name: OperatorName) async throws -> SecretBytes {
        var generator = SystemRandomNumberGenerator()
        let password = OperatorAccounts.makePassword(using: &generator)
        try await system.realm.operatorAccounts().create(name, roles: [.healthWorker], password: password, isOwn: true)
        return password
    }

    /// The platform of the iPhone of `name`, which these servers also trust.
    package func iPhone(of name: String) -> any AppleDeviceEvidence {
        deviceCheck.iPhone(of: name)
    }

    /// The counts of the Analytics Service on `day`.
    package func operationalCounts(on day: CalendarDay) async throws -> [OperationalCount] {
        try await system.operationalCounts(on: day)
    }

    /// Runs the publication job once.
    package func publishNow() async throws {
        _ = try await system.publicationJob().run()
    }

    package func stop() async throws {
        await group.triggerGracefulShutdown()
        try await serving.value
        await deviceCheck.stop()
        // The databases close before their folder is deleted: closing removes files of their own.
        try system.realm.close()
        try FileManager.default.removeItem(at: folder)
    }
}

extension DemoServers {
    /// Starts all services, and returns once they answer.
    ///
    /// - Parameters:
    ///   - clock: their clock.
    ///   - realm: the name of their realm, if the process has several.
    ///   - isForBrowsers: whether the internal listener speaks plain HTTP on loopback. A browser that opens the
    ///     operators' pages has no client certificate.
    ///   - writeLogLine: gets the lines of the servers' log; by default they are dropped.
    package static func start(
        with clock: any WallClock,
        realm: RealmName? = nil,
        isForBrowsers: Bool = false,
        writeLogLine: @escaping @Sendable (String) -> Void = { _ in }
    ) async throws -> DemoServers {
        try await DemoAuthorityFiles.starting(now: SystemWallClock().now()) { folder, certificates in
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
            return try await DemoServers(
                folder: folder,
                certificates: certificates,
                deviceCheck: deviceCheck,
                androidPhone: EmulatedAndroidPhone(emulator: emulator.emulator, kind: .playIntegrity, clock: clock),
                system: system(
                    in: folder,
                    realm: realm,
                    certificates: certificates,
                    emulated: emulator.settings + deviceCheck.settings,
                    clock: clock,
                    isForBrowsers: isForBrowsers
                ),
                isForBrowsers: isForBrowsers,
                logger: Logger(label: "avviso.demo") { _ in JSONLinesLogHandler(clock: clock, write: writeLogLine) }
            )
        }
    }

    private static func system(
        in folder: URL,
        realm: RealmName?,
        certificates: DemoAuthorityFiles,
        emulated: [(name: String, value: String)],
        clock: any WallClock,
        isForBrowsers: Bool
    ) async throws -> ImmuniSystem {
        let exportKey = try makeKey(folder.appending(path: "signing.pem"))
        let messageKey = try makeKey(folder.appending(path: "messages.pem"))
        let options = [
            "data": folder.appending(path: "data").path, "preset": "demo", "signing-key": exportKey,
            "message-signing-key": messageKey,
            "public.address": "127.0.0.1:0", "internal.address": "127.0.0.1:0",
            // Its clock jumps by hours and days.
            "clock.guard": "off",
            "public.tls-certificate": certificates.server.path, "public.tls-key": certificates.serverKey.path,
        ]
        // Browsers get no certificates. Signing in may take seconds on a slow machine, and a person prefers waiting to
        // a second attempt.
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
            realm: realm,
            catalogue: Server.catalogue(of: [ImmuniSystem.self])
        )
        return try ImmuniSystem(reader, clock: clock)
    }

    /// Makes a signing key and returns the path of its file.
    private static func makeKey(_ file: URL) throws -> String {
        try DurableFile.create(file, content: Data(P256.Signing.PrivateKey().pemRepresentation.utf8))
        return file.path
    }
}
