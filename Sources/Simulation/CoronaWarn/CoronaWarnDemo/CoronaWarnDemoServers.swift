import CommonAssembly
import CoronaWarnAdministration
package import CoronaWarnAssembly
import CoronaWarnConfiguration
import CoronaWarnDistribution
import CoronaWarnPortal
import Crypto
import DemoAuthority
import DemoServing
package import ExposurePrimitives
import FileStorage
import Foundation
package import HTTPTransport
import OperatorPortal
package import OperatorStores
package import ServiceKit
import Synchronization

/// The laboratory, verification, submission and distribution in this process, on free loopback ports, with a new
/// database, new keys and certificates of an authority made for them.
///
/// They end with ``stop()``, which also deletes their folder.
package final class CoronaWarnDemoServers: OperatedServers {
    /// The authority that phones trust, and its file for other programs.
    package let phoneTrust: ServerTrust
    package let authorityFile: String
    /// The public keys with which phones verify packages and signed documents.
    package let exportPublicKeyPEM: String
    package let messagePublicKeyPEM: String
    package let system: CoronaWarnSystem
    private let folder: URL
    private let running: Mutex<RunningServices>

    private init(
        folder: URL,
        certificates: DemoAuthorityFiles,
        messageKey: P256.Signing.PrivateKey,
        _ system: CoronaWarnSystem
    ) async throws {
        (self.folder, self.system) = (folder, system)
        phoneTrust = try ServerTrust(roots: Array(Data(contentsOf: certificates.root)))
        exportPublicKeyPEM = try system.realm.exportPublicKeyPEM()
        messagePublicKeyPEM = messageKey.publicKey.pemRepresentation
        authorityFile = certificates.root.path
        running = Mutex(try await RunningServices.start(system))
    }

    /// The address of the public listener.
    package var publicURL: String { running.withLock(\.publicURL) }
    /// The address of the internal listener.
    package var internalURL: String { running.withLock(\.internalURL) }
    /// The address of the pages of hotline and laboratory.
    package var portalURL: String { "\(internalURL)/portal" }

    /// Makes an account for the hotline's page and the laboratory's, and returns its password.
    package func makeOperator(_ name: OperatorName) async throws -> SecretBytes {
        var generator = SystemRandomNumberGenerator()
        let password = OperatorAccounts.makePassword(using: &generator)
        try await system.realm.operatorAccounts().create(
            name,
            roles: [.hotline, .laboratory],
            institution: "demo",
            password: password,
            isOwn: true
        )
        return password
    }

    /// Makes the packages that are due, beside the service, which may be doing the same.
    package func distribute() async throws {
        _ = try await system.distributionJob().run()
    }

    /// Stops the services. What they stored stays.
    package func interrupt() async throws {
        try await running.withLock(\.self).stop()
    }

    /// Starts the services again, on other ports.
    package func resume() async throws {
        let services = try await RunningServices.start(system)
        running.withLock { $0 = services }
    }

    package func stop() async throws {
        try await interrupt()
        // The databases close before their folder is deleted: closing removes files of their own.
        try system.realm.close()
        try FileManager.default.removeItem(at: folder)
    }
}

extension CoronaWarnDemoServers {
    /// Starts the services, and returns once phones find a tree to download.
    ///
    /// - Parameter realm: the name of their realm, if the process has several.
    package static func start(with clock: any WallClock, realm: RealmName? = nil) async throws -> CoronaWarnDemoServers
    {
        try await DemoAuthorityFiles.starting(now: SystemWallClock().now()) { folder, certificates in
            let messageKey = P256.Signing.PrivateKey()
            let system = try await system(in: folder, realm: realm, certificates, messageKey, clock: clock)
            try await system.publishNumbers()
            return try await CoronaWarnDemoServers(
                folder: folder,
                certificates: certificates,
                messageKey: messageKey,
                system
            )
        }
    }

    private static func system(
        in folder: URL,
        realm: RealmName?,
        _ certificates: DemoAuthorityFiles,
        _ messageKey: P256.Signing.PrivateKey,
        clock: any WallClock
    ) async throws -> CoronaWarnSystem {
        func file(_ name: String, _ key: P256.Signing.PrivateKey) throws -> String {
            let file = folder.appending(path: name)
            try DurableFile.create(file, content: Data(key.pemRepresentation.utf8))
            return file.path
        }
        let options = [
            "data": folder.appending(path: "data").path,
            "signing-key": try file("signing.pem", P256.Signing.PrivateKey()),
            "message-signing-key": try file("messages.pem", messageKey),
            "public.address": "127.0.0.1:0", "internal.address": "127.0.0.1:0",
            // Its clock jumps by hours and days.
            "clock.guard": "off",
            // The keys of one person are published, and a tester may ask for one teleTAN after the other.
            "distribution.min-keys": "1", "verification.teletan-pause": "0s",
            "public.tls-certificate": certificates.server.path, "public.tls-key": certificates.serverKey.path,
            // Signing in may take seconds on a slow machine, and a person prefers waiting to a second attempt.
            "limits.handling": "2m",
        ]
        let reader = try await SettingsReader(
            commandLine: options,
            environment: [:],
            realm: realm,
            catalogue: Server.catalogue(of: [CoronaWarnSystem.self])
        )
        let realm = try Realm(
            settings: RealmSettings(reader),
            databases: CoronaWarnSystem.databases(reader),
            clock: clock
        )
        let system = try CoronaWarnSystem(realm: realm, settings: reader)
        try await publishHotlines(of: system)
        return system
    }

    /// Gives phones the numbers of hotlines. Nobody has them: they are set aside for films.
    private static func publishHotlines(of system: CoronaWarnSystem) async throws {
        let administration = try system.configurationAdministration()
        var configuration = try await administration.published().configuration
        configuration.hotlines = [
            Hotline(purpose: .teleTAN, number: "+49 30 23125001"),
            Hotline(purpose: .information, number: "+49 30 23125002"),
        ]
        _ = try await administration.replace(
            by: ConfigurationDocument(configuration),
            by: ConfigurationAdministration.Signature(author: "demo", reason: "numbers for the screen of the hotline")
        )
    }
}
