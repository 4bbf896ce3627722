package import CommonAssembly
import CoronaWarnAPI
import CoronaWarnDistribution
import CoronaWarnFederation
import CoronaWarnLaboratory
import CoronaWarnPorts
import ExposurePrimitives

/// Corona-Warn's facts for docs/openapi. Its refusals have no bodies.
extension CoronaWarnSystem {
    package static let contract = ContractFacts(
        limits: [
            "batchNumber": FederationLimits.numbers, "knownTests": 0...CoronaWarnLimits.knownTests,
            "laboratoryName": 0...CoronaWarnLimits.laboratoryID,
            "lastBatch": 0...FederationLimits.numbers.upperBound, "resultCode": TestResultCode.codes,
            "results": 1...CoronaWarnLimits.resultCount, "sampleCollection": CoronaWarnLimits.sampleCollection,
        ],
        values: [
            "answerBody": CoronaWarnLimits.answerSize, "federationAnswers": FederationService.answersPerHour,
            "redeemDays": days(ResultRetentionJob.redeemAge),
            "repetitionSeconds": Int(Registration.repetition), "resultDays": days(ResultRetentionJob.deleteAge),
            "tansIssued": TANLimits.maxIssued, "tokenDays": days(Registration.tokenLife),
            "treeMaxAge": DistributionService.maxAge, "uploadBody": CoronaWarnLimits.defaultSubmissionBody,
            "verificationBody": CoronaWarnLimits.verificationBody,
        ],
        patterns: [
            "codeHash": "^[0-9a-fA-F]{\(TestIdentifier.length)}$",
            "identifier": "^[0-9a-fA-FxX][0-9a-fA-F]{\(TestIdentifier.length - 1)}$",
            "teleTAN":
                "^[\(String(decoding: TeleTAN.alphabet, as: UTF8.self))]{\(TeleTAN.length - 1)}[2-9A-H]$",
            "uuid": "^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89abAB][0-9a-f]{3}-[0-9a-f]{12}$",
        ]
    )

    private static func days(_ seconds: Int64) -> Int { Int(seconds / UnixTime.secondsPerDay) }
}
