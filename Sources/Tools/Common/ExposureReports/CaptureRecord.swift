import ExposurePrimitives
import GAENCore

/// One record of the database in which Android's framework keeps what it heard. Captures in the field contain these
/// records.
///
/// The key is the day (two bytes, most significant first) and the identifier. The value is a protobuf message: field 1,
/// repeated, is a sighting, and field 2 the encrypted metadata of all. A sighting has the fields 1 time, 2 one byte of
/// RSSI for each packet, 3 a single RSSI (older), 4 its own metadata (older), 5 the time of the scan before, and 6,
/// repeated, the metadata of each packet.
struct CaptureRecord {
    let day: Int
    let identifier: Bytes16
    let value: [UInt8]

    /// Nil unless `line` is two hexadecimal numbers with a space or comma between, the first of 18 bytes.
    init?(line: some StringProtocol) {
        let parts = line.split { $0 == " " || $0 == "," || $0 == "\t" }
        guard parts.count == 2, let key = Hex.decode(parts[0]), key.count == 18,
            let identifier = Bytes16(key.dropFirst(2)), let value = Hex.decode(parts[1])
        else {
            return nil
        }
        (day, self.identifier, self.value) = (Int(key[0]) << 8 | Int(key[1]), identifier, value)
    }

    private init(day: Int, identifier: Bytes16, value: [UInt8]) {
        (self.day, self.identifier, self.value) = (day, identifier, value)
    }

    var line: String {
        Hex.encode([UInt8(day >> 8 & 0xFF), UInt8(day & 0xFF)] + identifier.bytes) + " " + Hex.encode(value)
    }

    /// One sighting for each packet; nil if the value is not such a message. Packets without metadata carry no
    /// information and are left out.
    var sightings: [Sighting]? {
        guard let fields = WireFields.parse(value[...]) else {
            return nil
        }
        let common = fields.last { $0.number == 2 }?.bytes.flatMap { EncodedMetadata($0) }
        var sightings: [Sighting] = []
        for field in fields where field.number == 1 {
            guard let bytes = field.bytes, let scan = WireFields.parse(bytes), let time = scan.seconds(1) else {
                return nil
            }
            sightings += packets(of: scan, at: time, common: common)
        }
        return sightings
    }

    private func packets(of scan: [WireFields.Field], at time: UnixTime, common: EncodedMetadata?) -> [Sighting] {
        let single = scan.last { $0.number == 3 }?.varint.flatMap { Int8(exactly: Int64(bitPattern: $0)) }
        let each = scan.last { $0.number == 2 }?.bytes.map { bytes in bytes.map { Int8(bitPattern: $0) } }
        let strengths = each ?? [single].compactMap(\.self)
        let own = scan.filter { $0.number == 6 }.compactMap(\.bytes).compactMap { EncodedMetadata($0) }
        let older = scan.last { $0.number == 4 }?.bytes.flatMap { EncodedMetadata($0) }
        return strengths.enumerated().compactMap { index, strength in
            guard let metadata = own.count == strengths.count ? own[index] : older ?? common else {
                return nil
            }
            return Sighting(
                identifier: RollingProximityIdentifier(identifier),
                metadata: metadata,
                rssi: strength,
                time: time,
                previousScan: scan.seconds(5).flatMap { $0.seconds == 0 ? nil : $0 }
            )
        }
    }
}

extension CaptureRecord {
    /// The records of `sightings`, by day and identifier.
    static func records(of sightings: [Sighting]) -> [CaptureRecord] {
        let groups = Dictionary(grouping: sightings) { [UInt8]($0.dayBytes) + $0.identifier.bytes }
        return groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }.compactMap { key, sightings in
            Bytes16(key.dropFirst(2)).map {
                CaptureRecord(
                    day: Int(key[0]) << 8 | Int(key[1]),
                    identifier: $0,
                    value: sightings.sorted { $0.time < $1.time }.flatMap(Self.encode)
                )
            }
        }
    }

    private static func encode(_ sighting: Sighting) -> [UInt8] {
        let previous = sighting.previousScan.map { WireFields.varint(5, UInt64(clamping: $0.seconds)) } ?? []
        let scan =
            WireFields.varint(1, UInt64(clamping: sighting.time.seconds))
            + WireFields.bytes(2, [UInt8(bitPattern: sighting.rssi)])
            + previous + WireFields.bytes(6, sighting.metadata.bytes)
        return WireFields.bytes(1, scan)
    }
}

extension Sighting {
    /// Days since 1970 in two bytes.
    fileprivate var dayBytes: [UInt8] {
        let day = UInt16(clamping: time.utcDay.daysSinceEpoch)
        return [UInt8(day >> 8), UInt8(day & 0xFF)]
    }
}

extension [WireFields.Field] {
    /// A time of four bytes; nil if the field is missing or larger.
    fileprivate func seconds(_ number: UInt64) -> UnixTime? {
        last { $0.number == number }?.varint.flatMap { UInt32(exactly: $0) }.map { UnixTime(Int64($0)) }
    }
}
