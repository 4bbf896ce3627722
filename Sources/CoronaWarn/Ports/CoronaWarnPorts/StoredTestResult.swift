public import CoronaWarnAPI
public import ExposurePrimitives

/// What is stored of one test.
public struct StoredTestResult: Hashable, Sendable {
    public let code: TestResultCode
    /// When the sample was taken, in seconds since 1970. For a test that is known only by a question it is the time
    /// that the question names, or its own.
    public let sampleCollection: Int
    /// The name that the laboratory gives itself.
    public let laboratoryID: LaboratoryID?
    /// The laboratory that sent the result; nil as long as there was only a question.
    public let owner: String?

    public init(code: TestResultCode, sampleCollection: Int, laboratoryID: LaboratoryID?, owner: String?) {
        self.code = code
        self.sampleCollection = sampleCollection
        self.laboratoryID = laboratoryID
        self.owner = owner
    }

    /// A test that a question made known.
    public init(askedAt now: UnixTime, code: TestResultCode = .asked, sampleCollection: Int? = nil) {
        self.init(
            code: code,
            sampleCollection: sampleCollection ?? Int(clamping: now.seconds),
            laboratoryID: nil,
            owner: nil
        )
    }
}

/// What became of a laboratory's batch.
public enum BatchOutcome: Hashable, Sendable {
    /// All its results are stored; repeated ones changed nothing.
    case stored
    /// Nothing is stored: the lines with these numbers, counted from 1, change a final result, or a test of another
    /// laboratory.
    case refused(lines: [Int])
}

/// What one run of the clean-up did.
public struct ResultRetention: Hashable, Sendable {
    public let redeemed: Int
    public let deleted: Int

    public init(redeemed: Int, deleted: Int) {
        self.redeemed = redeemed
        self.deleted = deleted
    }
}
