import GAENCore

/// Delivers the keys of an export in batches of some thousands.
public final class ExportKeyReader {
    private let reader: ExportBinReader
    private var index = 0

    init(_ reader: ExportBinReader) {
        self.reader = reader
    }

    /// The next batch, never empty, or nil at the end.
    public func next() throws(ExportError) -> KeyBatch? {
        while let fields = try reader.next() {
            let batch = try keys(in: fields)
            if !batch.keys.isEmpty || !batch.revisedKeys.isEmpty {
                return batch
            }
        }
        return nil
    }

    /// The keys among `fields`, which follow those of the call before.
    func keys(in fields: WireTemporaryExposureKeyExport) throws(ExportError) -> KeyBatch {
        KeyBatch(keys: try convert(fields.keys), revisedKeys: try convert(fields.revisedKeys))
    }

    private func convert(_ wireKeys: [WireTemporaryExposureKey]) throws(ExportError) -> [DiagnosisKey] {
        var keys: [DiagnosisKey] = []
        keys.reserveCapacity(wireKeys.count)
        for wireKey in wireKeys {
            keys.append(try DiagnosisKey(wireKey, index: index))
            index += 1
        }
        return keys
    }
}
