import ExposurePrimitives
import GAENCore

extension Sighting {
    init(from reader: inout ByteReader) throws(StoredDataError) {
        guard let identifier = Bytes16(try reader.bytes(Bytes16.count)),
            let metadata = EncodedMetadata(try reader.bytes(EncodedMetadata.count))
        else {
            throw .damaged
        }
        self.init(
            identifier: RollingProximityIdentifier(identifier),
            metadata: metadata,
            rssi: try reader.number(),
            time: try reader.time(),
            previousScan: try reader.optional { reader throws(StoredDataError) in try reader.time() }
        )
    }

    func write(to writer: inout ByteWriter) {
        writer.write(identifier.bytes)
        writer.write(metadata.bytes)
        writer.write(rssi)
        writer.write(time)
        writer.write(previousScan) { $0.write($1) }
    }

    /// Reads the sightings that `stored(_:)` wrote.
    static func list(stored bytes: [UInt8]) throws(StoredDataError) -> [Sighting] {
        var reader = ByteReader(bytes)
        let sightings = try reader.list { reader throws(StoredDataError) in try Sighting(from: &reader) }
        try reader.end()
        return sightings
    }

    static func stored(_ sightings: [Sighting]) -> [UInt8] {
        var writer = ByteWriter()
        writer.write(sightings) { writer, sighting in
            sighting.write(to: &writer)
        }
        return writer.bytes
    }
}
