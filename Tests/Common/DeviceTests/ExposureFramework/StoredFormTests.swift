import ExposurePrimitives
import GAENCore
import PhonePorts
import ProximityRadio
import RiskModels
import Testing

@testable import ExposureFramework

@Suite("The stored form")
struct StoredFormTests {
    @Test("of the state is read back, and no part of it is", arguments: 1...20 as ClosedRange<UInt64>)
    func state(seed: UInt64) throws {
        let state = try Self.state(seed: seed)
        try Self.expectForm(state.stored, of: state) { try FrameworkState(stored: $0) }
        #expect(throws: StoredDataError.damaged) { try FrameworkState(stored: state.stored + [0]) }
    }

    @Test("of sightings is read back, and no part of it is")
    func sightings() throws {
        let sightings = Self.sightings()
        try Self.expectForm(Sighting.stored(sightings), of: sightings) { try Sighting.list(stored: $0) }
    }

    @Test("of known keys is read back, and no part of it is")
    func knownKeys() throws {
        var generator = SeededGenerator(seed: 3)
        var keys = KnownKeys()
        for type in [nil] + DiagnosisKey.ReportType.allCases.map(Optional.some) {
            for days in [nil, -14, 0, 14] {
                let key = try TemporaryExposureKey.generate(forDayOf: IntervalNumber(2_992_032), using: &generator)
                let diagnosis = DiagnosisKey(
                    key: key,
                    transmissionRiskLevel: 8,
                    reportType: type,
                    daysSinceOnsetOfSymptoms: days,
                    variantOfConcern: days == 0 ? .highSeverity : nil
                )
                keys.append(contentsOf: [diagnosis])
            }
        }
        #expect(keys.all.count == 28)
        try Self.expectForm(keys.stored, of: keys) { try KnownKeys(stored: $0) }
    }

    /// Expects that `read` reads the value, and refuses every beginning of its stored form.
    private static func expectForm<Value: Equatable>(
        _ stored: [UInt8],
        of value: Value,
        read: ([UInt8]) throws -> Value
    ) throws {
        #expect(try read(stored) == value)
        for length in stored.indices {
            #expect(throws: StoredDataError.damaged) { try read(Array(stored.prefix(length))) }
        }
    }

    @Test("does not trap on any bytes", arguments: 1...200 as ClosedRange<UInt64>)
    func anyBytes(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var bytes = try Self.state(seed: seed).stored
        for _ in 0..<20 {
            bytes[Int.random(in: bytes.indices, using: &generator)] = UInt8.random(in: .min ... .max, using: &generator)
            _ = try? FrameworkState(stored: bytes)
            _ = try? Sighting.list(stored: bytes)
            _ = try? KnownKeys(stored: bytes)
        }
    }

    private static func state(seed: UInt64) throws -> FrameworkState {
        var generator = SeededGenerator(seed: seed)
        let now = UnixTime(1_795_219_200 + Int64(seed) * 3_000)
        var state = FrameworkState()
        state.authorisation = FrameworkAuthorisation.allCases[Int(seed % 3)]
        state.isEnabled = seed.isMultiple(of: 2)
        state.consent = KeyConsent(givenAt: seed.isMultiple(of: 3) ? now : nil)
        for call in CallQuota.Call.allCases {
            _ = state.quota.take(call, upTo: 3, on: now.utcDay)
        }
        for day in 0..<Int64(seed % 5) {
            _ = state.keys.key(at: IntervalNumber(clamping: now.advanced(bySeconds: day * 86_400)), using: &generator)
        }
        _ = state.keys.release(at: now.advanced(bySeconds: 86_400), endingCurrent: true)
        if seed > 3 {
            _ = state.rotation.advance(to: now, using: &generator)
            state.address = .random(using: &generator)
            let values = (0..<29).map { _ in Infectiousness.allCases.randomElement(using: &generator) ?? .none }
            let mapping = try DiagnosisKeysDataMapping(
                daysSinceOnsetToInfectiousness: values,
                infectiousnessWhenDaysSinceOnsetMissing: .high,
                reportTypeWhenMissing: .selfReport
            )
            _ = state.mapping.set(mapping, at: now)
        }
        return state
    }

    private static func sightings() -> [Sighting] {
        var generator = SeededGenerator(seed: 1)
        return [Int64.min, -1, 0, 1_795_219_200, .max].compactMap { seconds in
            EncodedMetadata([1, 2, 3, 4]).map { metadata in
                Sighting(
                    identifier: RollingProximityIdentifier(.random(using: &generator)),
                    metadata: metadata,
                    rssi: seconds < 0 ? -128 : 127,
                    time: UnixTime(seconds),
                    previousScan: seconds > 0 ? UnixTime(seconds - 1) : nil
                )
            }
        }
    }
}

@Suite("Expiry in the state")
struct FrameworkStateTests {
    private static let day: Int64 = 86_400

    private static let consentAges: [(Int64, Bool)] = [(-1, true), (day - 1, true), (day, false)]

    @Test("a consent expires after 24 hours", arguments: consentAges)
    func consent(seconds: Int64, stays: Bool) {
        var state = FrameworkState()
        state.consent = KeyConsent(givenAt: SamplePhone.start)
        state.forgetExpired(at: SamplePhone.start.advanced(bySeconds: seconds))
        #expect((state.consent.givenAt != nil) == stays)
    }

    @Test("the last broadcast expires after fourteen days", arguments: [(-1, true), (0, false)] as [(Int64, Bool)])
    func lastBroadcast(seconds: Int64, stays: Bool) throws {
        var generator = SeededGenerator(seed: 1)
        var state = FrameworkState()
        let term = try #require(state.rotation.advance(to: SamplePhone.start, using: &generator))
        state.address = .random(using: &generator)
        state.forgetExpired(at: term.end.advanced(bySeconds: 14 * Self.day + seconds))
        #expect([state.rotation.term != nil, state.address != nil] == [stays, stays])
    }
}

@Suite("Hours")
struct HourTests {
    @Test(
        "begin on the hour, also before 1970",
        arguments: [(0, 0), (3599, 0), (3600, 1), (-1, -1), (-3600, -1), (-3601, -2)] as [(Int64, Int64)]
    )
    func hours(seconds: Int64, number: Int64) {
        #expect(Hour(of: UnixTime(seconds)).number == number)
    }

    @Test("belong to a UTC day", arguments: [(23, 0), (24, 1), (-1, -1), (.max, nil), (.min, nil)] as [(Int64, Int?)])
    func days(number: Int64, day: Int?) {
        let actual = Hour(number: number).day
        #expect(day.map { $0 == actual.daysSinceEpoch } ?? true)
    }
}
