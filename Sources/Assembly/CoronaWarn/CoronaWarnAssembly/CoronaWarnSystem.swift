package import CommonAssembly
import CoronaWarnAPI
import CoronaWarnFederation
package import CoronaWarnLaboratory
import CoronaWarnPortal
package import CoronaWarnPorts
import CoronaWarnServing
package import CoronaWarnVerification
package import Foundation
import HTTPCoronaWarn
package import OperatorStores
import SQLCoronaWarnStores
package import SQLEngine
import SQLStores
package import ServiceKit

extension DatabaseName {
    /// The results of tests.
    package static let laboratory = DatabaseName("laboratory")
    /// Registrations, TANs, keys and partners.
    package static let coronaWarn = DatabaseName("corona-warn")
    /// The configuration of the phones.
    package static let coronaWarnConfiguration = DatabaseName("corona-warn-configuration")
}

/// Corona-Warn on a realm. It makes Corona-Warn's services and jobs.
package struct CoronaWarnSystem: SystemAssembly {
    package let realm: Realm
    let settings: CoronaWarnSettings

    package init(realm: Realm, settings: SettingsReader) throws {
        self.realm = realm
        self.settings = try CoronaWarnSettings(settings)
    }

    package static let name = "corona-warn"
    package static let services: [ServiceName] = [
        .laboratory, .verification, .submission, .distribution, .federation,
    ]
    package static let roles = OperatorRole.ofCoronaWarn
    package static let rolesOfInstitutions: Set<OperatorRole> = [.hotlineEvent, .laboratory]
    package static let publicServices: Set<ServiceName> = [.verification, .submission, .distribution]
    package static let catalogue = CoronaWarnSettings.catalogue
    package static let refusals: any RefusalRenderer = CoronaWarnRefusals()
    package static let requestHeaders = [
        CoronaWarnHeader.fake, CoronaWarnHeader.authorization, CoronaWarnHeader.oneTimePassword,
        CoronaWarnHeader.padding,
    ]
    package static let cacheableFiles = CacheableFiles(
        lasting: CoronaWarnEndpoint.packages,
        changing: CoronaWarnEndpoint.changingFiles
    )

    package static func region(_ settings: SettingsReader) throws(SettingsError) -> String? {
        try CoronaWarnSettings(settings).countries.own.text
    }

    package static func keyFiles(_ settings: SettingsReader) throws(SettingsError) -> [String] {
        let federation = try CoronaWarnSettings(settings).federation
        return [federation.signingKeyFile, federation.certificateKeyFile].compactMap(\.self)
    }

    package static func check(_ settings: SettingsReader) throws(SettingsError) {
        _ = try CoronaWarnSettings(settings)
    }

    package static func databases(_ settings: SettingsReader) throws -> [SQLContent] {
        ownDatabases + [.operators]
    }

    package static func database(ofJobsOf service: ServiceName) -> DatabaseName {
        service == .laboratory ? .laboratory : .coronaWarn
    }

    /// Those that no other system uses.
    private static let ownDatabases: [SQLContent] = [.laboratory, .coronaWarn, .coronaWarnConfiguration]

    /// Whether a folder is in use: it has one of the databases. A split installation has not all of them.
    package static func uses(_ folder: URL) -> Bool {
        ownDatabases.contains { content in
            FileManager.default.fileExists(atPath: folder.appending(path: content.file).path)
        }
    }
}

extension ServiceName {
    package static let laboratory = ServiceName(rawValue: "laboratory")
    package static let verification = ServiceName(rawValue: "verification")
    package static let submission = ServiceName(rawValue: "submission")
    package static let distribution = ServiceName(rawValue: "distribution")
    package static let federation = ServiceName(rawValue: "federation")
}

// MARK: - The services

extension CoronaWarnSystem {
    package func checkProtection(of services: Set<ServiceName>) throws {
        guard
            realm.settings.messageSigningKeyFile != nil || realm.settings.mayBeUnsigned
                || !services.contains(.distribution)
        else {
            throw CoronaWarnAssemblyError.unsigned
        }
    }

