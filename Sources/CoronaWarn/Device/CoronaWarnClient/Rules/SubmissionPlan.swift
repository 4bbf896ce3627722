import CoronaWarnAPI
import ExposurePrimitives
import GAENCore

/// What a person with a positive test shares, from the consent to the last key.
///
/// The first upload has the keys of up to fourteen past days. The test day's key follows on the next day, under the
/// framework's consent of 24 hours. Further keys follow each day only if the person wants it, with a consent each.
struct SubmissionPlan: Codable, Equatable, Sendable {
    private(set) var choices: Choices
    /// When the person agreed to share.
    let consentedAt: UnixTime
    /// When the framework asked the person. It does not ask again within 24 hours, so a second plan within them gets no
    /// more time.
    private let askedAt: UnixTime
    /// The upload that is not confirmed yet.
    private(set) var upload: PreparedUpload?
    /// The start of the newest key that was prepared; nil before the first upload.
    private var preparedThrough: UInt32?
    private(set) var uploadCount = 0

    /// What the person chose.
    struct Choices: Codable, Equatable, Sendable {
        let levels: UploadLevels
        let source: SubmissionPayload.Source
        /// Two capitals each; empty unless the configuration asks for them.
        let visitedCountries: [String]
        let consentsToFederation: Bool
        /// Whether further keys follow each day. Off unless the person switches it on.
        var sharesDaily = false
    }

    /// When the framework is asked for keys again.
    enum Collection: Hashable, Sendable {
        /// Now: the consent covers it.
        case due
        case waits(until: UnixTime)
        /// Nothing more without another consent.
        case over
    }

    /// - Parameter earlier: the plan that this one replaces.
    init(_ choices: Choices, consentedAt: UnixTime, after earlier: SubmissionPlan? = nil) {
        self.choices = choices
        self.consentedAt = consentedAt
        askedAt = earlier.flatMap { $0.isCovered(at: consentedAt) ? $0.askedAt : nil } ?? consentedAt
    }

    /// Whether everything that was prepared is confirmed.
    var isUnsent: Bool { upload != nil }

    /// The keys of `history` for the next upload, newest first: at most fourteen that were not prepared before.
    ///
    /// Keys that do not start at midnight are left out, because one of them makes servers refuse the whole upload. The
    /// framework makes none as long as it withholds the current day's key.
    func keys(from history: [TemporaryExposureKey], at now: UnixTime) -> [SubmittedKey] {
        history.filter { key in
            key.rollingStart == key.rollingStart.startOfDay && key.windowEnd <= now
                && preparedThrough.map { key.rollingStart.rawValue > $0 } != false
        }
        .sorted { $0.rollingStart > $1.rollingStart }
        .compactMap(choices.levels.submitted)
        .prefix(CoronaWarnLimits.defaultKeyCount).map(\.self)
    }

    /// Makes the next upload of the keys that the framework released.
    ///
    /// - Returns: false if there is nothing new to share, or it does not fit.
    mutating func prepare(
        from history: [TemporaryExposureKey],
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> Bool {
        let keys = keys(from: history, at: now)
        guard upload == nil, let newest = keys.map(\.key.rollingStart.rawValue).max(),
            let prepared = PreparedUpload(
                SubmissionPayload(
                    keys: keys,
                    visitedCountries: choices.visitedCountries.compactMap { RegionCode($0) },
                    consentsToFederation: choices.consentsToFederation,
                    source: choices.source
                ),
                using: &generator
            )
        else {
            return false
        }
        upload = prepared
        preparedThrough = newest
        return true
    }

    /// Changes the upload under way, for example when it gets its TAN.
    mutating func update(_ change: (inout PreparedUpload) -> Void) {
        guard var changed = upload else {
            return
        }
        change(&changed)
        upload = changed
    }

    /// Records that the server has the keys.
    mutating func confirmed() {
        if upload != nil {
            upload = nil
            uploadCount += 1
        }
    }

    /// Forgets an upload that the server refuses for good.
    mutating func abandoned() {
        upload = nil
    }

    /// Switches the offer of daily uploads on or off.
    mutating func shareDaily(_ isOn: Bool) {
        choices.sharesDaily = isOn
    }

    /// When the test day's key can be collected: on the next day, within the consent. The upload may leave later: its
    /// bytes are finished then.
    func collection(at now: UnixTime) -> Collection {
        let nextDay = consentedAt.utcDay.advanced(byDays: 1).startInUTC
        guard !hasTestDay, now >= consentedAt, isCovered(at: now) else {
            return .over
        }
        return now < nextDay ? .waits(until: nextDay) : .due
    }

    /// Whether a daily upload may be offered to the person, who consents to each.
    func offersDailyUpload(at now: UnixTime) -> Bool {
        choices.sharesDaily && upload == nil && hasTestDay
            && preparedThrough.map { IntervalNumber($0).start.utcDay < now.utcDay.advanced(byDays: -1) } ?? false
    }

    /// Whether the key of the day of consent was prepared.
    private var hasTestDay: Bool {
        preparedThrough.map { IntervalNumber($0).start.utcDay >= consentedAt.utcDay } ?? false
    }

    /// Whether the framework releases keys without a question.
    private func isCovered(at now: UnixTime) -> Bool {
        now >= askedAt && now < askedAt.advanced(bySeconds: Self.consentLife)
    }

    /// Seconds that the framework's consent covers, less a minute.
    static let consentLife = UnixTime.secondsPerDay - 60
}
