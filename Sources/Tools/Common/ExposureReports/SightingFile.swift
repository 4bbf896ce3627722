import ExposurePrimitives
package import GAENCore
import WireFormat

/// A phone's sightings as a file, for tests and for studying field recordings. A phone never writes one.
package enum SightingFile {
    package enum Format: String, CaseIterable, Sendable {
        /// A list of objects.
        case json
        /// A heading and a line for each sighting.
        case csv
        /// The records of a phone's own database, in hex: a line for each identifier with its key and its value.
        case capture
    }

    /// Reads any of the formats; the first characters decide which.
    package static func parse(_ bytes: [UInt8]) throws(SightingFileError) -> [Sighting] {
        // Spreadsheets begin a CSV with a byte order mark.
        let bytes = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? Array(bytes.dropFirst(3)) : bytes
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw SightingFileError(line: 1, reason: "is not UTF-8 text")
        }
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        if text.drop(while: \.isWhitespace).hasPrefix("[") {
            return try parseJSON(bytes)
        }
        return lines.first == heading[...] ? try parseCSV(lines) : try parseCapture(lines)
    }

    package static func encode(_ sightings: [Sighting], as format: Format) -> [UInt8] {
        switch format {
        case .json:
            Array(
                "[\(sightings.map { String(decoding: json($0).encoded, as: UTF8.self) }.joined(separator: ",\n "))]\n"
                    .utf8
            )
        case .csv:
            Array(([heading] + sightings.map(line)).map { $0 + "\n" }.joined().utf8)
        case .capture:
            Array(CaptureRecord.records(of: sightings).map { $0.line + "\n" }.joined().utf8)
        }
    }

    private static let heading = "identifier,metadata,rssi,time,previous_scan"
}

/// The line of a file that is not a sighting, and why.
package struct SightingFileError: Error, Equatable, CustomStringConvertible {
    package let line: Int
    package let reason: String

    package var description: String { "line \(line) \(reason)" }
}

// MARK: - CSV

extension SightingFile {
    private static func parseCSV(_ lines: [Substring]) throws(SightingFileError) -> [Sighting] {
        var sightings: [Sighting] = []
        for (number, line) in zip(1..., lines).dropFirst() where !line.isEmpty {
            let fields = line.split(separator: ",", omittingEmptySubsequences: false)
            guard fields.count == 5 else {
                throw SightingFileError(line: number, reason: "has \(fields.count) fields instead of 5")
            }
            guard
                let sighting = Sighting(
                    identifier: fields[0],
                    metadata: fields[1],
                    rssi: Int(fields[2]),
                    time: Int(fields[3]),
                    previousScan: fields[4].isEmpty ? 0 : Int(fields[4])
                )
            else {
                throw SightingFileError(line: number, reason: impossible)
            }
            sightings.append(sighting)
        }
        return sightings
    }

    private static func line(_ sighting: Sighting) -> String {
        [
            Hex.encode(sighting.identifier.bytes), Hex.encode(sighting.metadata.bytes), "\(sighting.rssi)",
            "\(sighting.time.seconds)", sighting.previousScan.map { "\($0.seconds)" } ?? "",
        ].joined(separator: ",")
    }

    fileprivate static let impossible =
        "must have 32 hex digits, 8 hex digits, an RSSI of -128 to 127 and one or two times in seconds since 1970"
}

// MARK: - JSON

extension SightingFile {
    private static func parseJSON(_ bytes: [UInt8]) throws(SightingFileError) -> [Sighting] {
        var sightings: [Sighting] = []
        do throws(JSONError) {
            var reader = JSONReader(bytes)
            try reader.readArray { reader throws(JSONError) in
                sightings.append(try sighting(&reader))
            }
            try reader.readEnd()
        } catch {
            throw SightingFileError(line: sightings.count + 1, reason: "of the list \(impossible) (\(error))")
        }
        return sightings
    }

    private static func sighting(_ reader: inout JSONReader) throws(JSONError) -> Sighting {
        var (identifier, metadata) = ("", "")
        var (rssi, time): (Int?, Int?)
        var previousScan = 0
        try reader.readObject { reader, name throws(JSONError) in
            switch name {
            case "identifier": identifier = try reader.readString()
            case "metadata": metadata = try reader.readString()
            case "rssi": rssi = try reader.readInteger(in: -128...127)
            case "time": time = try reader.readInteger(in: Sighting.times)
            case "previous_scan": previousScan = try reader.readInteger(in: Sighting.times)
            default: throw .wrongMembers
            }
        }
        guard
            let sighting = Sighting(
                identifier: identifier,
                metadata: metadata,
                rssi: rssi,
                time: time,
                previousScan: previousScan
            )
        else {
            throw .notCompliant
        }
        return sighting
    }

    private static func json(_ sighting: Sighting) -> JSONValue {
        let members: [(String, JSONValue)] = [
            ("identifier", .string(Hex.encode(sighting.identifier.bytes))),
            ("metadata", .string(Hex.encode(sighting.metadata.bytes))),
            ("rssi", .integer(sighting.rssi)), ("time", .integer(sighting.time.seconds)),
        ]
        let previous = sighting.previousScan.map { [("previous_scan", JSONValue.integer($0.seconds))] } ?? []
        return .object((members + previous).map { JSONValue.Member(name: $0, value: $1) })
    }
}

// MARK: - Captures

extension SightingFile {
    private static func parseCapture(_ lines: [Substring]) throws(SightingFileError) -> [Sighting] {
        var sightings: [Sighting] = []
        for (number, line) in zip(1..., lines) where !line.isEmpty {
            guard let record = CaptureRecord(line: line), let found = record.sightings else {
                let others = number == 1 ? "neither a JSON list nor \"\(heading)\" nor a" : "no"
                throw SightingFileError(
                    line: number,
                    reason: "is \(others) record: 36 hex digits of key (day, identifier), a space and a value in hex"
                )
            }
            sightings += found
        }
        return sightings
    }
}

extension Sighting {
    /// A sighting from the fields of a file; nil if a field is invalid. Second 0 as the scan before means an unknown
    /// scan.
    fileprivate init?(
        identifier: some StringProtocol,
        metadata: some StringProtocol,
        rssi: Int?,
        time: Int?,
        previousScan: Int?
    ) {
        guard let identifier = Hex.decode(identifier).flatMap({ Bytes16($0) }),
            let metadata = Hex.decode(metadata).flatMap({ EncodedMetadata($0) }),
            let rssi = rssi.flatMap({ Int8(exactly: $0) }), let time, Self.times.contains(time),
            let previousScan, Self.times.contains(previousScan)
        else {
            return nil
        }
        self.init(
            identifier: RollingProximityIdentifier(identifier),
            metadata: metadata,
            rssi: rssi,
            time: UnixTime(Int64(time)),
            previousScan: previousScan == 0 ? nil : UnixTime(Int64(previousScan))
        )
    }

    /// Times that fit into the four bytes of a phone's record.
    static let times = 0...Int(UInt32.max)
}
