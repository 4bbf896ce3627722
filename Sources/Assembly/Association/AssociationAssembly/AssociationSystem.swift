import AssociationPortal
package import AssociationPorts
package import AssociationService
package import CommonAssembly
package import Foundation
import HeraldPayloads
package import OperatorStores
import SQLAssociationStores
package import SQLEngine
import SQLStores
package import ServiceKit

extension DatabaseName {
    /// Accounts, reports and contacts.
    package static let association = DatabaseName("association")
    /// The index of ClientIDs.
    package static let associationIndex = DatabaseName("association-index")
}

extension ServiceName {
    package static let association = ServiceName(rawValue: "association")
}

/// Authenticated association on a realm. It makes the authority, if the mode has one.
package struct AssociationSystem: SystemAssembly {
    package let realm: Realm
    let settings: AssociationSettings

    package init(realm: Realm, settings: SettingsReader) throws {
        self.realm = realm
        self.settings = try AssociationSettings(settings)
    }

    package static let name = "association"
    package static let services: [ServiceName] = [.association]
    package static let publicServices: Set<ServiceName> = [.association]
    package static let roles: [OperatorRole] = [.epidemiologist]
    package static let catalogue = AssociationSettings.catalogue
    package static let refusals: any RefusalRenderer = AuthorityRefusals()

    package static func region(_ settings: SettingsReader) throws(SettingsError) -> String? {
        let settings = try AssociationSettings(settings)
        let place = settings.authority.jurisdiction
        return settings.mode.hasAuthority ? "\(place.country)" : nil
    }

    package static func keyFiles(_ settings: SettingsReader) throws(SettingsError) -> [String] {
        let settings = try AssociationSettings(settings)
        return [settings.keyFile, settings.certificate.keyFile].compactMap(\.self)
    }

    package static func check(_ settings: SettingsReader) throws(SettingsError) {
        _ = try AssociationSettings(settings)
    }

    /// None without an authority, so that not even `avviso migrate` makes a file.
    package static func databases(_ settings: SettingsReader) throws -> [SQLContent] {
        try AssociationSettings(settings).mode.hasAuthority ? ownDatabases + [.operators] : []
    }

    /// Those that no other system uses.
    private static let ownDatabases: [SQLContent] = [.association, .associationIndex]

    /// Whether a folder has one of the databases.
    package static func uses(_ folder: URL) -> Bool {
        ownDatabases.contains { content in
            FileManager.default.fileExists(atPath: folder.appending(path: content.file).path)
        }
    }

    package static func database(ofJobsOf service: ServiceName) -> DatabaseName { .association }

    package func checkProtection(of services: Set<ServiceName>) throws {}

    package func service(_ name: ServiceName, with means: ServiceMeans) async throws -> any HostedService {
        guard settings.mode.hasAuthority else {
            return AbsentAuthority()
        }
        let (proofs, activities) = try registrationProofs(logger: means.logger)
        let own = AuthorityMeans(
            stores: try stores(),
            secrets: try secrets(),
            configuration: settings.authority,
            clock: realm.clock,
            trusted: try realm.clocks.clock(of: .association),
            logger: means.logger,
            metrics: means.metrics
        )
        return AssociationAuthority(
            own,
            proofs: proofs,
            files: try realm.files,
            partners: try foreignAuthorities(),
            activities: activities
        )
    }

    private func secrets() throws -> AuthoritySecrets {
        guard let path = settings.keyFile else {
            throw AssociationAssemblyError.keyMissing
        }
        return AuthoritySecrets(agreementKey: try AgreementKeyFile.load(path), rightKey: try realm.rightKey())
    }

    func stores() throws -> AssociationStoreSet {
        try realm.stores.database(.association).associationStores(indexes: realm.stores.database(.associationIndex))
    }
}

// MARK: - Jobs

extension AssociationSystem {
    /// Whether the mode has an authority, and the realm its database.
    package var hasAccounts: Bool { settings.mode.hasAuthority && realm.stores.has(.association) }

    /// The reports that wait for an operator.
    package func heldReports() throws -> any HeldReports { try decisionJob() }

    /// The issuer of codes for operators. The service has one of its own, and nobody reads what this one counts for the
    /// metrics.
    package func codes() throws -> any CodeIssuing {
        CodeIssuer(
            stores: try stores(),
            secrets: try secrets(),
            configuration: settings.authority,
            clock: realm.clock,
            metrics: MetricsRegistry()
        )
    }

    /// The job that looks at the batches that have arrived. The service has one of its own.
    package func validationJob() throws -> BatchValidationJob {
        let stores = try stores()
        return BatchValidationJob(
            stores: stores,
            configuration: settings.authority,
            partners: Set(try partnerAuthorities().map(\.jurisdiction)),
            provisional: ProvisionalIndexes(accounts: stores.accounts),
            metrics: MetricsRegistry()
        )
    }

    /// The job that decides about complete reports.
    package func decisionJob() throws -> ExposureDecisionJob {
        ExposureDecisionJob(
            stores: try stores(),
            clock: try realm.clocks.clock(of: .association),
            usualPeople: settings.authority.usualPeople
        )
    }

    /// The job that deletes what has reached its age.
    package func retentionJob() throws -> AuthorityRetentionJob {
        AuthorityRetentionJob(
            stores: try stores(),
            clock: try realm.clocks.clock(of: .association),
            unusedDays: settings.authority.unusedDays
        )
    }
}
