import CoronaWarnAPI
import ExposurePrimitives
import Foundation
import GAENCore
import Testing

@testable import CoronaWarnClient

@Suite("What a person shares, and when")
struct SubmissionPlanTests {
    private var generator = SeededGenerator(seed: 1)
    private var plan = plan()
    /// Eighteen o'clock of a day.
    private static let consent = UnixTime(20_000 * UnixTime.secondsPerDay + 64_800)
    private static let day = UnixTime.secondsPerDay
    private static let countries = ["DE", "IT"].compactMap { RegionCode($0) }
    private static let rules = UploadRules(country: countries[0], supportedCountries: Set(countries))

    private static func plan(
        sharesDaily: Bool = false,
        countries: [String] = [],
        source: SubmissionPayload.Source = .pcr,
        consentedAt: UnixTime = consent,
        after earlier: SubmissionPlan? = nil
    ) -> SubmissionPlan {
        let choices = SubmissionPlan.Choices(
            levels: UploadLevels(.onsetUnknown, on: consent.utcDay),
            source: source,
            visitedCountries: countries,
            consentsToFederation: true,
            sharesDaily: sharesDaily
        )
        return SubmissionPlan(choices, consentedAt: consentedAt, after: earlier)
    }

    /// The keys that a framework gives which withholds the current day's key.
    private static func history(at now: UnixTime, days: Int = 14) throws -> [TemporaryExposureKey] {
        try (1...days).reversed().map { try key(of: now.utcDay.advanced(byDays: -$0)) }
    }

    private static func key(of day: CalendarDay) throws -> TemporaryExposureKey {
        var generator = SeededGenerator(seed: UInt64(day.daysSinceEpoch))
        return try .generate(forDayOf: IntervalNumber(clamping: day.startInUTC), using: &generator)
    }

