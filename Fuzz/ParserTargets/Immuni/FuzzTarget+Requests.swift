import ExposurePrimitives
import GAENCore
import ImmuniAPI
import WireFormat

extension FuzzTarget {
    /// The body of an upload. A server takes 200 000 bytes; padding fills most of them.
    static let upload = FuzzTarget(
        "upload",
        maxSize: 16_384,
        words: memberNames + ["\"RM\"", "\"2026-09-20\"", "[300,0,0]", "AAAAAAAAAAAAAAAAAAAAAA=="],
        seeds: { [try sampleUpload().exposedBody(padding: "0f0f"), Array(smallUpload.utf8)] },
        check: { bytes in
            guard let request = try? parsedUpload(bytes) else {
                return false
            }
            let body = request.exposedBody(padding: "")
            try require(
                parsedUpload(body).exposedBody(padding: "") == body,
                "an upload that was read reads back otherwise"
            )
            return true
        }
    )

    /// All other bodies that phones and operators send, and the two that a phone reads.
    static let requests = FuzzTarget(
        "requests",
        maxSize: 16_384,
        words: memberNames + ["\"2026-09-20\"", "\"safety-net\"", "\"play-integrity\"", "\"key-attestation\""],
        seeds: {
            let token = String(repeating: "0f", count: 64)
            let info =
                #""province":"RM","exposure_permission":1,"bluetooth_active":1,"notification_permission":0,"#
                + #""exposure_notification":1,"last_risky_exposure_on":"2026-09-20""#
            let salt = #""salt":"AAAAAAAAAAAAAAAAAAAAAA==""#
            let seeds: [(UInt8, String)] = [
                (0, #"{"padding":"0f0f"}"#), (1, #"{"otp":"AAAAAAAAAX","symptoms_started_on":"2026-09-20"}"#),
                (1, #"{"otp":"\#(sampleOTP.exposedText)","symptoms_started_on":"2026-09-20"}"#),
                (2, #"{"analytics_token":"\#(token)","device_token":"QUJD","app_attest":"QUJD"}"#),
                (3, "{\(info),\"build\":7}"), (4, "{\(info),\(salt),\"signed_attestation\":\"a.b.c\"}"),
                (4, "{\(info),\(salt),\"signed_attestation\":\"QUJD,QUJD\",\"attestation_kind\":\"key-attestation\"}"),
                (5, #"{"oldest":1,"newest":42}"#),
            ]
            return seeds.map { [$0] + Array($1.utf8) }
        },
        check: { bytes in
            guard let (choice, body) = bytes.choice(among: parsers.count), let read = try? parsers[choice](body) else {
                return false
            }
            try require(parsers[choice](read) == read, "request \(choice) reads back otherwise")
            return true
        }
    )

    /// Each reads a body and writes what it read.
    private static let parsers: [@Sendable ([UInt8]) throws -> [UInt8]] = [
        {
            _ = try CheckOTPRequest(parsing: $0); return Array("{}".utf8)
        },
        { try OTPAuthorisation(parsing: $0, today: FuzzMoment.today).exposedBody },
        { try AnalyticsTokenRequest(parsing: $0).exposedBody },
        { try OperationalInfoRequest(parsing: $0, today: FuzzMoment.today).body },
        { try AttestedOperationalInfoRequest(parsing: $0, today: FuzzMoment.today).exposedBody },
        { try ChunkIndex(parsing: $0).body },
    ]

    private static func parsedUpload(_ body: [UInt8]) throws -> UploadRequest {
        try UploadRequest(parsing: body, now: FuzzMoment.now, today: FuzzMoment.today, skew: ClockSkew(seconds: 0))
    }

    private static let memberNames = [
        "\"province\":", "\"teks\":", "\"key_data\":", "\"rolling_start_number\":", "\"rolling_period\":",
        "\"transmission_risk_level\":", "\"exposure_detection_summaries\":", "\"date\":", "\"matched_key_count\":",
        "\"days_since_last_exposure\":", "\"attenuation_durations\":", "\"maximum_risk_score\":", "\"exposure_info\":",
        "\"duration\":", "\"attenuation_value\":", "\"total_risk_score\":", "\"countries_of_interest\":",
        "\"padding\":",
        "\"analytics_token\":", "\"device_token\":", "\"app_attest\":", "\"build\":", "\"salt\":",
        "\"signed_attestation\":", "\"attestation_kind\":", "\"otp\":", "\"symptoms_started_on\":",
    ]

    private static let smallUpload =
        #"{"province":"RM","teks":[],"exposure_detection_summaries":[],"countries_of_interest":["DE"],"padding":""}"#

    private static var sampleOTP: OneTimePassword {
        var generator = SeededGenerator(seed: 1)
        return OneTimePassword.generate(using: &generator)
    }

    private static func sampleUpload() throws -> UploadRequest {
        var generator = SeededGenerator(seed: 2)
        let start = IntervalNumber(clamping: FuzzMoment.now).rawValue / 144 * 144
        let keys = try (1...3).map { day in
            try TemporaryExposureKey(
                keyData: TemporaryExposureKey.KeyData(Bytes16.random(using: &generator)),
                rollingStart: IntervalNumber(start - UInt32(day) * 144),
                rollingPeriod: 144
            )
        }
        let day = FuzzMoment.today.advanced(byDays: -2)
        let info = EpidemiologicalInfo.Info(
            date: day,
            duration: 900,
            attenuationValue: 45,
            attenuationDurations: [300, 0, 0],
            transmissionRiskLevel: 8,
            totalRiskScore: 15
        )
        let summary = EpidemiologicalInfo.DetectionSummary(
            date: day,
            matchedKeyCount: 2,
            daysSinceLastExposure: 1,
            attenuationDurations: [300, 0, 0],
            maximumRiskScore: 15,
            exposureInfo: [info]
        )
        guard let province = Province(code: "RM") else {
            throw BrokenProperty(description: "RM is no province")
        }
        return UploadRequest(
            province: province,
            keys: keys,
            epidemiologicalInfo: EpidemiologicalInfo(summaries: [summary])
        )
    }
}
