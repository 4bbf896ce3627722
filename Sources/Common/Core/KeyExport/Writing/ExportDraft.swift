public import GAENCore

/// The content of an export that is to be written.
public struct ExportDraft: Sendable {
    public let metadata: ExportMetadata
    /// Published for the first time. Their order does not matter: the file has them in the order of their bytes, which
    /// tells nothing of who uploaded together.
    public let keys: [DiagnosisKey]
    /// Published before, with changed values.
    public let revisedKeys: [DiagnosisKey]

    public init(metadata: ExportMetadata, keys: [DiagnosisKey], revisedKeys: [DiagnosisKey] = []) {
        self.metadata = metadata
        self.keys = keys
        self.revisedKeys = revisedKeys
    }
}
