/// An export as it was downloaded: a zip of export.bin and export.sig, or a bare export.bin.
///
/// Making one checks the container. Nothing of the content is given out before `verified(by:)` found the signatures
/// right or the caller asked for it `unverified()`.
public struct ExportArchive: Sendable {
    let exportBin: ExportBinSource
    /// Nil for a bare export.bin.
    private let exportSig: (@Sendable () throws(ExportError) -> [ExportSignature])?

    /// Tells the two forms apart by their first bytes.
    public init(_ bytes: [UInt8], limits: ExportLimits = .standard) throws(ExportError) {
        if bytes.starts(with: "PK".utf8) {
            try self.init(zip: bytes, limits: limits)
        } else if bytes.starts(with: "EK".utf8) {
            try self.init(exportBin: bytes, limits: limits)
        } else {
            throw .archive(.notAnArchive)
        }
    }

    /// - Throws: where the bytes are not a plain archive of exactly the two files, within `limits`.
    public init(zip bytes: [UInt8], limits: ExportLimits = .standard) throws(ExportError) {
        let archive = try ZipArchive(of: bytes, limits: limits)
        exportBin = .entry(archive.exportBin, archive: bytes)
        exportSig = { () throws(ExportError) in
            try ExportSignature.list(in: ZipEntryReader(archive.exportSig, in: bytes))
        }
    }

    /// A bare export.bin: it can be inspected and never verified.
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

    /// As `verified(by:)`, and shows `body` all keys on the way, batch by batch. What `body` finds comes out only after
    /// the signatures were found right; it must not tell anybody before.
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

    /// Reads and checks everything but the signatures: for people who look into a file, never for detection on a phone.
    public func unverified() throws(ExportError) -> UnverifiedExport {
        let signatures = try exportSig?() ?? []
        var inspector = ContentInspector(exportBin)
        return UnverifiedExport(contents: try inspector.contents(), signatures: signatures)
    }

    /// As `unverified()`, and shows `body` all keys on the way, batch by batch. What it finds comes out only after the
    /// whole file was found right.
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

/// An export whose signatures were right.
public struct VerifiedExport: Sendable {
    public let contents: ExportContents
    /// The trusted keys that signed, under the names by which the file calls them.
    public let signers: [VerificationKeyName]
}

/// An export of which nobody knows who wrote it.
public struct UnverifiedExport: Sendable {
    public let contents: ExportContents
    /// What export.sig holds; empty for a bare export.bin.
    public let signatures: [ExportSignature]
}

/// One reading of an export, the digests of its bytes computed on the way.
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

    /// Reads what is left and checks the signatures.
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
