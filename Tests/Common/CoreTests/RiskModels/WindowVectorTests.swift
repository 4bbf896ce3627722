import ExposurePrimitives
import ExposureTesting
import GAENCore
import RiskModels
import Testing

@Suite("The published window vectors")
struct WindowVectorTests {
    @Test("divide sightings into the same windows and scans")
    func windows() throws {
        for vector in try WindowVectors.cases(\.windowCases) {
            let sightings = try vector.sightings.enumerated().map { try $1.value(identifier: $0) }
            let windows = WindowSightings.windows(of: sightings)
            #expect(windows.map(Self.described) == vector.expected, "\(vector.id)")
        }
    }

    private static func described(_ window: WindowSightings) -> WindowVectors.WindowCase.Window {
        WindowVectors.WindowCase.Window(
            startUnix: window.start.seconds,
            dateUnixMidnight: window.start.utcDay.startInUTC.seconds,
            calibrationConfidence: window.calibrationConfidence.rawValue,
            scanInstances: zip(window.scanInstances, window.scans).map { instance, sightings in
                WindowVectors.WindowCase.Scan(
                    typicalAttenuation: instance.typicalAttenuation,
                    minAttenuation: instance.minimumAttenuation,
                    secondsSinceLastScan: instance.secondsSinceLastScan,
                    sightings: sightings.count
                )
            }
        )
    }

    @Test("accept identifiers in the same time span")
    func tolerance() throws {
        for vector in try WindowVectors.cases(\.sightingValidityCases) {
            let interval = IntervalNumber(vector.rpiInterval)
            #expect(MatchingTolerance.allows(UnixTime(vector.sightingUnix), for: interval) == vector.valid)
        }
    }

    @Test("drop the same replays")
    func replays() throws {
        for vector in try WindowVectors.cases(\.replayCases) {
            let sightings = try vector.sightings.map { try SampleSighting.make(time: UnixTime($0), rssi: -60) }
            #expect(MatchedSighting.credible(sightings).map(\.sighting.time.seconds) == vector.kept)
        }
    }

    @Test("combine the same sightings into one scan")
    func aggregation() throws {
        for vector in try WindowVectors.cases(\.aggregationCases) {
            let sightings = try vector.sightings.map { try SampleSighting.make(time: UnixTime($0.t), rssi: $0.rssi) }
            let scans = vector.aggregated.map {
                AttenuationScan(time: UnixTime($0.t), attenuation: max(0, -14 - Int($0.rssi)))
            }
            #expect(AttenuationScan.scans(of: sightings) == scans)
        }
    }

    @Test("allow the same changes of the report type")
    func transitions() throws {
        for vector in try WindowVectors.cases(\.reportTypeTransitions) {
            let old = try #require(DiagnosisKey.ReportType.named(vector.old))
            let new = try #require(DiagnosisKey.ReportType.named(vector.new))
            #expect(old.mayBecome(new) == vector.allowed, "\(vector.old) to \(vector.new)")
        }
    }

    @Test("read the compact mapping of infectiousness the same")
    func mapping() throws {
        let vectors = try Vectors.decode(MappingVectors.self, from: "infectiousness_mapping.json")
        #expect(!vectors.cases.isEmpty && !vectors.lookupRuleCases.isEmpty)
        for vector in vectors.cases {
            let mapping = try DiagnosisKeysDataMapping(hex: vector.hex)
            for (day, value) in vector.table {
                let days = try #require(Int(day))
                #expect(mapping.infectiousness(daysSinceOnset: days)?.rawValue == value, "\(vector.hex), \(day)")
            }
            #expect(mapping.infectiousnessWhenDaysSinceOnsetMissing.rawValue == vector.whenMissing)
        }
        for rule in vectors.lookupRuleCases {
            let value = DiagnosisKeysDataMapping.standard.infectiousness(daysSinceOnset: rule.daysSinceOnset)
            #expect((value != nil) == rule.inRange)
        }
    }
}

/// The file of infectiousness mappings.
struct MappingVectors: Decodable {
    let cases: [Case]
    let lookupRuleCases: [LookupRule]

    struct Case: Decodable {
        let hex: String
        let table: [String: Int]
        let whenMissing: Int
    }

    struct LookupRule: Decodable {
        let daysSinceOnset: Int
        let inRange: Bool
    }
}
