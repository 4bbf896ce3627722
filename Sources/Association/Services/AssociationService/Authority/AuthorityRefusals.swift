package import ServiceKit
package import WireFormat

/// The refusals of registrations and of forwarded reports. No other route has refusals of its own.
enum AuthorityRefusal: Error, Hashable, Sendable {
    /// The proof shows nobody, the key is unusable, or the phone is another authority's.
    case proofRefused
    /// The district, or the whole authority, has no registration left in this hour.
    case isFull
    /// The caller is not the authority that a forwarded report names, or this is not its destination.
    case notAPartner

    var status: Int {
        switch self {
        case .proofRefused, .notAPartner: 403
        case .isFull: 429
        }
    }
}

/// The authority's refusals: a status and an empty body.
package struct AuthorityRefusals: RefusalRenderer {
    package init() {}

    package func answer(to refusal: Refusal) -> ServiceResponse {
        EmptyRefusals().answer(to: refusal)
    }

    package func answer(toOwn error: any Error) -> ServiceResponse? {
        (error as? AuthorityRefusal).map { .empty($0.status) }
    }
}
