package import AssociationPorts
package import AssociationService
package import Persistence
package import ServiceKit

/// The central authority: its services as one.
package struct AssociationAuthority: AuthorityService {
    private let parts: [any AuthorityService]
    /// The job that looks at the batches that have arrived.
    package let validation: BatchValidationJob
    package let activities: [@Sendable () async -> Void]

    /// - Parameters:
    ///   - files: for published boxes.
    ///   - partners: the authorities with which contacts are exchanged.
    ///   - activities: work that continues as long as the service.
    package init(
        _ means: AuthorityMeans,
        proofs: any RegistrationProofVerifier,
        files: any ObjectStore,
        partners: [ForeignAuthority] = [],
        activities: [@Sendable () async -> Void] = []
    ) {
        let provisional = ProvisionalIndexes(accounts: means.stores.accounts)
        let arrived = ArrivedReports(means, partners: partners, provisional: provisional)
        parts = [
            Registrations(means, proofs: proofs, provisional: provisional),
            Accounts(means),
            Reports(means, arrived: arrived),
            arrived,
            Boxes(means, files: files),
            Decisions(means),
            Alerts(means),
            Forwarding(means, partners: partners),
            ForwardedReports(means, partners: partners, arrived: arrived),
        ]
        validation = arrived.validation
        self.activities = activities + parts.flatMap(\.activities)
    }

    package var publicRoutes: [Route] { parts.flatMap(\.publicRoutes) }
    package var internalRoutes: [Route] { parts.flatMap(\.internalRoutes) }
    package var partnerRoutes: [Route] { parts.flatMap(\.partnerRoutes) }
    package var jobs: [PeriodicJob] { parts.flatMap(\.jobs) }

    package func checkHealth() async throws {
        for part in parts {
            try await part.checkHealth()
        }
    }
}
