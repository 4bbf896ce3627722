public import ExposurePrimitives
public import HeraldPayloads

/// What a phone measured during a contact, as Herald's extended data (the page's RiskExposureDetails).
///
/// Entries keep their order and unknown codes are kept too, because digests are over the bytes.
public struct RiskExposureDetails: Hashable, Sendable {
    public let entries: [TaggedValue]

    public init(_ entries: [TaggedValue] = []) {
        self.entries = entries
    }

    public init(parsing bytes: some Collection<UInt8>) throws(AssociationError) {
        do throws(HeraldError) {
            entries = try TaggedValue.list(parsing: bytes)
        } catch {
            throw .malformed
        }
    }

    public var bytes: [UInt8] { entries.flatMap(\.bytes) }
    /// SHA-256 of the bytes. A foreign authority gets this instead of the details.
    public var digest: Bytes32 { Bytes32(hashing: bytes) }

    /// Codes of entries. Herald defines those up to 0x42; 0x80–0xFE are for applications.
    public enum Code {
        /// One byte: 0 raw, 1 sample mean, 2 running mean, 3 sample mode, 4 running mode.
        public static let rssiKind: UInt8 = 0x01
        public static let rssiError: UInt8 = 0x02
        /// Postal district as text.
        public static let district: UInt8 = 0x05
        /// Seconds since the epoch, four bytes.
        public static let eventStart: UInt8 = 0x20
        public static let eventEnd: UInt8 = 0x21
        /// Signed byte, dBm.
        public static let lastRSSI: UInt8 = 0x40
        /// The reporting phone's, in dBm. Herald has an unsigned byte here, and this the bits of a signed one.
        public static let transmitPower: UInt8 = 0x41
        /// UTF-8.
        public static let phoneModel: UInt8 = 0x42
        /// Samples of three bytes: seconds since the start (two bytes), dBm (signed).
        public static let rssiSeries: UInt8 = 0x80
        /// Triples of three bytes: attenuation in dB, seconds (two bytes).
        public static let attenuationHistogram: UInt8 = 0x81
        /// Signed byte, dBm: what the peer measured.
        public static let peerRSSI: UInt8 = 0x82
        /// A ``TicketHandle``.
        public static let ticketHandle: UInt8 = 0x83
        public static let distanceEstimates: UInt8 = 0x84
        /// Zeros, which bring details to a fixed size.
        public static let padding: UInt8 = 0x85
        /// The issuer's authority, as its packets named it: country 2 ‖ state 2.
        public static let jurisdiction: UInt8 = 0x86
    }

    /// The same with entries of zeros behind it.
    ///
    /// - Throws: `wrongLength` if it is longer than `size`, or a byte shorter: an entry has at least two.
    func padded(to size: Int) throws(AssociationError) -> RiskExposureDetails {
        var (left, entries) = (size - bytes.count, entries)
        while left != 0 {
            // The last entry must have its two bytes.
            let whole = min(left, Self.maxEntrySize)
            let part = left - whole == 1 ? whole - 1 : whole
            guard part >= 2,
                let entry = try? TaggedValue(code: Code.padding, value: Array(repeating: 0, count: part - 2))
            else {
                throw .wrongLength(bytes.count)
            }
            entries.append(entry)
            left -= part
        }
        return RiskExposureDetails(entries)
    }

    /// Code, length and the longest value.
    private static let maxEntrySize = 2 + 255

    /// The value of the first entry with a code.
    public func value(of code: UInt8) -> [UInt8]? {
        entries.first { $0.code == code }?.value
    }
}

extension RiskExposureDetails {
    /// The start of the contact.
    public var eventStart: UnixTime? { time(of: Code.eventStart) }
    /// The end of the contact.
    public var eventEnd: UnixTime? { time(of: Code.eventEnd) }
    /// The last signal strength in dBm.
    public var lastRSSI: Int8? { signedByte(of: Code.lastRSSI) }
    /// The transmit power that the reporting phone states, in dBm.
    public var transmitPower: Int8? { signedByte(of: Code.transmitPower) }
    /// The signal strength that the peer measured, in dBm.
    public var peerRSSI: Int8? { signedByte(of: Code.peerRSSI) }

    /// All samples in their order; nil if an entry is no whole number of samples.
    public var rssiSeries: [RSSISample]? {
        var samples: [RSSISample] = []
        for entry in entries where entry.code == Code.rssiSeries {
            guard entry.value.count.isMultiple(of: RSSISample.size) else {
                return nil
            }
            for start in stride(from: 0, to: entry.value.count, by: RSSISample.size) {
                let (high, low) = (UInt16(entry.value[start]), UInt16(entry.value[start + 1]))
                samples.append(RSSISample(second: high << 8 | low, rssi: Int8(bitPattern: entry.value[start + 2])))
            }
        }
        return samples
    }

    /// The handle for the issuer; nil if there is none or it has a wrong length.
    public var ticketHandle: TicketHandle? {
        value(of: Code.ticketHandle).flatMap { try? TicketHandle($0) }
    }

    /// The issuer's authority; nil if there is none or it has a wrong length.
    public var jurisdiction: Jurisdiction? {
        guard let value = value(of: Code.jurisdiction), value.count == 4 else {
            return nil
        }
        return Jurisdiction(
            country: UInt16(value[0]) << 8 | UInt16(value[1]),
            state: UInt16(value[2]) << 8 | UInt16(value[3])
        )
    }

    private func time(of code: UInt8) -> UnixTime? {
        guard let value = value(of: code), value.count == 4 else {
            return nil
        }
        return UnixTime(value.reduce(0) { $0 << 8 | Int64($1) })
    }

    private func signedByte(of code: UInt8) -> Int8? {
        guard let value = value(of: code), value.count == 1 else {
            return nil
        }
        return value.first.map(Int8.init(bitPattern:))
    }
}

/// One measurement of a signal.
public struct RSSISample: Hashable, Sendable {
    /// Seconds since the start of the contact.
    public let second: UInt16
    /// dBm.
    public let rssi: Int8

    public init(second: UInt16, rssi: Int8) {
        self.second = second
        self.rssi = rssi
    }

    static let size = 3
    /// Samples that fit into one entry.
    static let maxPerEntry = 85

    /// The entries of a series.
    public static func entries(of samples: [RSSISample]) throws(HeraldError) -> [TaggedValue] {
        var entries: [TaggedValue] = []
        for start in stride(from: 0, to: samples.count, by: maxPerEntry) {
            let value = samples[start..<min(start + maxPerEntry, samples.count)].flatMap { sample in
                [UInt8](sample.second) + [UInt8(bitPattern: sample.rssi)]
            }
            entries.append(try TaggedValue(code: RiskExposureDetails.Code.rssiSeries, value: value))
        }
        return entries
    }
}
