import ExposurePrimitives
import GAENCore

/// Gathers what an export says of itself while its fields go by, and checks every key on the way.
struct ContentInspector {
    private var metadata = WireTemporaryExposureKeyExport()
    private var signatureInfos: [SignatureInfo] = []
    private let keyReader: ExportKeyReader
    private var keyCount = 0
    private var revisedKeyCount = 0
    private var keyOrder = OrderCheck()
    private var revisedKeyOrder = OrderCheck()

    /// Reads the whole file; `observe` sees its bytes.
    static func inspect(
        _ source: ExportBinSource,
        observe: @escaping ([UInt8]) -> Void = { _ in }
    ) throws(ExportError) -> ExportContents {
        let reader = ExportBinReader(source, observe: observe)
        var inspector = ContentInspector(reader: reader)
        while let fields = try reader.next() {
            try inspector.add(fields)
        }
        return try inspector.contents(of: source)
    }

    private init(reader: ExportBinReader) {
        keyReader = ExportKeyReader(reader)
    }

    private mutating func add(_ fields: WireTemporaryExposureKeyExport) throws(ExportError) {
        addMetadata(fields)
        guard signatureInfos.count + fields.signatureInfos.count <= Self.maximumSignatureInfos else {
            throw .content(.tooManySignatureInfos(limit: Self.maximumSignatureInfos))
        }
        signatureInfos += fields.signatureInfos.map(SignatureInfo.init)
        let batch = try keyReader.keys(in: fields)
        keyCount += batch.keys.count
        revisedKeyCount += batch.revisedKeys.count
        keyOrder.add(batch.keys)
        revisedKeyOrder.add(batch.revisedKeys)
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

    private func contents(of source: ExportBinSource) throws(ExportError) -> ExportContents {
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

/// Whether keys come in the order of their bytes.
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
