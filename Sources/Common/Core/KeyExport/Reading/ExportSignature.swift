import Foundation

/// One signature of export.sig, not yet checked.
public struct ExportSignature: Hashable, Sendable {
    public let info: SignatureInfo
    /// The batch that the signature is for; nil when not given.
    public let batchNumber: Int?
    public let batchSize: Int?
    /// The bytes as the file holds them. They should be ECDSA over export.bin as ASN.1 DER.
    public let bytes: [UInt8]

    init(_ wire: WireTEKSignature) {
        info = SignatureInfo(wire.signatureInfo)
        batchNumber = wire.hasBatchNum ? Int(wire.batchNum) : nil
        batchSize = wire.hasBatchSize ? Int(wire.batchSize) : nil
        bytes = Array(wire.signature)
    }

    func matches(_ metadata: ExportMetadata) -> Bool {
        batchNumber == metadata.batchNumber && batchSize == metadata.batchSize
    }

    /// The signatures in an export.sig.
    static func list(in entry: ZipEntryReader) throws(ExportError) -> [ExportSignature] {
        guard entry.statedSize <= maximumListSize else {
            throw .archive(.tooLarge(size: entry.statedSize, limit: maximumListSize))
        }
        var bytes: [UInt8] = []
        while let block = try entry.next() {
            bytes += block
        }
        let list: WireTEKSignatureList = try WireMessage.decode(bytes, file: .exportSig)
        return list.signatures.map(ExportSignature.init)
    }

    /// Ten signatures, the most that key servers write, take about 1500 bytes.
    private static let maximumListSize = 64 << 10
}
