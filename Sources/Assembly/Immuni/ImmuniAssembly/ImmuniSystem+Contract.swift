import AnalyticsStores
package import CommonAssembly
import GAENCore
import ImmuniAPI
import ImmuniAnalytics
import ImmuniAppConfiguration
import ImmuniOTP
import ImmuniReporting
import WireFormat

/// Immuni's facts for docs/openapi.
extension ImmuniSystem {
    package static let contract = ContractFacts(
        errors: errors.mapValues { error in
            [
                "status": .integer(error.status), "error_code": .integer(error.code), "message": .string(error.message),
            ]
        },
        limits: limits,
        values: values,
        patterns: [
            "otp": "^[\(String(decoding: OneTimePassword.alphabet, as: UTF8.self))]{\(OneTimePassword.length)}$",
            "analyticsToken": "^[a-f0-9]{\(AnalyticsToken.length)}$",
        ]
    )

    private static let errors: [String: APIError] = [
        "unknown": .unknown, "unknownRoute": .unknownRoute, "wrongMethod": .wrongMethod,
        "requestTimeout": .requestTimeout, "tooLarge": .tooLarge, "unavailable": .unavailable,
        "unauthorised": .unauthorised, "notCompliant": .notCompliant, "malformedRequest": .malformedRequest,
        "unauthorisedOTP": .unauthorisedOTP, "chunkNotFound": .chunkNotFound, "noChunks": .noChunks,
        "alreadyAuthorised": .alreadyAuthorised, "misdirected": .misdirected,
    ]

    private static let limits: [String: ClosedRange<Int>] = [
        "keys": UploadLimits.keys, "summaries": UploadLimits.summaries, "infos": UploadLimits.infos,
        "matchedKeyCount": UploadLimits.matchedKeyCount,
        "daysSinceLastExposure": UploadLimits.daysSinceLastExposure,
        "attenuationRanges": UploadLimits.attenuationRanges, "duration": UploadLimits.duration,
        "riskScore": UploadLimits.riskScore, "attenuation": UploadLimits.attenuation,
        "transmissionRiskLevel": UploadLimits.transmissionRiskLevel, "countries": UploadLimits.countries,
        "paddingLength": 0...UploadLimits.paddingLength, "rollingPeriod": TemporaryExposureKey.rollingPeriods,
        "rollingStart": 0...Int(UInt32.max), "builds": SettingsRequest.builds, "chunkIndexes": 1...Int.max,
        "clientClocks": 0...Int.max, "deviceTokenLength": AnalyticsLimits.deviceTokenLength,
        "attestationLength": AnalyticsLimits.attestationLength,
        "largeAttestationLength": AnalyticsLimits.largeAttestationLength, "saltLength": AnalyticsLimits.saltLength,
    ]

    private static var values: [String: Int] {
        [
            "chunkMaxAge": Int(ExposureReportingService.chunkMaxAge), "clockSkew": Int(ClockSkew.max),
            "daysAhead": AnalyticsLimits.daysAhead, "daysOfExposure": AnalyticsLimits.daysOfExposure,
            "daysOfInfo": UploadLimits.daysOfInfo, "daysOfSymptoms": OTPAuthorisation.daysOfSymptoms,
            "futureTolerance": Int(UploadLimits.futureTolerance),
            "indexMaxAge": ExposureReportingService.indexMaxAge,
            "keysSent": UploadLimits.keysSent, "otpLifetime": Int(OTPConfiguration.standardLifetime),
            "packetHead": LargestUpload.headSize, "questionsMaxAge": QuestionDocuments.maxAge,
            "reportDays": ReportRequest.maxDayCount, "retention": Int(Retention.seconds),
            "settingsMaxAge": AppConfigurationService.maxAge,
            "saltSize": AnalyticsLimits.saltSize,
            "uploadsByToken": OperationalFacts.uploadsByToken,
        ]
    }
}