    private func payload() throws -> SubmissionPayload {
        try SubmissionPayload(parsing: #require(plan.upload).body, rules: Self.rules)
    }

    private mutating func prepare(at now: UnixTime = consent, days: Int = 14) throws -> Bool {
        try plan.prepare(from: Self.history(at: now, days: days), at: now, using: &generator)
    }

    @Test("the first upload has the keys of fourteen days, and the server's rules accept it")
    mutating func first() throws {
        plan = Self.plan(countries: ["IT"], source: .rapid)
        let prepared = try prepare()
        #expect(prepared)
        let payload = try payload()
        #expect(payload.keys.count == 14)
        #expect(plan.upload?.keyCount == 14)
        #expect(payload.visitedCountries.map(\.text) == ["IT"] && payload.consentsToFederation)
        #expect(payload.source == .rapid)
        #expect(plan.upload?.body.count == SubmissionPayload.phoneSize)
        #expect(payload.keys.map(\.transmissionRiskLevel) == [6, 8, 8, 8, 7, 5, 3, 2, 1, 1, 1, 1, 1, 1])
    }

    @Test("every upload has one size, whatever is in it")
    mutating func size() throws {
        let countries =
            ["AT", "BE", "BG", "CH", "CY", "CZ", "DE", "DK", "EE", "ES", "FI", "FR", "GR", "HR", "HU"]
            + ["IE", "IS", "IT", "LI", "LT", "LU", "LV", "MT", "NL", "NO", "PL", "PT", "RO", "SE", "SI"]
        for days in 1...14 {
            plan = Self.plan(countries: days == 14 ? countries : [])
            let prepared = try prepare(days: days)
            #expect(prepared)
            #expect(plan.upload?.body.count == SubmissionPayload.phoneSize)
        }
    }

    @Test("the bytes are made once: preparing again while an upload is under way changes nothing")
    mutating func once() throws {
        _ = try prepare()
        let body = plan.upload?.body
        let again = try prepare(days: 3)
        #expect(!again)
        #expect(plan.upload?.body == body)
        let restored = try JSONDecoder().decode(SubmissionPlan.self, from: JSONEncoder().encode(plan))
        #expect(restored == plan)
        #expect(restored.upload?.body == body)
    }

    @Test("the test day's key follows on the next day under the consent, alone")
    mutating func second() throws {
        _ = try prepare()
        plan.confirmed()
        let midnight = Self.consent.utcDay.advanced(byDays: 1).startInUTC
        #expect(plan.collection(at: Self.consent) == .waits(until: midnight))
        #expect(plan.collection(at: midnight.advanced(bySeconds: -1)) == .waits(until: midnight))
        #expect(plan.collection(at: midnight) == .due)
        let end = Self.consent.advanced(bySeconds: SubmissionPlan.consentLife)
        #expect(plan.collection(at: end.advanced(bySeconds: -1)) == .due && plan.collection(at: end) == .over)

        let next = midnight.advanced(bySeconds: 3600)
        let prepared = try prepare(at: next)
        #expect(prepared)
        let payload = try payload()
        #expect(payload.keys.map { $0.key.rollingStart.start.utcDay } == [Self.consent.utcDay])
        #expect(payload.keys.first?.transmissionRiskLevel == 5, "the level of its day")
        #expect(plan.collection(at: next) == .over)
        plan.confirmed()
        #expect(plan.uploadCount == 2)
        let third = next.advanced(bySeconds: Self.day)
        let isNew = try plan.prepare(from: Self.history(at: Self.consent), at: third, using: &generator)
        #expect(!isNew)
    }

    @Test("a second plan within the framework's consent gets no more time, and one after it gets its own")
    func secondPlan() {
        let end = Self.consent.advanced(bySeconds: SubmissionPlan.consentLife)
        let within = Self.plan(consentedAt: Self.consent.advanced(bySeconds: 60), after: Self.plan())
        #expect(within.collection(at: end.advanced(bySeconds: -1)) == .due && within.collection(at: end) == .over)
        let third = Self.plan(consentedAt: Self.consent.advanced(bySeconds: 120), after: within)
        #expect(third.collection(at: end) == .over, "the framework's question is still the first one")

        let after = Self.plan(consentedAt: end, after: Self.plan())
        let ownEnd = end.advanced(bySeconds: SubmissionPlan.consentLife)
        #expect(after.collection(at: ownEnd.advanced(bySeconds: -1)) == .due && after.collection(at: ownEnd) == .over)
    }

    @Test("the consent is gone where the clock was set back behind it")
    func clock() { #expect(Self.plan().collection(at: Self.consent.advanced(bySeconds: -1)) == .over) }

    @Test("nothing is shared of a phone without keys, or with keys that no server accepts")
    mutating func nothing() throws {
        func prepares(_ keys: TemporaryExposureKey...) -> Bool {
            plan.prepare(from: keys, at: Self.consent, using: &generator)
        }
        #expect(!prepares())
        let whole = try Self.key(of: Self.consent.utcDay.advanced(byDays: -1))
        let afternoon = try TemporaryExposureKey(
            keyData: whole.keyData,
            rollingStart: IntervalNumber(whole.rollingStart.rawValue + 72),
            rollingPeriod: 72
        )
        #expect(!prepares(afternoon), "it does not start at midnight")
        let current = try Self.key(of: Self.consent.utcDay)
        #expect(!prepares(current), "its window is not over")
        let old = try Self.key(of: Self.consent.utcDay.advanced(byDays: -15))
        #expect(!prepares(old), "it is too old")
        #expect(plan.upload == nil)
        #expect(prepares(whole, afternoon, current, old))
        #expect(plan.upload?.keyCount == 1)
    }

    @Test("a key that ended before midnight is shared, and of more than fourteen keys the newest")
    func newest() throws {
        let short = try TemporaryExposureKey(
            keyData: Self.key(of: Self.consent.utcDay).keyData,
            rollingStart: IntervalNumber(clamping: Self.consent.utcDay.startInUTC),
            rollingPeriod: 60
        )
        let keys = Self.plan().keys(from: try Self.history(at: Self.consent) + [short], at: Self.consent)
        #expect(keys.count == 14 && keys.first?.key == short)
        #expect(keys.last?.key.rollingStart.start.utcDay == Self.consent.utcDay.advanced(byDays: -13))
    }

    @Test("further days are offered only if the person wants them, once a key is there", arguments: [false, true])
    mutating func daily(sharesDaily: Bool) throws {
        plan = Self.plan(sharesDaily: sharesDaily)
        var now = Self.consent
        _ = try prepare(at: now)
        plan.confirmed()
        #expect(!plan.offersDailyUpload(at: now))
        now = now.advanced(bySeconds: Self.day / 2)
        _ = try prepare(at: now)
        #expect(!plan.offersDailyUpload(at: now))
        plan.confirmed()
        #expect(!plan.offersDailyUpload(at: now), "the next day's key is in use")
        #expect(plan.offersDailyUpload(at: now.advanced(bySeconds: Self.day)) == sharesDaily)
    }

    @Test("an upload that the server refuses for good is forgotten, and its keys are not offered again")
    mutating func abandoned() throws {
        _ = try prepare()
        plan.abandoned()
        #expect(!plan.isUnsent && plan.uploadCount == 0)
        #expect(try plan.keys(from: Self.history(at: Self.consent), at: Self.consent).isEmpty)
    }
}
