public import GAENCore

/// The content of an export to be written.
public struct ExportDraft: Sendable {
    public let metadata: ExportMetadata
    /// Keys that are published for the first time.
    ///
    /// Their order does not matter: the file has them in the order of their bytes, which does not show who uploaded
    /// together.
    public let keys: [DiagnosisKey]
    /// Keys that were published before, with changed values.
    public let revisedKeys: [DiagnosisKey]

    public init(metadata: ExportMetadata, keys: [DiagnosisKey], revisedKeys: [DiagnosisKey] = []) {
        self.metadata = metadata
        self.keys = keys
        self.revisedKeys = revisedKeys
    }
}
