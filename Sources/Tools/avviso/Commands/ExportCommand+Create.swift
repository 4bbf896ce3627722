import ArgumentParser
import ExposurePrimitives
import Foundation
import GAENCore
import KeyExport
import ServiceKit
import WireFormat

extension ExportCommand {
    struct Create: ReportingCommand {
        static let configuration = CommandConfiguration(
            commandName: "create",
            abstract: "Make a signed export file from a JSON list of keys.",
            discussion: """
                The list holds objects with key_data (base64 of 16 bytes), rolling_start_interval_number, and optionally \
                rolling_period (144), transmission_risk_level (0), report_type (0 to 5) and \
                days_since_onset_of_symptoms (-14 to 14).

                Example:
                  avviso export create --keys keys.json --out export.zip --signing-key signing.pem \\
                    --start 2026-11-20T00:00:00Z --end 2026-11-21T00:00:00Z --region 222
                """
        )

        @Option(help: ArgumentHelp("The JSON list of keys.", valueName: "file")) var keys: String
        @Option(help: ArgumentHelp("The zip to write.", valueName: "file")) var out: String
        @Option(help: ArgumentHelp("The private key (PEM).", valueName: "file")) var signingKey: String
        @OptionGroup var force: ForceOption
        @Option(help: ArgumentHelp("The period's start.", valueName: "yyyy-mm-ddThh:mm:ssZ")) var start: UnixTime
        @Option(help: ArgumentHelp("The period's end.", valueName: "yyyy-mm-ddThh:mm:ssZ")) var end: UnixTime
        @Option(help: "A mobile country code or ISO code.") var region = "222"
        @Option(help: "The signing key's id in the file.") var keyID = "222"
        @Option(help: "The signing key's version in the file.") var keyVersion = "v1"

        @Option(
            help: ArgumentHelp("This file's number among those of the period, as 1/2.", valueName: "n/m"),
            transform: BatchNumber.init
        )
        var batch = BatchNumber(number: 1, count: 1)

        func perform() async throws {
            let metadata = try ExportMetadata(
                start: start,
                end: end,
                region: region,
                batchNumber: batch.number,
                batchSize: batch.count
            )
            try PrivateFile.check(signingKey)
            let signer = try P256ExportSigner(
                privateKeyPEM: InputFile.readText(signingKey),
                signatureInfo: SignatureInfo(verificationKeyID: keyID, verificationKeyVersion: keyVersion)
            )
            let draft = ExportDraft(metadata: metadata, keys: try KeyList.parse(InputFile.read(keys)))
            let archive = try await ExportWriter.archive(of: draft, signedBy: [signer])
            try OutputFile(out, force).write(archive)
            Terminal.say("Wrote \(out): \(draft.keys.count) keys, \(archive.count) bytes.")
        }
    }
}

/// An export file's number among those of its period, as a person writes it: 1/2.
struct BatchNumber {
    let number: Int
    let count: Int
}

extension BatchNumber {
    @Sendable init(_ text: String) throws {
        let parts = text.split(separator: "/", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let number = parts[0], let count = parts[1], (1...max(count, 1)).contains(number) else {
            throw ValidationError("--batch must have the form 1/2, not \"\(text)\".")
        }
        self.init(number: number, count: count)
    }
}

/// A JSON list of keys, as a person or a script writes it.
private enum KeyList {
    static func parse(_ bytes: [UInt8]) throws(Failure) -> [DiagnosisKey] {
        var keys: [DiagnosisKey] = []
        do throws(JSONError) {
            var reader = JSONReader(bytes)
            try reader.readArray { reader throws(JSONError) in keys.append(try key(&reader)) }
            try reader.readEnd()
        } catch {
            throw Failure("key \(keys.count + 1) of the list is wrong (\(error)): see --help")
        }
        return keys
    }

    private static func key(_ reader: inout JSONReader) throws(JSONError) -> DiagnosisKey {
        var keyData: TemporaryExposureKey.KeyData?
        var start: IntervalNumber?
        var period = 144
        var level = 0
        var reportType: DiagnosisKey.ReportType?
        var daysSinceOnset: Int?
        try reader.readObject { reader, name throws(JSONError) in
            switch name {
            case "key_data":
                keyData = Base64.decode(try reader.readString()).flatMap { try? TemporaryExposureKey.KeyData($0) }
            case "rolling_start_interval_number":
                start = IntervalNumber(UInt32(try reader.readInteger(in: 0...Int(UInt32.max))))
            case "rolling_period": period = try reader.readInteger(in: TemporaryExposureKey.rollingPeriods)
            case "transmission_risk_level": level = try reader.readInteger(in: 0...8)
            case "report_type": reportType = DiagnosisKey.ReportType(rawValue: try reader.readInteger(in: 0...5))
            case "days_since_onset_of_symptoms": daysSinceOnset = try reader.readInteger(in: -14...14)
            default: throw .wrongMembers
            }
        }
        guard let keyData, let start,
            let key = try? TemporaryExposureKey(keyData: keyData, rollingStart: start, rollingPeriod: period)
        else {
            throw .notCompliant
        }
        return DiagnosisKey(
            key: key,
            transmissionRiskLevel: level,
            reportType: reportType,
            daysSinceOnsetOfSymptoms: daysSinceOnset
        )
    }
}
