import HTTPTypes
package import ServiceKit
package import WireFormat

/// The refusals of registrations, codes and forwarded reports. No other route has refusals of its own.
enum AuthorityRefusal: Error, Hashable, Sendable {
    /// The proof shows nobody, the key is unusable, or the phone is another authority's.
    case proofRefused
    /// The district, or the whole authority, has no registration left in this hour.
    case isFull
    /// The operator, or all together, had too many codes in this hour.
    case tooManyCodes(seconds: Int64)
    /// The caller is not the authority that a forwarded report names, or this is not its destination.
    case notAPartner

    fileprivate var response: ServiceResponse {
        switch self {
        case .proofRefused, .notAPartner: return .empty(403)
        case .isFull: return .empty(429)
        case .tooManyCodes(let seconds):
            var response = ServiceResponse.empty(429)
            response.headers[.retryAfter] = "\(max(seconds, 1))"
            return response
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
        (error as? AuthorityRefusal).map(\.response)
    }
}
