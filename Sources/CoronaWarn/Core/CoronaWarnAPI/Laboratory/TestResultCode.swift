/// A test's result: its kind and what is known (contract codes 0 to 14).
public struct TestResultCode: Hashable, Sendable, Codable {
    public let kind: TestKind
    public let outcome: TestOutcome

    public init(kind: TestKind, outcome: TestOutcome) {
        self.kind = kind
        self.outcome = outcome
    }

    /// Nil outside 0…14.
    public init?(code: Int) {
        guard Self.codes.contains(code), let kind = TestKind(rawValue: code / TestOutcome.allCases.count),
            let outcome = TestOutcome(rawValue: code % TestOutcome.allCases.count)
        else {
            return nil
        }
        self.init(kind: kind, outcome: outcome)
    }

    /// 0…4 for PCR, 5…9 for rapid tests, 10…14 for point-of-care tests.
    public var code: Int { kind.rawValue * TestOutcome.allCases.count + outcome.rawValue }

    /// The result for phones, which know point-of-care tests as PCR tests. Its code is 0…9.
    public var forPhones: TestResultCode {
        kind == .pointOfCare ? TestResultCode(kind: .pcr, outcome: outcome) : self
    }

    /// Whether the person may upload keys. Point-of-care tests count like PCR tests.
    public var permitsUpload: Bool { outcome == .positive }

    public static let codes = 0...14
    /// The result of a test that is known only because a phone asked for it. Its kind is not known yet.
    public static let asked = TestResultCode(kind: .pcr, outcome: .pending)
}

/// The kinds of test, in the order of their codes.
public enum TestKind: Int, Sendable, CaseIterable, Codable {
    case pcr
    case rapid
    /// Nucleic acid test at the point of care.
    case pointOfCare

    /// The outcomes that a laboratory may send: for PCR tests 1…3, for the others also pending. None may say redeemed.
    public var sentOutcomes: [TestOutcome] {
        self == .pcr ? [.negative, .positive, .invalid] : [.pending, .negative, .positive, .invalid]
    }
}

/// What is known of a test, in the order of the codes.
public enum TestOutcome: Int, Sendable, CaseIterable, Codable {
    case pending
    case negative
    case positive
    /// The test has to be repeated.
    case invalid
    /// The result is no longer told, because it is old.
    case redeemed
}

/// What a laboratory's message does to a stored result.
public enum TestResultChange: Hashable, Sendable {
    /// The new result is stored.
    case stored
    /// The same result again changes nothing and is no error.
    case unchanged
    /// The message is refused.
    case refused

    /// A pending test may get any result, and an invalid one a repeated test's. All other results are final.
    ///
    /// A row that only a phone's question made (``TestResultCode/asked``) may become any kind of test.
    public init(from stored: TestResultCode, to sent: TestResultCode) {
        guard stored != sent else {
            self = .unchanged
            return
        }
        let isSameKind = stored.kind == sent.kind
        self =
            switch (stored.outcome, sent.outcome) {
            case (_, .redeemed): .refused
            case (.pending, _): isSameKind || stored == .asked ? .stored : .refused
            case (.invalid, .negative), (.invalid, .positive): isSameKind ? .stored : .refused
            case (.invalid, _), (.negative, _), (.positive, _), (.redeemed, _): .refused
            }
    }
}
