import DiagnosisKeyStores
import ExposurePrimitives
import GAENCore
import ImmuniAPI
import KeyServerRules
import Testing
import WireFormat

@testable import ImmuniIngestion

@Suite("The stored part of an upload")
struct UploadPolicyTests {
    private let policy = UploadPolicy(riskLevels: .uniform)
    private static let noon = SampleIngestion.noon
    private static let noSkew = ClockSkew(seconds: 0)
    private static let day: Int64 = 86_400

    /// A key whose window of `period` intervals begins `intervals` from noon.
    private func key(startingAt intervals: Int, period: Int = 144) throws -> TemporaryExposureKey {
        let start = try #require(IntervalNumber(clamping: Self.noon).advanced(by: intervals))
        return try TemporaryExposureKey(
            keyData: .init([UInt8](repeating: 1, count: 16)),
            rollingStart: start,
            rollingPeriod: period
        )
    }

    private static func upload(_ key: TemporaryExposureKey) throws -> UploadRequest {
        UploadRequest(
            province: try #require(Province(code: "ZZ")),
            keys: [key],
            epidemiologicalInfo: EpidemiologicalInfo(summaries: [])
        )
    }

    /// The level with which a key is stored; nil if it is not.
    private static func level(
        _ key: TemporaryExposureKey,
        onset: CalendarDay = noon.utcDay,
        now: UnixTime = noon,
        skew: ClockSkew = noSkew,
        by policy: UploadPolicy = UploadPolicy(riskLevels: .uniform)
    ) throws -> Int? {
        try policy.accept(upload(key), now: now, trusted: now, skew: skew).content(evidence: RightEvidence(onset))
            .keys.first?.diagnosisKey.transmissionRiskLevel
    }

    private func isStored(
        _ key: TemporaryExposureKey,
        onset: CalendarDay = noon.utcDay,
        now: UnixTime = noon,
        skew: ClockSkew = noSkew
    ) throws -> Bool {
        try Self.level(key, onset: onset, now: now, skew: skew) != nil
    }

    @Test("a key lives less than fourteen days from the end of its window")
    func retention() throws {
        let old = Self.noon.utcDay.advanced(byDays: -20)
        let key = try key(startingAt: -14 * 144 - 144)
        let end = key.windowEnd.advanced(bySeconds: 14 * Self.day)
        #expect(end == Self.noon)
        #expect(try isStored(key, onset: old, now: end.advanced(bySeconds: -1)))
        #expect(try !isStored(key, onset: old, now: end))
        #expect(try !isStored(key, onset: old, now: end.advanced(bySeconds: 1)))
    }

    @Test("a key too old by the phone's clock or by the server's is not stored")
    func retentionWithSkew() throws {
        let old = Self.noon.utcDay.advanced(byDays: -20)
        let key = try key(startingAt: -14 * 144 - 144)
        let lastSecond = Self.noon.advanced(bySeconds: -1)
        #expect(try isStored(key, onset: old, now: lastSecond, skew: ClockSkew(seconds: 1)), "younger than its name")
        #expect(try !isStored(key, onset: old, skew: ClockSkew(seconds: 1)), "its published name would be too old")
        #expect(try !isStored(key, onset: old, now: lastSecond, skew: ClockSkew(seconds: -1)), "older than its name")
    }

    @Test("keys from two days before onset are published with level 8, and older ones are not")
    func onset() throws {
        let today = Self.noon.utcDay
        for (daysAgo, onset, level) in [
            (2, today, 8), (3, today, nil), (0, today, 8), (5, today.advanced(byDays: -3), 8),
            (6, today.advanced(byDays: -3), nil), (0, today.advanced(byDays: -14), 8),
            (0, today.advanced(byDays: -15), 8), (0, today.advanced(byDays: -180), 8),
        ] as [(Int, CalendarDay, Int?)] {
            // From midnight of that day; then only its first and its last interval.
            for (start, period) in [(-72, 144), (-72, 1), (71, 1)] {
                let key = try key(startingAt: start - 144 * daysAgo, period: period)
                #expect(try Self.level(key, onset: onset) == level, "\(daysAgo) days ago, onset \(onset)")
            }
        }
    }

    @Test("the server's clock decides the day of a key")
    func onsetWithSkew() throws {
        // By the phone's clock, the last interval of the third day before onset.
        let key = try key(startingAt: 71 - 144 * 3, period: 1)
        #expect(try !isStored(key, skew: ClockSkew(seconds: 599)))
        #expect(try isStored(key, skew: ClockSkew(seconds: 600)))
    }

