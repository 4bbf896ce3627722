/// An export as it was downloaded: a zip of export.bin and export.sig, or a bare export.bin.
///
/// The initialiser checks the container. The content stays inaccessible until `verified(by:)` has verified the
/// signatures or the caller asks for it with `unverified()`.
///
/// ```swift
/// let verifier = try ExportVerifier(keys: [ExportVerificationKey(pem)])
/// let export = try ExportArchive(zip: bytes).verified(by: verifier)
/// let reader = export.contents.keyReader()
/// while let batch = try reader.next() {
///     print(batch.keys.count)
/// }
/// ```
public struct ExportArchive: Sendable {
    let exportBin: ExportBinSource
    /// Nil for a bare export.bin.
    private let exportSig: (@Sendable () throws(ExportError) -> [ExportSignature])?

    /// Distinguishes the two forms by their first bytes.
    public init(_ bytes: [UInt8], limits: ExportLimits = .standard) throws(ExportError) {
        if bytes.starts(with: "PK".utf8) {
            try self.init(zip: bytes, limits: limits)
        } else if bytes.starts(with: "EK".utf8) {
            try self.init(exportBin: bytes, limits: limits)
        } else {
            throw .archive(.notAnArchive)
        }
    }

    /// - Throws: if the bytes are not a plain archive of exactly the two files, within `limits`.
    public init(zip bytes: [UInt8], limits: ExportLimits = .standard) throws(ExportError) {
        let archive = try ZipArchive(of: bytes, limits: limits)
        exportBin = .entry(archive.exportBin, archive: bytes)
        exportSig = { () throws(ExportError) in
            try ExportSignature.list(in: ZipEntryReader(archive.exportSig, in: bytes))
        }
    }

    /// A bare export.bin. It can be inspected, but never verified.
    public init(exportBin bytes: [UInt8], limits: ExportLimits = .standard) throws(ExportError) {
        guard bytes.count <= limits.maximumExpandedSize else {
            throw .archive(.tooLarge(size: bytes.count, limit: limits.maximumExpandedSize))
        }
        guard bytes.starts(with: ExportHeader.bytes) else {
            throw .content(.wrongHeader)
        }
        exportBin = .bytes(bytes)
        exportSig = nil
    }

    /// Reads and checks everything: the signatures over the whole export.bin, and each field of each key.
    public func verified(by verifier: ExportVerifier) throws(ExportError) -> VerifiedExport {
        var verification = try verification()
        return try verification.finish(by: verifier)
    }

    /// Does the same as `verified(by:)`, and passes all keys to `body` on the way, batch by batch.
    ///
    /// The findings of `body` are returned only after the signatures were verified. `body` must not disclose them
    /// before.
    ///
    /// - Throws: `ExportError`, and what `body` throws.
    public func verified<Finding>(
        by verifier: ExportVerifier,
        finding body: (KeyBatch) async throws -> [Finding]
    ) async throws -> (export: VerifiedExport, findings: [Finding]) {
        var verification = try verification()
        var findings: [Finding] = []
        while let batch = try verification.contents.next() {
            findings += try await body(batch)
        }
        return (try verification.finish(by: verifier), findings)
    }

    private func verification() throws(ExportError) -> ExportVerification {
        guard let exportSig else {
            throw .signature(.unsigned)
        }
        return ExportVerification(of: exportBin, signatures: try exportSig())
    }

    /// Reads and checks everything except the signatures: for people who inspect a file, never for detection on a
    /// phone.
    public func unverified() throws(ExportError) -> UnverifiedExport {
        let signatures = try exportSig?() ?? []
        var inspector = ContentInspector(exportBin)
        return UnverifiedExport(contents: try inspector.contents(), signatures: signatures)
    }

    /// Does the same as `unverified()`, and passes all keys to `body` on the way, batch by batch.
    ///
    /// The findings of `body` are returned only after the whole file was checked.
    ///
    /// - Throws: `ExportError`, and what `body` throws.
    public func unverified<Finding>(
        finding body: (KeyBatch) async throws -> [Finding]
    ) async throws -> (export: UnverifiedExport, findings: [Finding]) {
        let signatures = try exportSig?() ?? []
        var inspector = ContentInspector(exportBin)
        var findings: [Finding] = []
        while let batch = try inspector.next() {
            findings += try await body(batch)
        }
        return (UnverifiedExport(contents: try inspector.contents(), signatures: signatures), findings)
    }
}

/// An export whose signatures are valid.
public struct VerifiedExport: Sendable {
    public let contents: ExportContents
    /// The trusted keys that signed, with their names from the file.
    public let signers: [VerificationKeyName]
}

/// An export whose author is unknown.
public struct UnverifiedExport: Sendable {
    public let contents: ExportContents
    /// The signatures of export.sig; empty for a bare export.bin.
    public let signatures: [ExportSignature]
}

/// One reading of an export, which computes the digests of its bytes on the way.
private struct ExportVerification {
    var contents: ContentInspector
    private let signatures: [ExportSignature]
    private let digests: ExportDigests

    init(of exportBin: ExportBinSource, signatures: [ExportSignature]) {
        self.signatures = signatures
        let digests = ExportDigests(for: signatures)
        self.digests = digests
        contents = ContentInspector(exportBin, observe: digests.update)
    }

    /// Reads the rest and verifies the signatures.
    mutating func finish(by verifier: ExportVerifier) throws(ExportError) -> VerifiedExport {
        let contents = try contents.contents()
        guard signatures.count == contents.signatureInfos.count, !signatures.isEmpty else {
            throw .signature(.countMismatch(signatures: signatures.count, infos: contents.signatureInfos.count))
        }
        for signature in signatures where !signature.matches(contents.metadata) {
            throw .signature(.batchMismatch(key: signature.info.keyName))
        }
        return VerifiedExport(contents: contents, signers: try verifier.signers(among: signatures, digests: digests))
    }
}
