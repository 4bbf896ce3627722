package import CoronaWarnAPI
import HTTPTypes
package import ServiceKit
package import WireFormat

/// Corona-Warn's refusals: a status and an empty body. A refused batch of a laboratory names its bad lines.
package struct CoronaWarnRefusals: RefusalRenderer {
    private let isTooLarge: CoronaWarnError

    /// - Parameter isTooLarge: the answer to a body that is too large.
    package init(isTooLarge: CoronaWarnError = .notCompliant) {
        self.isTooLarge = isTooLarge
    }

    package func answer(to refusal: Refusal) -> ServiceResponse {
        .empty(CoronaWarnError(refusal, isTooLarge: isTooLarge).status)
    }

    package func answer(toOwn error: any Error) -> ServiceResponse? {
        switch error {
        case let error as CoronaWarnError: .empty(error.status)
        case let error as TooManyRequests: error.response
        case let error as RefusedBatch: error.response
        default: nil
        }
    }
}

/// The refusal of a request that has to come later.
package struct TooManyRequests: Error {
    /// Seconds, at least one.
    private let seconds: Int64

    package init(seconds: Int64) {
        self.seconds = max(seconds, 1)
    }

    fileprivate var response: ServiceResponse {
        var response = ServiceResponse.empty(CoronaWarnError.tooManyRequests.status)
        response.headers[.retryAfter] = "\(seconds)"
        return response
    }
}

/// The refusal of a laboratory's whole batch.
package struct RefusedBatch: Error {
    private let status: CoronaWarnError
    private let reason: ResultBatchError

    package init(_ status: CoronaWarnError, _ reason: ResultBatchError) {
        self.status = status
        self.reason = reason
    }

    fileprivate var response: ServiceResponse {
        reason.body.isEmpty ? .empty(status.status) : .json(reason.body, status: status.status)
    }
}
