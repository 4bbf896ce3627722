import GAENCore

/// Returns the keys of an export in batches of some thousands.
public final class ExportKeyReader {
    private let reader: ExportBinReader

    init(_ reader: ExportBinReader) {
        self.reader = reader
    }

    /// The next batch, never empty, or nil at the end.
    public func next() throws(ExportError) -> KeyBatch? {
        while let fields = try reader.next() {
            if !fields.batch.keys.isEmpty || !fields.batch.revisedKeys.isEmpty {
                return fields.batch
            }
        }
        return nil
    }
}
