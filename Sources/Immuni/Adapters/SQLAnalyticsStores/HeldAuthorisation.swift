import AnalyticsStores
import Persistence

/// The right to run the authorisations, kept as long as the object exists.
final class HeldAuthorisation: AuthorisationClaim {
    private let claim: any WorkClaim

    init(_ claim: any WorkClaim) {
        self.claim = claim
    }
}
