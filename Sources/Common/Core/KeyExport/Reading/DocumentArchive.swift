/// A signed document that is no export of keys, in the same zip: export.bin is the document itself, without a header.
///
/// Corona-Warn's configurations have this form.
public struct DocumentArchive: Sendable {
    private let bytes: [UInt8]
    private let limits: ExportLimits

    /// - Parameter maxSize: the maximum size of document and signatures together, uncompressed, in bytes.
    public init(zip bytes: [UInt8], maxSize: Int) {
        self.bytes = bytes
        limits = ExportLimits(
            maximumExpandedSize: maxSize,
            maximumExpansionRatio: ExportLimits.standard.maximumExpansionRatio
        )
    }

    /// The document, once a signature by a trusted key is valid over all of it.
    ///
    /// - Throws: if the bytes are not a plain archive of exactly the two files, within the limits.
    public func verified(by verifier: ExportVerifier) throws(ExportError) -> [UInt8] {
        let archive = try ZipArchive(of: bytes, limits: limits)
        let signatures = try ExportSignature.list(in: ZipEntryReader(archive.exportSig, in: bytes))
        guard !signatures.isEmpty else {
            throw .signature(.unsigned)
        }
        let digests = ExportDigests(for: signatures)
        let reader = ZipEntryReader(archive.exportBin, in: bytes)
        var document: [UInt8] = []
        while let block = try reader.next() {
            digests.update(with: block)
            document += block
        }
        _ = try verifier.signers(among: signatures, digests: digests)
        return document
    }
}
