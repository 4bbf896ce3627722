import CommonAssembly
import CoronaWarnPackages
import CoronaWarnPorts
import CoronaWarnServing
import CoronaWarnSubmission
import DiagnosisKeyStores
import HTTPCoronaWarn
import SQLCoronaWarnStores
import SQLStores
import ServiceKit

extension CoronaWarnSystem {
    /// The service that takes keys.
    func submission(with means: ServiceMeans) throws -> SubmissionService {
        let connection = try settings.remoteVerification?
            .connection(within: realm.settings.host.limits.handling)
        let chunks = try keyStores().chunks(of: PackageKind.hour.sequence(of: settings.countries.own))
        return SubmissionService(
            uploads: try uploads(through: connection, with: means),
            policy: UploadPolicy(settings.submission, countries: settings.countries),
            maxBody: settings.submission.maxBody,
            marks: try connection.map { _ in try verificationStores().verification },
            clock: realm.clock,
            trusted: try realm.clocks.clock(of: .coronaWarn),
            logger: means.logger,
            activities: connection.map { [$0.activity] } ?? []
        ) {
            _ = try await chunks.plannedChunks()
        }
    }

    private func uploads(
        through connection: RemoteConnection?,
        with means: ServiceMeans
    ) throws -> any TANUploads {
        let database = try realm.stores.database(.coronaWarn)
        guard let connection else {
            return SharedDatabaseUploads(
                SQLUploads(database, consumer: SQLTANRights(), steps: realm.steps)
            )
        }
        return ReservedUploads(
            authority: HTTPTANAuthority(exchange: connection.exchange, token: connection.token),
            uploads: SQLUploads(database, consumer: SQLReservedUploads(), steps: realm.steps),
            logger: means.logger
        )
    }
}

// MARK: - Keys

extension CoronaWarnSystem {
    /// The keys, in Corona-Warn's database.
    func keyStores() throws -> ExposureStores {
        try realm.stores.database(.coronaWarn).exposureStores(steps: realm.steps)
    }
}