    @Test("another vector gives other levels and other days")
    func otherVector() throws {
        let policy = UploadPolicy(riskLevels: try RiskLevelVector(levels: [-1: 3, 0: 0]))
        let levels = try (-2...3).map { days in
            try Self.level(
                key(startingAt: -72 - 144 * 5 + 144 * days),
                onset: Self.noon.utcDay.advanced(byDays: -5),
                by: policy
            )
        }
        #expect(levels == [nil, 3, 0, nil, nil, nil])
    }

    @Test("the embargo ends two hours after the window, whether that is past or not")
    func embargo() throws {
        for start in [-1000, -200, -72, -1] {
            let key = try key(startingAt: start)
            let released = UploadPolicy.releasableAt(key, now: Self.noon, skew: Self.noSkew)
            #expect(released == key.windowEnd.advanced(bySeconds: 7200))
        }
        let short = try key(startingAt: -5, period: 6)
        #expect(UploadPolicy.releasableAt(short, now: Self.noon, skew: Self.noSkew).seconds(since: Self.noon) == 7800)
    }

    @Test("the key of a fast phone is embargoed by the window that it named")
    func fastPhone() throws {
        let key = try key(startingAt: -72)
        for skew in [-1, -601, -Self.day, -ClockSkew.max] {
            let released = UploadPolicy.releasableAt(key, now: Self.noon, skew: ClockSkew(seconds: skew))
            #expect(released == key.windowEnd.advanced(bySeconds: 7200))
        }
    }

    @Test("a slow phone still uses its key: the key waits until its end, rounded up to midnight UTC")
    func slowPhone() throws {
        let key = try key(startingAt: -72)
        let named = key.windowEnd.advanced(bySeconds: 7200)
        let midnight = { (days: Int) in Self.noon.utcDay.advanced(byDays: days).startInUTC }
        let cases: [(Int64, UnixTime)] = [
            (1, named), (600, named), (601, midnight(2)), (3600, midnight(2)), (22 * 3600, midnight(2)),
            (22 * 3600 + 1, midnight(3)), (Self.day, midnight(3)), (ClockSkew.max, midnight(9)),
        ]
        for (skew, released) in cases {
            let moment = UploadPolicy.releasableAt(key, now: Self.noon, skew: ClockSkew(seconds: skew))
            #expect(moment == released, "\(skew) s slow")
        }
    }

    @Test("a slow phone's old keys are not held back, so nothing connects them")
    func slowPhonePast() throws {
        let key = try key(startingAt: -300)
        let named = key.windowEnd.advanced(bySeconds: 7200)
        let untilNow = Self.noon.seconds(since: named)
        let atNow = UploadPolicy.releasableAt(key, now: Self.noon, skew: ClockSkew(seconds: untilNow))
        #expect(atNow == named)
        let afterNow = UploadPolicy.releasableAt(key, now: Self.noon, skew: ClockSkew(seconds: untilNow + 1))
        #expect(afterNow == Self.noon.utcDay.advanced(byDays: 1).startInUTC)
    }

    @Test("the inbox gets the UTC day, a known province and the info, under a new identifier each time")
    func inboxEntry() throws {
        let upload = try Self.upload(key(startingAt: -144))
        let contents = try (0..<2).map { _ in
            try policy.accept(upload, now: Self.noon, trusted: Self.noon, skew: Self.noSkew)
                .content(evidence: RightEvidence(Self.noon.utcDay))
        }
        let entry = try #require(contents[0].inboxEntry)
        #expect(entry.identifier != contents[1].inboxEntry?.identifier)
        #expect((entry.area, entry.receivedOn) == ("unknown", Self.noon.utcDay))
        #expect(contents[0].keys == contents[1].keys)
        #expect(contents[0].keys.count == 1)
    }

    @Test("a dummy has as many keys as a phone sends, one for each day, different in each dummy")
    func dummy() {
        let first = UploadRequest.dummy(now: Self.noon)
        #expect(first.keys.count == UploadLimits.keysSent)
        #expect(Set(first.keys.map(\.rollingStart)).count == UploadLimits.keysSent)
        #expect(Set((first.keys + UploadRequest.dummy(now: Self.noon).keys).map(\.keyData)).count == 28)
    }
}
