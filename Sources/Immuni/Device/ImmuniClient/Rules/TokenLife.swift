import ExposurePrimitives
import ImmuniAPI

/// The analytics tokens of an iPhone (Immuni, Privacy-Preserving Analytics, "Data integrity solution"). A new token is
/// made each month and used once it is authorised. Until then the previous token is used, as long as it is valid.
struct TokenLife: Hashable, Sendable {
    /// The last token that was authorised.
    private(set) var authorised: Authorised?
    /// The token that is not authorised yet.
    private(set) var candidate: Candidate?
    /// The document's T_ATN: the first detection after it makes a new token.
    private(set) var nextTokenAt: UnixTime

    struct Authorised: Hashable, Sendable {
        let token: StoredToken
        /// The last month in which it is valid.
        let lastMonth: CalendarMonth
    }

    struct Candidate: Hashable, Sendable {
        let token: StoredToken
        /// The month of the first request for its authorisation: it was authorised then or later.
        var firstAsked: CalendarMonth?
    }

    /// The tokens of a phone that is used for the first time.
    init(at now: UnixTime, using generator: inout some RandomNumberGenerator) {
        candidate = Candidate(token: StoredToken(.random(using: &generator)))
        nextTokenAt = Self.drawNext(after: now, using: &generator)
    }

    /// Handles the end of a detection: makes a new token if it is time.
    ///
    /// - Returns: the token to ask about, once; nil if it is authorised.
    mutating func detectionEnded(
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> AnalyticsToken? {
        if now >= nextTokenAt {
            candidate = Candidate(token: StoredToken(.random(using: &generator)))
            nextTokenAt = Self.drawNext(after: now, using: &generator)
        }
        let month = CalendarMonth(of: now.utcDay)
        let first = candidate?.firstAsked ?? month
        candidate?.firstAsked = min(first, month)
        return candidate?.token.token
    }

    /// Handles the server's answer to a request with `token`.
    mutating func answered(_ token: AnalyticsToken, isAuthorised: Bool) {
        guard isAuthorised, let candidate, candidate.token.token == token, let first = candidate.firstAsked else {
            return
        }
        // Servers delete a token at the end of the month after that of its authorisation. Answers can be lost, so it
        // may have been authorised as early as the first request.
        authorised = Authorised(token: candidate.token, lastMonth: first.advanced(byMonths: 1))
        self.candidate = nil
    }

    /// The token to send Operational Info with; nil if there is no valid one.
    func usable(at now: UnixTime) -> AnalyticsToken? {
        authorised.flatMap { CalendarMonth(of: now.utcDay) <= $0.lastMonth ? $0.token.token : nil }
    }

    private static func drawNext(after now: UnixTime, using generator: inout some RandomNumberGenerator) -> UnixTime {
        let next = CalendarMonth(of: now.utcDay).advanced(byMonths: 1)
        return next.firstDay.startInUTC.advanced(bySeconds: MonthlyDraw.seconds(in: next, using: &generator))
    }
}

/// An analytics token in the app's encrypted file.
struct StoredToken: Hashable, Sendable, Codable {
    let token: AnalyticsToken

    init(_ token: AnalyticsToken) {
        self.token = token
    }

    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let token = AnalyticsToken(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "no analytics token")
        }
        self.token = token
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(token.exposedText)
    }

    func hash(into hasher: inout Hasher) {
        hasher.combine(token.digest)
    }
}

extension TokenLife: Codable {}
extension TokenLife.Authorised: Codable {}
extension TokenLife.Candidate: Codable {}
