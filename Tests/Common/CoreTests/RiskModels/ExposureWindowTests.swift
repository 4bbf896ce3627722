import ExposurePrimitives
import GAENCore
import RiskModels
import Testing

@Suite("Exposure windows")
struct ExposureWindowTests {
    private static let start = IntervalNumber(2_666_736)

    @Test("have the day, the report type, the infectiousness and the scans")
    func content() throws {
        let match = try SampleMatch.make(start: Self.start, reports: [(0, -60), (2, -61)], reportType: .selfReport)
        let window = ExposureWindow(
            date: Self.start.start.utcDay,
            reportType: .selfReport,
            infectiousness: .standard,
            calibrationConfidence: .lowest,
            scanInstances: [SampleWindow.scan(47, 46, seconds: 120)]
        )
        #expect(Self.windows(of: [match]) == [window])
    }

    @Test("are shorter than thirty minutes, however long the contact was", arguments: [(1799, 1), (1800, 2)])
    func length(seconds: Int64, count: Int) throws {
        #expect(try Self.windows(heardAt: [0, seconds]).count == count)
    }

    @Test("begin another scan 26 s after the last sighting", arguments: [(25, 1), (26, 2)])
    func scans(seconds: Int64, count: Int) throws {
        #expect(try Self.windows(heardAt: [0, seconds]).map(\.scanInstances.count) == [count])
    }

    @Test("belong to the day on which they start")
    func midnight() throws {
        #expect(try Self.windows(heardAt: [86_399, 86_400]).map(\.date) == [Self.start.start.utcDay])
    }

    @Test("count minutes of the clock since the last scan, at most five", arguments: [(59, 0), (60, 60), (361, 300)])
    func sinceLastScan(seconds: Int64, expected: Int) throws {
        // The previous scan was at the start of a minute.
        let previous = UnixTime(1_600_000_020)
        let time = previous.advanced(bySeconds: seconds)
        let sighting = try SampleSighting.make(time: time, previousScan: previous)
        let windows = WindowSightings.windows(of: [sighting])
        #expect(windows.flatMap(\.scanInstances).map(\.secondsSinceLastScan) == [expected])
    }

    @Test("show a clock that was set back, and work with any clock")
    func clockSetBack() throws {
        let sighting = try SampleSighting.make(time: UnixTime(60), previousScan: UnixTime(120))
        #expect(WindowSightings.windows(of: [sighting]).flatMap(\.scanInstances).map(\.secondsSinceLastScan) == [-60])
        for (time, previous) in [(Int64.min, Int64.max), (.max, .min)] {
            let extreme = try SampleSighting.make(time: UnixTime(time), previousScan: UnixTime(previous))
            #expect(WindowSightings.windows(of: [extreme]).count == 1)
        }
    }

    @Test("use a calibration only from version 1.1 of the metadata on")
    func calibration() throws {
        let time = UnixTime(1_600_000_000)
        let sure = try SampleSighting.make(time: time, calibrationConfidence: 3)
        #expect(WindowSightings.windows(of: [sure]).map(\.calibrationConfidence) == [.high])
        let bits = try #require(EncodedMetadata([0x40 | 3 << 2, 0xF2, 0, 0]))
        let metadata = BroadcastMetadata(bits)
        let old = MatchedSighting(sighting: sure.sighting, interval: sure.interval, metadata: metadata)
        #expect(WindowSightings.windows(of: [old]).map(\.calibrationConfidence) == [.lowest])
    }

    private static let windowsByType = [
        (DiagnosisKey.ReportType?.none, 1), (.unknown, 1), (.confirmedTest, 1), (.confirmedClinicalDiagnosis, 1),
        (.selfReport, 1), (.recursive, 0), (.revoked, 0),
    ]

    @Test("exist only for keys of patients", arguments: windowsByType)
    func reportTypes(type: DiagnosisKey.ReportType?, count: Int) throws {
        let windows = try Self.windows(heardAt: [0], reportType: type)
        #expect(windows.count == count)
        if type == nil || type == .unknown {
            #expect(windows.map(\.reportType) == [.confirmedTest])
        }
    }

    @Test("are in an order that the generator chooses")
    func order() throws {
        let match = try SampleMatch.make(
            start: Self.start,
            reports: (0..<12).map { (Int64($0) * 1800, Int8(-40 - $0)) }
        )
        let orders = Set((0..<8).map { Self.windows(of: [match], seed: $0) })
        #expect(orders.count > 1)
        #expect(Set(orders.map(Set.init)).count == 1)
    }

    /// The windows of a key that was heard at these seconds after its start.
    private static func windows(
        heardAt seconds: [Int64],
        reportType: DiagnosisKey.ReportType? = nil
    ) throws -> [ExposureWindow] {
        let reports = seconds.map { (seconds: $0, rssi: Int8(-60)) }
        return windows(of: [try SampleMatch.make(start: start, reports: reports, reportType: reportType)])
    }

    private static func windows(of matches: [Match], seed: UInt64 = 1) -> [ExposureWindow] {
        var generator = SeededGenerator(seed: seed)
        return ExposureWindow.windows(of: matches, mapping: .standard, using: &generator)
    }
}

@Suite("A mapping of diagnosis keys")
struct DiagnosisKeysDataMappingTests {
    @Test("has 29 days", arguments: [28, 30])
    func count(count: Int) {
        #expect(throws: DiagnosisKeysDataMappingError.wrongDayCount(count)) {
            try DiagnosisKeysDataMapping(
                daysSinceOnsetToInfectiousness: [Infectiousness](repeating: .high, count: count),
                infectiousnessWhenDaysSinceOnsetMissing: .none
            )
        }
    }

    @Test("reads days −14 and 14 from its table, and treats every day beyond as missing")
    func days() throws {
        // Day −14 is the lowest pair, day 14 the second highest of the thirty, and "missing" the highest.
        let mapping = try DiagnosisKeysDataMapping(hex: "0x0100000000000002")
        #expect([-15, -14, 14, 15].map(mapping.infectiousness(daysSinceOnset:)) == [nil, .high, .standard, nil])
        #expect(mapping.infectiousnessWhenDaysSinceOnsetMissing == Infectiousness.none)
    }

    private static let noNumbers = ["", "0x", "0x1_0", "+1", "g", "0x10000000000000000", "１"]

    @Test("refuses a text that is not a number of 64 bits", arguments: noNumbers)
    func notANumber(text: String) {
        #expect(throws: DiagnosisKeysDataMappingError.notHexadecimal) { try DiagnosisKeysDataMapping(hex: text) }
    }

    @Test("refuses a fourth kind of infectiousness, except in the bits without a meaning")
    func values() throws {
        #expect(throws: DiagnosisKeysDataMappingError.noSuchInfectiousness) {
            try DiagnosisKeysDataMapping(hex: "0x0c00000000000000")
        }
        let unused = try DiagnosisKeysDataMapping(hex: "0xF000000000000000")
        #expect(unused.infectiousness(daysSinceOnset: 14) == Infectiousness.none)
    }

    @Test("refuses a default with which no key could count", arguments: [DiagnosisKey.ReportType.unknown, .revoked])
    func defaultType(type: DiagnosisKey.ReportType) {
        #expect(throws: DiagnosisKeysDataMappingError.unusableReportType(type)) {
            try DiagnosisKeysDataMapping(hex: "0", reportTypeWhenMissing: type)
        }
    }
}
