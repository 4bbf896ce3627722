import ExposurePrimitives
import GAENCore

/// Collects an export's metadata while its fields are read, and checks every key.
struct ContentInspector {
    private var metadata = WireTemporaryExposureKeyExport()
    private var signatureInfos: [SignatureInfo] = []
    private let source: ExportBinSource
    private let reader: ExportBinReader
    private var keyCount = 0
    private var revisedKeyCount = 0
    private var keyOrder = OrderCheck()
    private var revisedKeyOrder = OrderCheck()

    /// - Parameter observe: receives the file's bytes.
    init(_ source: ExportBinSource, observe: @escaping ([UInt8]) -> Void = { _ in }) {
        self.source = source
        reader = ExportBinReader(source, observe: observe)
    }

    /// Reads the next fields and returns their keys; nil at the end of the file.
    mutating func next() throws(ExportError) -> KeyBatch? {
        guard let fields = try reader.next() else {
            return nil
        }
        addMetadata(fields.message)
        guard signatureInfos.count + fields.message.signatureInfos.count <= Self.maximumSignatureInfos else {
            throw .content(.tooManySignatureInfos(limit: Self.maximumSignatureInfos))
        }
        signatureInfos += fields.message.signatureInfos.map(SignatureInfo.init)
        keyCount += fields.batch.keys.count
        revisedKeyCount += fields.batch.revisedKeys.count
        keyOrder.add(fields.batch.keys)
        revisedKeyOrder.add(fields.batch.revisedKeys)
        return fields.batch
    }

    /// Reads the rest of the file and returns a description of the whole content.
    mutating func contents() throws(ExportError) -> ExportContents {
        while try next() != nil {}
        return try checkedContents()
    }

    private mutating func addMetadata(_ fields: WireTemporaryExposureKeyExport) {
        if fields.hasStartTimestamp {
            metadata.startTimestamp = fields.startTimestamp
        }
        if fields.hasEndTimestamp {
            metadata.endTimestamp = fields.endTimestamp
        }
        if fields.hasRegion {
            metadata.region = fields.region
        }
        if fields.hasBatchNum {
            metadata.batchNum = fields.batchNum
        }
        if fields.hasBatchSize {
            metadata.batchSize = fields.batchSize
        }
    }

    private func checkedContents() throws(ExportError) -> ExportContents {
        for (isPresent, name) in [
            (metadata.hasStartTimestamp, "start_timestamp"), (metadata.hasEndTimestamp, "end_timestamp"),
            (metadata.hasBatchNum, "batch_num"), (metadata.hasBatchSize, "batch_size"),
        ] where !isPresent {
            throw .content(.missingField(name))
        }
        var warnings: [ExportWarning] = []
        if !keyOrder.isSorted {
            warnings.append(.unsortedKeys)
        }
        if !revisedKeyOrder.isSorted {
            warnings.append(.unsortedRevisedKeys)
        }
        return ExportContents(
            metadata: try ExportMetadata(
                start: UnixTime(Int64(clamping: metadata.startTimestamp)),
                end: UnixTime(Int64(clamping: metadata.endTimestamp)),
                region: metadata.region,
                batchNumber: Int(metadata.batchNum),
                batchSize: Int(metadata.batchSize)
            ),
            signatureInfos: signatureInfos,
            keyCount: keyCount,
            revisedKeyCount: revisedKeyCount,
            warnings: warnings,
            source: source
        )
    }

    /// Key servers write ten at most.
    private static let maximumSignatureInfos = 64
}

/// Checks whether keys come in the order of their bytes.
private struct OrderCheck {
    private(set) var isSorted = true
    private var last: TemporaryExposureKey.KeyData?

    mutating func add(_ keys: [DiagnosisKey]) {
        for key in keys {
            if let last, key.key.keyData < last {
                isSorted = false
            }
            last = key.key.keyData
        }
    }
}
