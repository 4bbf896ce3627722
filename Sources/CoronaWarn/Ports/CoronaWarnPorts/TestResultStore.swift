public import CoronaWarnAPI
public import ExposurePrimitives
public import Persistence

/// The results of tests, as their service keeps them.
public protocol TestResultStore: TestResultSource {
    /// The result of a test. An unknown test becomes known as pending, so a laboratory that sends later finds its row.
    func result(of identifier: TestIdentifier, now: UnixTime) async throws(StoreError) -> StoredTestResult

    /// Stores a laboratory's batch whole or not at all. ``/CoronaWarnAPI/TestResultChange`` says which results
    /// may change.
    ///
    /// The first laboratory that sends a test's result owns the row.
    func store(_ batch: ResultBatch, from laboratory: String, now: UnixTime) async throws(StoreError) -> BatchOutcome

    /// The result of one of a laboratory's own tests. An unknown test becomes known as pending and belongs to nobody.
    ///
    /// - Parameter sampleCollection: the time of an unknown test's sample; nil means now.
    /// - Returns: nil for a test of another laboratory.
    func result(
        of identifier: TestIdentifier,
        kind: TestKind,
        sampleCollection: Int?,
        for laboratory: String,
        now: UnixTime
    ) async throws(StoreError) -> StoredTestResult?

    /// Redeems final results, and deletes rows. The ages count from a laboratory's last change, or from the question
    /// that made a row; pending tests are never redeemed.
    ///
    /// - Parameters:
    ///   - redeemAge: seconds after which a result is no longer told.
    ///   - deleteAge: seconds after which a row is deleted.
    func retain(now: UnixTime, redeemAge: Int64, deleteAge: Int64) async throws(StoreError) -> ResultRetention
}

extension TestResultStore {
    public func phoneResult(of identifier: TestIdentifier, now: UnixTime) async throws(StoreError) -> PhoneTestResult {
        PhoneTestResult(try await result(of: identifier, now: now))
    }
}

/// The stores of the laboratory service, as one adapter provides them.
public struct TestResultStoreSet: Sendable {
    public let results: any TestResultStore
    public let traces: any TraceErasure

    public init(results: any TestResultStore, traces: any TraceErasure) {
        self.results = results
        self.traces = traces
    }
}
