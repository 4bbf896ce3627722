import ExposurePrimitives
import Foundation
import GAENCore

/// Writes exports. Equal input gives equal bytes, but for the signatures: ECDSA draws a random number.
public enum ExportWriter {
    /// The zip of export.bin and export.sig, signed by each of `signers` in their order.
    ///
    /// - Throws: `ExportError` where the draft does not fit the format, and whatever a signer throws.
    public static func archive(of draft: ExportDraft, signedBy signers: [any ExportSigner]) async throws -> [UInt8] {
        guard !signers.isEmpty else {
            throw ExportError.signature(.noSigners)
        }
        let exportBin = try exportBin(of: draft, signatureInfos: signers.map(\.signatureInfo))
        var signatures: [(info: SignatureInfo, bytes: [UInt8])] = []
        for signer in signers {
            signatures.append((signer.signatureInfo, try await signer.signature(over: exportBin)))
        }
        let exportSig = try exportSig(for: draft.metadata, signatures: signatures)
        return try archive(exportBin: exportBin, exportSig: exportSig)
    }

    /// export.bin: the header and the message, keys in the order of their bytes.
    public static func exportBin(
        of draft: ExportDraft,
        signatureInfos: [SignatureInfo]
    ) throws(ExportError) -> [UInt8] {
        let metadata = draft.metadata
        var message = WireTemporaryExposureKeyExport()
        message.startTimestamp = UInt64(metadata.start.seconds)
        message.endTimestamp = UInt64(metadata.end.seconds)
        message.region = metadata.region
        message.batchNum = Int32(metadata.batchNumber)
        message.batchSize = Int32(metadata.batchSize)
        message.signatureInfos = signatureInfos.map(\.wire)
        message.keys = try wireKeys(draft.keys, firstIndex: 0)
        message.revisedKeys = try wireKeys(draft.revisedKeys, firstIndex: draft.keys.count)
        return ExportHeader.bytes + (try WireMessage.encode(message, file: .exportBin))
    }

    /// export.sig: the signatures over export.bin, each as ASN.1 DER.
    public static func exportSig(
        for metadata: ExportMetadata,
        signatures: [(info: SignatureInfo, bytes: [UInt8])]
    ) throws(ExportError) -> [UInt8] {
        var list = WireTEKSignatureList()
        list.signatures = signatures.map { info, bytes in
            var signature = WireTEKSignature()
            signature.signatureInfo = info.wire
            signature.batchNum = Int32(metadata.batchNumber)
            signature.batchSize = Int32(metadata.batchSize)
            signature.signature = Data(bytes)
            return signature
        }
        return try WireMessage.encode(list, file: .exportSig)
    }

    /// The zip of two files that are already made.
    public static func archive(exportBin: [UInt8], exportSig: [UInt8]) throws(ExportError) -> [UInt8] {
        try ZipWriter.archive([(.exportBin, exportBin), (.exportSig, exportSig)])
    }

    private static func wireKeys(
        _ keys: [DiagnosisKey],
        firstIndex: Int
    ) throws(ExportError) -> [WireTemporaryExposureKey] {
        var wireKeys: [WireTemporaryExposureKey] = []
        wireKeys.reserveCapacity(keys.count)
        for (index, key) in keys.sorted(by: precedes).enumerated() {
            wireKeys.append(try key.wire(index: firstIndex + index))
        }
        return wireKeys
    }

    /// By key bytes; the other fields decide only between equal keys, so that the input's order never shows.
    private static func precedes(_ lhs: DiagnosisKey, _ rhs: DiagnosisKey) -> Bool {
        guard lhs.key.keyData == rhs.key.keyData else {
            return lhs.key.keyData < rhs.key.keyData
        }
        return tieBreaker(lhs).lexicographicallyPrecedes(tieBreaker(rhs))
    }

    private static func tieBreaker(_ key: DiagnosisKey) -> [Int] {
        [
            Int(key.key.rollingStart.rawValue), key.key.rollingPeriod, key.transmissionRiskLevel,
            key.reportType?.rawValue ?? -1, key.daysSinceOnsetOfSymptoms ?? .min, key.variantOfConcern?.rawValue ?? -1,
        ]
    }
}
