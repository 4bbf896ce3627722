import ExposurePrimitives
import ExposureTesting
import GAENCore

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
            let rssi: Int8
            let txPower: Int8
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
            let startUnix: Int64
            let dateUnixMidnight: Int64
            let calibrationConfidence: Int
            let scanInstances: [Scan]
        }

        struct Scan: Decodable, Equatable {
            let typicalAttenuation: Int
            let minAttenuation: Int
            let secondsSinceLastScan: Int
            let sightings: Int
        }
    }

    struct ValidityCase: Decodable {
        let rpiInterval: UInt32
        let sightingUnix: Int64
        let valid: Bool
    }

    struct ReplayCase: Decodable {
        let sightings: [Int64]
        let kept: [Int64]
    }

    struct AggregationCase: Decodable {
        let sightings: [Reading]
        let aggregated: [Reading]

        struct Reading: Decodable {
            let t: Int64
            let rssi: Int8
        }
    }

    struct Transition: Decodable {
        let old: String
        let new: String
        let allowed: Bool
    }

    static func load() throws -> WindowVectors {
        try Vectors.decode(WindowVectors.self, from: "exposure_windows.json")
    }
}

extension DiagnosisKey.ReportType {
    /// The name in the vectors.
    var vectorName: String {
        switch self {
        case .unknown: "UNKNOWN"
        case .confirmedTest: "CONFIRMED_TEST"
        case .confirmedClinicalDiagnosis: "CONFIRMED_CLINICAL_DIAGNOSIS"
        case .selfReport: "SELF_REPORT"
        case .recursive: "RECURSIVE"
        case .revoked: "REVOKED"
        }
    }

    static func named(_ name: String) -> DiagnosisKey.ReportType? {
        allCases.first { $0.vectorName == name }
    }
}
