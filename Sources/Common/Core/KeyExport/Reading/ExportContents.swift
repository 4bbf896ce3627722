public import GAENCore

/// What an export holds. Its keys are read in batches, so that a file of any size takes constant memory.
///
/// Only `ExportArchive` makes one, and only after it read and checked the whole file.
public struct ExportContents: Sendable {
    public let metadata: ExportMetadata
    /// One for each signature that the file should have.
    public let signatureInfos: [SignatureInfo]
    /// How many keys are published for the first time.
    public let keyCount: Int
    /// How many published keys are changed.
    public let revisedKeyCount: Int
    /// What is unusual in the file and no reason to refuse it.
    public let warnings: [ExportWarning]
    let source: ExportBinSource

    /// Reads the keys from the start.
    public func keyReader() -> ExportKeyReader {
        ExportKeyReader(ExportBinReader(source))
    }

    /// All keys of a file that is known to be small: first the new ones, then the revised ones.
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
    /// Published for the first time.
    public internal(set) var keys: [DiagnosisKey] = []
    /// Published before; these values replace the earlier ones.
    public internal(set) var revisedKeys: [DiagnosisKey] = []
}

/// Something unusual in a file.
public enum ExportWarning: Hashable, Sendable, CaseIterable {
    /// The keys are not in the order of their bytes, so their order may tell who uploaded together.
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
