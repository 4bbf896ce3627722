public import GAENCore

/// The content of an export. Its keys are read in batches, so that a file of any size takes constant memory.
///
/// Only `ExportArchive` creates it, after it has read and checked the whole file.
public struct ExportContents: Sendable {
    public let metadata: ExportMetadata
    /// One info for each signature that the file should have.
    public let signatureInfos: [SignatureInfo]
    /// The number of keys that are published for the first time.
    public let keyCount: Int
    /// The number of published keys that are changed.
    public let revisedKeyCount: Int
    /// Unusual properties of the file that are no reason to refuse it.
    public let warnings: [ExportWarning]
    let source: ExportBinSource

    /// Reads the keys from the start.
    public func keyReader() -> ExportKeyReader {
        ExportKeyReader(ExportBinReader(source))
    }

    /// All keys of a file that is known to be small: the new ones, then the revised ones.
    public func allKeys() throws(ExportError) -> KeyBatch {
        let reader = keyReader()
        var all = KeyBatch()
        while let batch = try reader.next() {
            all.keys += batch.keys
            all.revisedKeys += batch.revisedKeys
        }
        return all
    }
}

/// Some keys of an export, in the order of the file.
public struct KeyBatch: Equatable, Sendable {
    /// Keys that are published for the first time.
    public internal(set) var keys: [DiagnosisKey] = []
    /// Keys that were published before; these values replace the earlier ones.
    public internal(set) var revisedKeys: [DiagnosisKey] = []
}

/// An unusual property of a file.
public enum ExportWarning: Hashable, Sendable, CaseIterable {
    /// The keys are not in the order of their bytes, so their order may show who uploaded together.
    case unsortedKeys
    case unsortedRevisedKeys
}

extension ExportWarning: CustomStringConvertible {
    public var description: String {
        switch self {
        case .unsortedKeys: "the keys are not sorted, so their order may tell which belong together"
        case .unsortedRevisedKeys: "the revised keys are not sorted, so their order may tell which belong together"
        }
    }
}
