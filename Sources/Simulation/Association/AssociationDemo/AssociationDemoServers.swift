package import AssociationAssembly
package import AssociationClient
import AssociationPortal
package import AssociationProtocol
import CommonAssembly
import DemoAuthority
import DemoServing
package import ExposurePrimitives
import Foundation
package import HTTPTransport
package import HeraldPayloads
import OperatorPortal
package import OperatorStores
import ServiceKit

/// The authority in this process, on free loopback ports, with a new database, new keys and certificates made for it.
///
/// It ends with ``stop()``, which also deletes its folder.
package final class AssociationDemoServers: OperatedServers {
    /// The authority of certificates that phones trust, and its file for other programs.
    package let phoneTrust: ServerTrust
    package let authorityFile: String
    /// The key that is built into the apps.
    package let agreementKey: PublicAgreementKey
    /// The key with which the apps check attestations.
    package let attestationKey: AttestationVerificationKey
    package let system: AssociationSystem
    package let publicURL: String
    package let internalURL: String
    private let folder: URL
    private let services: RunningServices

    private init(
        folder: URL,
        certificates: DemoAuthorityFiles,
        agreementKey: PrivateAgreementKey,
        _ system: AssociationSystem,
        names: [ServiceName]
    ) async throws {
        (self.folder, self.system) = (folder, system)
        self.agreementKey = agreementKey.publicKey
        attestationKey = AttestationSigningKey(of: agreementKey).verificationKey
        phoneTrust = try ServerTrust(roots: Array(Data(contentsOf: certificates.root)))
        authorityFile = certificates.root.path
        services = try await RunningServices(names, of: system)
        (publicURL, internalURL) = (services.publicURL, services.internalURL)
    }

    /// The address of the page with held reports, if it is served.
    package var portalURL: String { "\(internalURL)/portal" }

    /// The app of this authority.
    package func app() throws -> AssociationApp.App {
        try AssociationApp.App(
            jurisdiction: Self.place,
            agreementKey: agreementKey,
            policy: .required(by: [attestationKey])
        )
    }

    /// Makes an account for the page with held reports, and returns its password.
    package func makeOperator(_ name: OperatorName) async throws -> SecretBytes {
        var generator = SystemRandomNumberGenerator()
        let password = OperatorAccounts.makePassword(using: &generator)
        try await system.realm.operatorAccounts().create(
            name,
            roles: [.epidemiologist],
            institution: "demo",
            password: password,
            isOwn: true
        )
        return password
    }

    package func stop() async throws {
        try await services.stop()
        // The databases close before their folder is deleted: closing removes files of their own.
        try system.realm.close()
        try FileManager.default.removeItem(at: folder)
    }
}

extension AssociationDemoServers {
    /// - Parameter alsoPortal: whether the page with held reports is served, too.
    package static func start(
        with clock: any WallClock,
        alsoPortal: Bool = false
    ) async throws -> AssociationDemoServers {
        try await DemoAuthorityFiles.starting(now: SystemWallClock().now()) { folder, certificates in
            let keyFile = folder.appending(path: "association.key").path
            _ = try AgreementKeyFile.create(keyFile)
            return try await AssociationDemoServers(
                folder: folder,
                certificates: certificates,
                agreementKey: AgreementKeyFile.load(keyFile),
                system(in: folder, certificates, keyFile: keyFile, clock: clock),
                names: alsoPortal ? [.association, .portal] : [.association]
            )
        }
    }

    private static func system(
        in folder: URL,
        _ certificates: DemoAuthorityFiles,
        keyFile: String,
        clock: any WallClock
    ) async throws -> AssociationSystem {
        let options = [
            "data": folder.appending(path: "data").path,
            "public.address": "127.0.0.1:0", "internal.address": "127.0.0.1:0",
            "public.tls-certificate": certificates.server.path, "public.tls-key": certificates.serverKey.path,
            // Signing in may take seconds on a slow machine, and a person prefers waiting to a second attempt.
            "limits.handling": "2m",
            // Its clock jumps by hours and days.
            "clock.guard": "off",
            "association.mode": "centralised", "association.key": keyFile, "association.proof": "none",
            "association.country": "\(place.country)", "association.state": "\(place.state)",
        ]
        let reader = try await SettingsReader(
            commandLine: options,
            environment: [:],
            catalogue: Server.catalogue(of: [AssociationSystem.self])
        )
        let realm = try Realm(
            settings: RealmSettings(reader),
            databases: AssociationSystem.databases(reader),
            clock: clock
        )
        return try AssociationSystem(realm: realm, settings: reader)
    }

    /// The place of the demo's authority: Italy, and its region Lazio by the numbers of the statistics office.
    package static let place = Jurisdiction(country: 380, state: 12)
}
