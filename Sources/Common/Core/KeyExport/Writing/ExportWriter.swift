import ExposurePrimitives
import Foundation

/// Writes exports.
///
/// Equal input gives equal bytes, except in the signatures: ECDSA draws a random number.
///
/// ```swift
/// let info = SignatureInfo(verificationKeyID: "222", verificationKeyVersion: "v1")
/// let signer = try P256ExportSigner(privateKeyPEM: pem, signatureInfo: info)
/// let metadata = try ExportMetadata(start: now.advanced(bySeconds: -86_400), end: now, region: "222")
/// let draft = ExportDraft(metadata: metadata, keys: publishedKeys)
/// let zip = try await ExportWriter.archive(of: draft, signedBy: [signer])
/// ```
public enum ExportWriter {
    /// The zip of export.bin and export.sig, signed by each of `signers` in their order.
    ///
    /// - Throws: `ExportError` if the draft does not fit the format, and what a signer throws.
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

    /// export.bin: the header and the message, with keys in the order of their bytes.
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
        var bytes = ExportHeader.bytes + (try WireMessage.encode(message, file: .exportBin))
        // The fields of the keys have the highest numbers, so they come last.
        try KeyRecords.append(draft.keys, as: .keys, firstIndex: 0, to: &bytes)
        try KeyRecords.append(draft.revisedKeys, as: .revisedKeys, firstIndex: draft.keys.count, to: &bytes)
        return bytes
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

    /// The zip of two files that already exist.
    public static func archive(exportBin: [UInt8], exportSig: [UInt8]) throws(ExportError) -> [UInt8] {
        try ZipWriter.archive([(.exportBin, exportBin), (.exportSig, exportSig)])
    }
}
