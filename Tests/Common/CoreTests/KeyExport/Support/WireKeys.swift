import ExposurePrimitives
import Foundation
import GAENCore

@testable import KeyExport

/// Keys as messages of the protobuf library. Tests compare the writer's own encoder with them.
extension DiagnosisKey {
    /// - Throws: if a value does not fit the format.
    func wire(index: Int) throws(ExportError) -> WireTemporaryExposureKey {
        try checkRanges(index: index)
        guard let rollingStart = Int32(exactly: key.rollingStart.rawValue) else {
            throw .content(.rollingStartOutOfRange(key: index, value: Int(key.rollingStart.rawValue)))
        }
        var wire = WireTemporaryExposureKey()
        wire.keyData = Data(key.keyData.exposedBytes)
        wire.transmissionRiskLevel = Int32(transmissionRiskLevel)
        wire.rollingStartIntervalNumber = rollingStart
        wire.rollingPeriod = Int32(key.rollingPeriod)
        if let reportType, let value = WireTemporaryExposureKey.ReportType(rawValue: reportType.rawValue) {
            wire.reportType = value
        }
        if let daysSinceOnsetOfSymptoms {
            wire.daysSinceOnsetOfSymptoms = Int32(daysSinceOnsetOfSymptoms)
        }
        if let variantOfConcern,
            let value = WireTemporaryExposureKey.VariantOfConcern(rawValue: variantOfConcern.rawValue)
        {
            wire.variantOfConcern = value
        }
        return wire
    }
}

extension WireTemporaryExposureKeyExport {
    /// A file without keys.
    init(_ metadata: ExportMetadata, _ info: SignatureInfo) {
        self.init()
        startTimestamp = UInt64(metadata.start.seconds)
        endTimestamp = UInt64(metadata.end.seconds)
        region = metadata.region
        batchNum = Int32(metadata.batchNumber)
        batchSize = Int32(metadata.batchSize)
        signatureInfos = [info.wire]
    }
}
