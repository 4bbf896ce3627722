import ExposurePrimitives
import Foundation
import GAENCore
import KeyExport

/// The output of `avviso export` about a file, for people and for programs.
struct ExportReport: Encodable {
    let start: String
    let end: String
    let region: String
    let batchNumber: Int
    let batchSize: Int
    let keyCount: Int
    let revisedKeyCount: Int
    let signatureInfos: [SignatureDescription]
    /// The names of the keys whose signatures are valid; nil if none was checked.
    let verifiedSigners: [String]?
    /// The number of signatures in the file; nil if they were verified.
    let signatureCount: Int?
    let warnings: [String]
    let keys: [KeyDescription]?
    let revisedKeys: [KeyDescription]?

    struct SignatureDescription: Encodable {
        let verificationKeyId: String?
        let verificationKeyVersion: String?
        let signatureAlgorithm: String?
        let appBundleId: String?
        let androidPackage: String?
    }

    /// A published key, which is no longer secret.
    struct KeyDescription: Encodable {
        let keyData: String
        let transmissionRiskLevel: Int
        let rollingStartIntervalNumber: UInt32
        let rollingPeriod: Int
        let reportType: Int?
        let daysSinceOnsetOfSymptoms: Int?
        let variantOfConcern: Int?

        init(_ key: DiagnosisKey) {
            keyData = Hex.encode(key.key.keyData.exposedBytes)
            transmissionRiskLevel = key.transmissionRiskLevel
            rollingStartIntervalNumber = key.key.rollingStart.rawValue
            rollingPeriod = key.key.rollingPeriod
            reportType = key.reportType?.rawValue
            daysSinceOnsetOfSymptoms = key.daysSinceOnsetOfSymptoms
            variantOfConcern = key.variantOfConcern?.rawValue
        }
    }

    init(
        _ contents: ExportContents,
        signers: [VerificationKeyName]?,
        signatureCount: Int?,
        withKeys: Bool
    ) throws(ExportError) {
        start = contents.metadata.start.description
        end = contents.metadata.end.description
        region = contents.metadata.region
        batchNumber = contents.metadata.batchNumber
        batchSize = contents.metadata.batchSize
        keyCount = contents.keyCount
        revisedKeyCount = contents.revisedKeyCount
        signatureInfos = contents.signatureInfos.map { info in
            SignatureDescription(
                verificationKeyId: info.verificationKeyID,
                verificationKeyVersion: info.verificationKeyVersion,
                signatureAlgorithm: info.algorithm,
                appBundleId: info.appBundleID,
                androidPackage: info.androidPackage
            )
        }
        verifiedSigners = signers?.map(\.description)
        self.signatureCount = signatureCount
        warnings = contents.warnings.map(\.description)
        let batch = withKeys ? try contents.allKeys() : nil
        keys = batch?.keys.map(KeyDescription.init)
        revisedKeys = batch?.revisedKeys.map(KeyDescription.init)
    }

    var json: String {
        let encoder = JSONEncoder()
        encoder.keyEncodingStrategy = .convertToSnakeCase
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return (try? encoder.encode(self)).map { String(decoding: $0, as: UTF8.self) } ?? "{}"
    }

    var table: String {
        var rows = [
            ("period", "\(start) to \(end)"), ("region", Self.printable(region)),
            ("batch", "\(batchNumber) of \(batchSize)"), ("keys", "\(keyCount)"),
            ("revised keys", "\(revisedKeyCount)"),
        ]
        for info in signatureInfos {
            rows.append(("signature info", Self.line(info)))
        }
        if let verifiedSigners {
            rows.append(("signed by", verifiedSigners.joined(separator: ", ")))
        } else {
            rows.append(("signatures", signatureCount.map { "\($0), not checked" } ?? "none"))
        }
        rows += warnings.map { ("warning", $0) }
        let facts = rows.map { name, value in
            "  " + name.padding(toLength: 16, withPad: " ", startingAt: 0) + value
        }
        return (facts + Self.lines(keys, title: "keys") + Self.lines(revisedKeys, title: "revised keys"))
            .joined(separator: "\n")
    }

    private static func line(_ info: SignatureDescription) -> String {
        [
            ("key", "\(info.verificationKeyId ?? "-") \(info.verificationKeyVersion ?? "-")"),
            ("algorithm", info.signatureAlgorithm ?? "-"), ("bundle", info.appBundleId ?? ""),
            ("package", info.androidPackage ?? ""),
        ].filter { !$0.1.isEmpty }.map { "\($0.0) \(printable($0.1))" }.joined(separator: ", ")
    }

    private static func lines(_ keys: [KeyDescription]?, title: String) -> [String] {
        guard let keys, !keys.isEmpty else {
            return []
        }
        return ["  \(title): key data, rolling start, period, risk level, report type, days since onset"]
            + keys.map { key in
                let optional = [key.reportType, key.daysSinceOnsetOfSymptoms].map { $0.map(String.init) ?? "-" }
                return "    \(key.keyData) \(key.rollingStartIntervalNumber) \(key.rollingPeriod) "
                    + "\(key.transmissionRiskLevel) \(optional.joined(separator: " "))"
            }
    }

    /// A hostile file's text must not drive the terminal.
    private static func printable(_ text: String) -> String {
        String(text.unicodeScalars.filter { $0.value >= 0x20 && $0.value != 0x7F && !(0x80...0x9F).contains($0.value) })
    }
}
