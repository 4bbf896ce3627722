import DiagnosisKeyStores
import ExposurePrimitives
import Persistence

/// A database that does not answer.
struct FailingStore: UploadRightStore, UploadStore {
    private static let failure = StoreError.unavailable(reason: "planted")

    func grant(_ right: UploadRight, now: UnixTime) async throws(StoreError) -> GrantOutcome {
        throw Self.failure
    }

    func isLive(_ identifier: RightIdentifier, now: UnixTime) async throws(StoreError) -> Bool {
        throw Self.failure
    }

    func consume(
        _ identifier: RightIdentifier,
        now: UnixTime,
        storing content: @escaping @Sendable (RightEvidence) throws(StoreError) -> UploadContent
    ) async throws(StoreError) -> Bool {
        throw Self.failure
    }

    func rehearse(
        _ identifier: RightIdentifier,
        now: UnixTime,
        storing content: @escaping @Sendable (RightEvidence) throws(StoreError) -> UploadContent
    ) async throws(StoreError) {
        throw Self.failure
    }
}
