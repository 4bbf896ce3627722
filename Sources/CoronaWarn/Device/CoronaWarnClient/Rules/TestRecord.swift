public import CoronaWarnAPI
public import ExposurePrimitives

/// A test that the phone registered, with what is known of its result.
public struct TestRecord: Codable, Hashable, Sendable {
    public let origin: Origin
    public let registeredAt: UnixTime
    /// The last result that the server told; nil before the first answer.
    public private(set) var result: TestResultCode?
    public private(set) var sampledAt: UnixTime?
    /// When the phone learned ``result``.
    public private(set) var toldAt: UnixTime?
    /// When the server refused the token.
    public private(set) var refusedAt: UnixTime?

    public enum Origin: Codable, Hashable, Sendable {
        case scanned(TestKind)
        /// The hotline gives teleTANs to people with a positive result, so there is nothing to wait for.
        case teleTAN
    }

    init(scanned test: ScannedTest, registeredAt now: UnixTime) {
        origin = .scanned(test.kind)
        registeredAt = now
        sampledAt = test.sampledAt
    }

    init(teleTANAt now: UnixTime) {
        origin = .teleTAN
        registeredAt = now
        result = TestResultCode(kind: .pcr, outcome: .positive)
        toldAt = now
    }

    /// Records an answer of the server.
    ///
    /// - Returns: whether there is something new to show: a local notification may say that a result is available.
    mutating func told(_ answer: TestResultAnswer, at now: UnixTime) -> Bool {
        guard let told = TestResultCode(code: answer.code)?.forPhones, told != result else {
            return false
        }
        // A final result stays what it is, except that the server stops telling it.
        guard canBecome(told.outcome) else {
            return false
        }
        result = told
        toldAt = now
        sampledAt = UnixTime(Int64(answer.sampleCollection))
        return told.outcome != .pending
    }

    private func canBecome(_ outcome: TestOutcome) -> Bool {
        switch result?.outcome {
        case nil, .pending: true
        case .invalid: outcome != .pending
        case .negative, .positive: outcome == .redeemed
        case .redeemed: false
        }
    }

    /// Records that the server does not know the token.
    mutating func tokenRefused(at now: UnixTime) {
        refusedAt = refusedAt ?? now
    }
}

// MARK: - What follows from it

extension TestRecord {
    /// What the phone shows of the test.
    public func card(at now: UnixTime) -> TestCard {
        switch result?.outcome {
        case nil, .pending:
            guard let refusedAt else {
                return .pending
            }
            // A token lives as long as a result is told. Before, a refusal is a mistake that the hotline can solve.
            return refusedAt.seconds(since: registeredAt) >= Self.sessionLife ? .redeemed : .lost
        case .negative: return isOutdated(at: now) ? .outdated : .negative
        case .positive: return .positive
        case .invalid: return .invalid
        case .redeemed: return .redeemed
        }
    }

    /// Whether the phone still asks for the result. A test that was not valid may be repeated under its code.
    func asks(at now: UnixTime) -> Bool {
        guard refusedAt == nil, origin != .teleTAN, age(at: now) < Self.sessionLife else {
            return false
        }
        switch result?.outcome {
        case nil, .pending, .invalid: return true
        case .negative, .positive, .redeemed: return false
        }
    }

    /// Whether the person may share keys.
    var permitsUpload: Bool { result?.permitsUpload ?? false }

    /// The kind of test that an upload names.
    var source: SubmissionPayload.Source { result?.kind == .rapid ? .rapid : .pcr }

    /// Whether the phone may forget the test by itself: a result without consequence after a week, everything else
    /// once the server has forgotten it.
    func isOver(at now: UnixTime) -> Bool {
        if age(at: now) >= Self.sessionLife {
            return true
        }
        switch card(at: now) {
        case .negative, .outdated, .redeemed:
            return toldAt.map { now.seconds(since: $0) >= Self.showingLife } ?? false
        case .pending, .positive, .invalid, .lost: return false
        }
    }

    /// A rapid test says something about two days alone.
    private func isOutdated(at now: UnixTime) -> Bool {
        guard result?.kind == .rapid, let sampledAt = sampledAt ?? toldAt else {
            return false
        }
        return now.seconds(since: sampledAt) >= Self.rapidLife
    }

    private func age(at now: UnixTime) -> Int64 { now.seconds(since: registeredAt) }

    /// Seconds: 21 days, as long as the server keeps token and result.
    static let sessionLife = 21 * UnixTime.secondsPerDay
    /// Seconds: 48 hours after the sample, a rapid test's negative result is outdated.
    static let rapidLife = 2 * UnixTime.secondsPerDay
    /// Seconds: 168 hours, after which a result that asks for nothing is not shown any more.
    static let showingLife = 7 * UnixTime.secondsPerDay
}

/// What a phone shows of a test.
public enum TestCard: String, Codable, Hashable, Sendable, CaseIterable {
    case pending
    case negative
    case positive
    /// The test has to be repeated.
    case invalid
    /// The result is no longer told, because it is old.
    case redeemed
    /// A rapid test was negative more than two days ago.
    case outdated
    /// The server does not know the phone's token any more. The hotline helps.
    case lost
}
