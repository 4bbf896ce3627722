public import CoronaWarnAPI
public import ExposurePrimitives
public import Persistence

/// The results of tests, as the verification service asks for them: in a common data folder, or over the network.
public protocol TestResultSource: Sendable {
    /// The result of a test, as phones are told it. An unknown test becomes known as pending, so a laboratory that
    /// sends later finds its row.
    ///
    /// - Throws: `unreachable` if the results are kept elsewhere and there was no answer. Then the row may have been
    ///   made. The same question later does no harm.
    func phoneResult(of identifier: TestIdentifier, now: UnixTime) async throws(StoreError) -> PhoneTestResult

    /// Does the work of ``phoneResult(of:now:)`` for an unknown test, and takes it back before the commit.
    func rehearseResult(of identifier: TestIdentifier, now: UnixTime) async throws(StoreError)

    /// Those of the tests of which a laboratory's result is stored. Changes nothing.
    func known(among identifiers: [TestIdentifier]) async throws(StoreError) -> Set<TestIdentifier>
}

/// A test's result without what phones are not told: point-of-care tests are PCR tests, and the laboratory's name on
/// its credential is missing.
public struct PhoneTestResult: Hashable, Sendable {
    public let code: TestResultCode
    /// When the sample was taken, in seconds since 1970.
    public let sampleCollection: Int
    public let laboratoryID: LaboratoryID?
    /// Whether a laboratory has sent it. Otherwise there was only a question.
    public let isSent: Bool

    public init(code: TestResultCode, sampleCollection: Int, laboratoryID: LaboratoryID?, isSent: Bool) {
        self.code = code.forPhones
        self.sampleCollection = sampleCollection
        self.laboratoryID = laboratoryID
        self.isSent = isSent
    }

    public init(_ stored: StoredTestResult) {
        self.init(
            code: stored.code,
            sampleCollection: stored.sampleCollection,
            laboratoryID: stored.laboratoryID,
            isSent: stored.owner != nil
        )
    }
}
