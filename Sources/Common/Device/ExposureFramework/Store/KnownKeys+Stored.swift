import ExposurePrimitives
import GAENCore

extension KnownKeys {
    init(stored bytes: [UInt8]) throws(StoredDataError) {
        var reader = ByteReader(bytes)
        let keys = try reader.list { reader throws(StoredDataError) in try DiagnosisKey(from: &reader) }
        try reader.end()
        self.init(keys)
    }

    var stored: [UInt8] {
        var writer = ByteWriter()
        writer.write(all) { writer, key in
            key.write(to: &writer)
        }
        return writer.bytes
    }
}

extension DiagnosisKey {
    fileprivate init(from reader: inout ByteReader) throws(StoredDataError) {
        self.init(
            key: try TemporaryExposureKey(from: &reader),
            transmissionRiskLevel: Int(try reader.number(Int32.self)),
            reportType: try reader.optional { reader throws(StoredDataError) in Int(try reader.number(UInt8.self)) }
                .flatMap(ReportType.init),
            daysSinceOnsetOfSymptoms: try reader.optional { reader throws(StoredDataError) in
                Int(try reader.number(Int32.self))
            },
            variantOfConcern: try reader.optional { reader throws(StoredDataError) in
                Int(try reader.number(UInt8.self))
            }.flatMap(VariantOfConcern.init)
        )
    }

    fileprivate func write(to writer: inout ByteWriter) {
        key.write(to: &writer)
        writer.write(Int32(clamping: transmissionRiskLevel))
        writer.write(reportType) { $0.write(UInt8($1.rawValue)) }
        writer.write(daysSinceOnsetOfSymptoms) { $0.write(Int32(clamping: $1)) }
        writer.write(variantOfConcern) { $0.write(UInt8($1.rawValue)) }
    }
}
