import ExposurePrimitives
import Persistence

/// Signs requests, sends them, and repeats those that may succeed later.
///
/// Every request of the store may be repeated: it stores the same bytes, reads, or deletes.
struct S3Connection: Sendable {
    let signer: S3Signer
    /// The value of the `Host` header.
    let host: String
    let exchange: any S3Exchange
    let retry: S3Retry
    let clock: any WallClock

    /// Sends a request until it succeeds, or no attempt is left.
    ///
    /// - Parameters:
    ///   - purpose: what fails if it fails, for an operator.
    ///   - maxSize: the maximum size of the answer's body in bytes.
    ///   - read: reads an answer with a status of success.
    func perform<Value>(
        _ request: S3Request,
        to purpose: String,
        maxSize: Int = S3Limits.maxDocumentSize,
        read: (S3Answer) throws(S3Failure) -> Value
    ) async throws(ObjectStorageError) -> Value {
        do {
            return try await value(of: request, maxSize: maxSize, read: read)
        } catch {
            throw ObjectStorageError(reason: "\(purpose): \(error)")
        }
    }

    /// As ``perform(_:to:maxSize:read:)``, for callers that know what to do about some failures.
    func value<Value>(
        of request: S3Request,
        maxSize: Int = S3Limits.maxDocumentSize,
        read: (S3Answer) throws(S3Failure) -> Value
    ) async throws(S3Failure) -> Value {
        var number = 1
        while true {
            do throws(S3Failure) {
                return try await attempt(request, maxSize: maxSize, read: read)
            } catch {
                guard error.mayPass, number < retry.attempts, !Task.isCancelled else {
                    throw error
                }
                number += 1
                do {
                    try await retry.wait(retry.pause(before: number, fraction: retry.fraction()))
                } catch _ {
                    throw error
                }
            }
        }
    }

    private func attempt<Value>(
        _ request: S3Request,
        maxSize: Int,
        read: (S3Answer) throws(S3Failure) -> Value
    ) async throws(S3Failure) -> Value {
        // Each attempt has a signature of its own, because the server refuses those that are older than 15 minutes.
        let signed = signer.sign(request, host: host, now: clock.now())
        let answer = try await exchange.answer(to: signed, maxSize: maxSize)
        if let failure = S3Failure.of(answer, to: request.method) {
            throw failure
        }
        return try read(answer)
    }
}
