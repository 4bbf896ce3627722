import AnalyticsStores
import ImmuniAnalytics
import ImmuniAppConfiguration
import ImmuniReporting
import GAENCore
import ImmuniAPI
import ImmuniOTP
package import ServiceKit
package import WireFormat

/// The facts that the published API documents (docs/openapi) must state, taken from the code's own values. The
/// black-box tests compare the two: if a route, limit or error changes, the documents must change too.
package struct ContractFacts: Sendable {
    private let publicEndpoints: [Endpoint]
    private let internalEndpoints: [Endpoint]
    private let partnerEndpoints: [Endpoint]
    private let pages: [Endpoint]

    /// - Parameter host: a host with every service.
    package init(of host: ServiceHost) {
        publicEndpoints = host.publicEndpoints
        internalEndpoints = host.internalEndpoints
        partnerEndpoints = host.partnerEndpoints
        pages = host.pages
    }

    /// The facts as one JSON object.
    package var json: JSONValue {
        [
            "public": .array(publicEndpoints.map(\.facts)),
            "internal": .array(internalEndpoints.map(\.facts)),
            "partner": .array(partnerEndpoints.map(\.facts)),
            "pages": .array(pages.map(\.facts)),
            "errors": Self.object(Self.errors) { error in
                [
                    "status": .integer(error.status), "error_code": .integer(error.code),
                    "message": .string(error.message),
                ]
            },
            "limits": Self.object(Self.limits) { range in
                ["least": .integer(range.lowerBound), "greatest": .integer(range.upperBound)]
            },
            "values": Self.object(Self.values) { .integer($0) },
            "patterns": [
                "otp": .string(Self.otpPattern), "analyticsToken": .string("^[a-f0-9]{\(AnalyticsToken.length)}$"),
            ],
        ]
    }

    private static func object<Fact>(
        _ facts: KeyValuePairs<String, Fact>,
        _ json: (Fact) -> JSONValue
    ) -> JSONValue {
        .object(facts.map { JSONValue.Member(name: $0.key, value: json($0.value)) })
    }

    private static let otpPattern =
        "^[\(String(decoding: OneTimePassword.alphabet, as: UTF8.self))]{\(OneTimePassword.length)}$"
}

extension Endpoint {
    fileprivate var facts: JSONValue {
        [
            "method": .string(method.rawValue), "path": .string(path), "has_dummies": .boolean(hasDummies),
            "accepts": .array(accepts.map { .string($0.name) }), "produces": .array(produces.map { .string($0.name) }),
        ]
    }
}

// MARK: - The values

extension ContractFacts {
    private static let errors: KeyValuePairs<String, APIError> = [
        "unknown": .unknown, "unknownRoute": .unknownRoute, "wrongMethod": .wrongMethod,
        "requestTimeout": .requestTimeout, "tooLarge": .tooLarge, "unavailable": .unavailable,
        "unauthorised": .unauthorised, "notCompliant": .notCompliant, "malformedRequest": .malformedRequest,
        "unauthorisedOTP": .unauthorisedOTP, "chunkNotFound": .chunkNotFound, "noChunks": .noChunks,
        "alreadyAuthorised": .alreadyAuthorised, "misdirected": .misdirected,
    ]

    private static let limits: KeyValuePairs<String, ClosedRange<Int>> = [
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

    private static var values: KeyValuePairs<String, Int> {
        let transport = TransportLimits()
        let cover = CoverTraffic.standard
        return [
            "answerSize": cover.answerSize, "arrivalSeconds": Int(transport.arrival.components.seconds),
            "body": transport.body, "chunkMaxAge": Int(ExposureReportingService.chunkMaxAge),
            "clockSkew": Int(ClockSkew.max),
            "coverFloorMilliseconds": Int(cover.schedule.floor / .milliseconds(1)),
            "coverTickMilliseconds": Int(cover.schedule.tick / .milliseconds(1)),
            "daysAhead": AnalyticsLimits.daysAhead, "daysOfExposure": AnalyticsLimits.daysOfExposure,
            "daysOfInfo": UploadLimits.daysOfInfo, "daysOfSymptoms": OTPAuthorisation.daysOfSymptoms,
            "futureTolerance": Int(UploadLimits.futureTolerance),
            "handlingSeconds": Int(transport.handling.components.seconds), "headerBlock": transport.headerBlock,
            "indexMaxAge": ExposureReportingService.indexMaxAge, "internalTokenLength": HostSettings.minTokenLength,
            "keysSent": UploadLimits.keysSent, "otpLifetime": Int(OTPConfiguration.standardLifetime),
            "packetHead": LargestUpload.headSize, "questionsMaxAge": QuestionDocuments.maxAge,
            "reportDays": ReportRequest.maxDayCount, "retention": Int(Retention.seconds),
            "settingsMaxAge": AppConfigurationService.maxAge,
            "saltSize": AnalyticsLimits.saltSize, "target": transport.target,
            "uploadsByToken": OperationalFacts.uploadsByToken,
        ]
    }
}
