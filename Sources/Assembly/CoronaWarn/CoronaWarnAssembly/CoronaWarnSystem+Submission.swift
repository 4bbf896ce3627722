import CommonAssembly
import CoronaWarnPackages
import CoronaWarnServing
import CoronaWarnSubmission
import DiagnosisKeyStores
import ExposurePrimitives
import HTTPTANReservations
import HTTPTransport
import ServiceKit
import SQLiteCoronaWarnStores
import SQLiteStores
import VerificationStores

extension CoronaWarnSystem {
    /// The service that takes keys.
    func submission(with means: ServiceMeans) throws -> SubmissionService {
        let transport = try settings.remoteVerification?.transport()
        let chunks = try keyStores().chunks(of: PackageKind.hour.sequence(of: settings.countries.own))
        return SubmissionService(
            uploads: try uploads(through: transport, with: means),
            policy: UploadPolicy(settings.submission, countries: settings.countries),
            maxBody: settings.submission.maxBody,
            marks: try transport.map { _ in try verificationStores().verification },
            clock: realm.clock,
            trusted: try realm.clocks.clock(of: .coronaWarn),
            logger: means.logger,
            activities: transport.map { transport in [Self.shutDown(transport)] } ?? []
        ) {
            _ = try await chunks.plannedChunks()
        }
    }

    private func uploads(
        through transport: HTTPPhoneTransport?,
        with means: ServiceMeans
    ) throws -> any TANUploads {
        switch realm.engine {
        case .sqlite(let factory):
            let database = try factory.database(.coronaWarn)
            guard let transport else {
                return SharedDatabaseUploads(
                    SQLiteUploads(database, consumer: SQLiteTANRights(), steps: realm.steps)
                )
            }
            return ReservedUploads(
                authority: HTTPTANAuthority(transport: transport, token: settings.remoteVerification?.token),
                uploads: SQLiteUploads(database, consumer: SQLiteReservedUploads(), steps: realm.steps),
                logger: means.logger
            )
        }
    }

    /// Closes connections when the host stops.
    private static func shutDown(_ transport: HTTPPhoneTransport) -> @Sendable () async -> Void {
        {
            while !Task.isCancelled {
                try? await Task.sleep(for: .seconds(UnixTime.secondsPerDay))
            }
            try? await transport.shutDown()
        }
    }
}

// MARK: - Keys

extension CoronaWarnSystem {
    /// The keys, in Corona-Warn's database.
    func keyStores() throws -> ExposureStores {
        switch realm.engine {
        case .sqlite(let factory): try factory.database(.coronaWarn).exposureStores(steps: realm.steps)
        }
    }
}
