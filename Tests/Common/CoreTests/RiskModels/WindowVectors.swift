import ExposurePrimitives
import ExposureTesting
import GAENCore
import Testing

/// The parts of the file of exposure window vectors that the tests read.
struct WindowVectors: Decodable {
    let windowCases: [WindowCase]
    let sightingValidityCases: [ValidityCase]
    let replayCases: [ReplayCase]
    let aggregationCases: [AggregationCase]
    let reportTypeTransitions: [Transition]

    struct WindowCase: Decodable {
        let id: String
        let sightings: [Sighting]
        let expected: [Window]

        struct Sighting: Decodable {
            let t: Int64
            let rssi, txPower: Int8
            let previousScan: Int64
            let calibrationConfidence: UInt8

            /// The vectors contain no identifiers. Each sighting gets its own, so that none is a replay.
            func value(identifier: Int) throws -> MatchedSighting {
                try SampleSighting.make(
                    identifier: UInt8(truncatingIfNeeded: identifier),
                    time: UnixTime(t),
                    rssi: rssi,
                    transmitPower: txPower,
                    calibrationConfidence: calibrationConfidence,
                    previousScan: previousScan == 0 ? nil : UnixTime(previousScan)
                )
            }
        }

        struct Window: Decodable, Equatable {
            let startUnix, dateUnixMidnight: Int64
            let calibrationConfidence: Int
            let scanInstances: [Scan]
        }

        struct Scan: Decodable, Equatable {
            let typicalAttenuation, minAttenuation, secondsSinceLastScan, sightings: Int
        }
    }

    struct ValidityCase: Decodable {
        let rpiInterval: UInt32
        let sightingUnix: Int64
        let valid: Bool
    }

    struct ReplayCase: Decodable {
        let sightings, kept: [Int64]
    }

    struct AggregationCase: Decodable {
        let sightings, aggregated: [Reading]

        struct Reading: Decodable {
            let t: Int64
            let rssi: Int8
        }
    }

    struct Transition: Decodable {
        let old, new: String
        let allowed: Bool
    }

    /// One of the lists of the file, which is not empty.
    static func cases<Case>(_ list: (WindowVectors) -> [Case]) throws -> [Case] {
        let cases = list(try Vectors.decode(WindowVectors.self, from: "exposure_windows.json"))
        try #require(!cases.isEmpty)
        return cases
    }
}

extension DiagnosisKey.ReportType {
    /// The type with a name of the vectors.
    static func named(_ name: String) -> DiagnosisKey.ReportType? {
        let types: [String: DiagnosisKey.ReportType] = [
            "UNKNOWN": .unknown, "CONFIRMED_TEST": .confirmedTest, "SELF_REPORT": .selfReport,
            "CONFIRMED_CLINICAL_DIAGNOSIS": .confirmedClinicalDiagnosis, "RECURSIVE": .recursive, "REVOKED": .revoked,
        ]
        return types[name]
    }
}