    package func service(_ name: ServiceName, with means: ServiceMeans) async throws -> any HostedService {
        switch name {
        case .laboratory: try laboratory(with: means)
        case .verification: try verification(with: means)
        case .submission: try submission(with: means)
        case .distribution: try distribution(with: means)
        case .federation: try federation(with: means)
        default: preconditionFailure("\(name.rawValue) is no service of Corona-Warn")
        }
    }

    private func laboratory(with means: ServiceMeans) throws -> LaboratoryService {
        LaboratoryService(
            results: try testResultStores().results,
            keys: try laboratoryKeys(),
            retention: try resultRetentionJob(),
            clock: realm.clock,
            logger: means.logger,
            metrics: means.metrics
        )
    }

    private func verification(with means: ServiceMeans) throws -> VerificationService {
        let connection = try laboratoryConnection()
        let results = try resultSource(through: connection)
        return VerificationService(
            store: try verificationStores().verification,
            results: results,
            keys: try operatorKeys(),
            secrets: VerificationSecrets(try realm.rightKey()),
            configuration: settings.verification,
            cleanup: try registrationCleanupJob(results),
            clock: realm.clock,
            logger: means.logger,
            metrics: means.metrics,
            activities: connection.map { [$0.activity] } ?? []
        )
    }
}

// MARK: - Jobs

extension CoronaWarnSystem {
    /// The job that redeems and deletes results.
    package func resultRetentionJob() throws -> ResultRetentionJob {
        ResultRetentionJob(stores: try testResultStores(), clock: try realm.clocks.clock(of: .laboratory))
    }

    /// Deletes tokens, TANs and teleTANs at the end of their lives, and forgets tests, without waiting for the job.
    package func cleanRegistrations() async throws -> RegistrationCleanupJob.Outcome {
        let connection = try laboratoryConnection()
        let outcome: RegistrationCleanupJob.Outcome
        do {
            outcome = try await registrationCleanupJob(resultSource(through: connection)).run()
        } catch {
            try await connection?.shutDown()
            throw error
        }
        try await connection?.shutDown()
        return outcome
    }

    /// The job that does the same every hour.
    ///
    /// - Parameter results: where the results are.
    private func registrationCleanupJob(_ results: any TestResultSource) throws -> RegistrationCleanupJob {
        RegistrationCleanupJob(
            stores: try verificationStores(),
            results: results,
            clock: try realm.clocks.clock(of: .coronaWarn)
        )
    }
}

// MARK: - Stores

extension CoronaWarnSystem {
    package func testResultStores() throws -> TestResultStoreSet {
        try realm.stores.database(.laboratory).testResultStores()
    }

    /// The connection to a laboratory service elsewhere; nil if it shares the data folder.
    private func laboratoryConnection() throws -> RemoteConnection? {
        try settings.remoteLaboratory?
            .connection(within: realm.settings.host.limits.handling)
    }

    private func resultSource(through connection: RemoteConnection?) throws -> any TestResultSource {
        guard let connection else {
            return try testResultStores().results
        }
        return HTTPResultSource(exchange: connection.exchange, token: connection.token)
    }

    package func verificationStores() throws -> VerificationStoreSet {
        try realm.stores.database(.coronaWarn).verificationStores()
    }

    /// The keys of laboratories, for their administrator.
    package func laboratoryKeys() throws -> any AccessKeyStore {
        SQLAccessKeys(try realm.stores.database(.laboratory))
    }

    /// Whether operators of a health authority get teleTANs for events.
    package func permitsEvents(of authority: String?) -> Bool {
        settings.verification.permitsEvents(of: authority)
    }

    /// The tokens of operators' programs, for their administrator.
    package func operatorKeys() throws -> any AccessKeyStore {
        SQLAccessKeys(try realm.stores.database(.coronaWarn))
    }
}
