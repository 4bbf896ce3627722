/// The four metadata bytes of a beacon, plain or encrypted (AEM).
public struct EncodedMetadata: Hashable, Sendable {
    private let value: UInt32

    /// Nil unless `bytes` holds exactly four.
    public init?(_ bytes: some Collection<UInt8>) {
        guard bytes.count == Self.count else {
            return nil
        }
        value = bytes.reduce(0) { $0 << 8 | UInt32($1) }
    }

    init(_ first: UInt8, _ second: UInt8) {
        value = UInt32(first) << 24 | UInt32(second) << 16
    }

    public var bytes: [UInt8] {
        [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: value >> UInt32($0)) }
    }

    public static let count = 4
}

/// The content of the metadata bytes (Bluetooth Specification v1.2.2, "Associated Encrypted Metadata").
public struct BroadcastMetadata: Hashable, Sendable {
    /// Version, 0…3 each; the published versions are 1.0 and 1.1.
    public let majorVersion: UInt8
    public let minorVersion: UInt8
    /// Confidence in the calibration, 0 (lowest) to 3 (high); meaningful from version 1.1 on.
    public let calibrationConfidence: UInt8
    /// Calibrated transmit power in dBm.
    public let transmitPower: Int8

    /// Metadata of version 1.0 for a phone that transmits with `transmitPower` dBm.
    public init(transmitPower: Int8) {
        majorVersion = 1
        minorVersion = 0
        calibrationConfidence = 0
        self.transmitPower = transmitPower
    }

    /// Metadata of version 1.1, which states how well `transmitPower`, in dBm, is known.
    ///
    /// - Parameter calibrationConfidence: 0…3; only its two lowest bits count.
    public init(transmitPower: Int8, calibrationConfidence: UInt8) {
        majorVersion = 1
        minorVersion = 1
        self.calibrationConfidence = calibrationConfidence & 3
        self.transmitPower = transmitPower
    }

    /// Reads the plain bytes; reserved bits are ignored.
    public init(_ encoded: EncodedMetadata) {
        let bytes = encoded.bytes
        majorVersion = bytes[0] >> 6
        minorVersion = bytes[0] >> 4 & 3
        calibrationConfidence = bytes[0] >> 2 & 3
        transmitPower = Int8(bitPattern: bytes[1])
    }

    /// The plain bytes, reserved bits zero.
    public var encoded: EncodedMetadata {
        EncodedMetadata(
            majorVersion << 6 | minorVersion << 4 | calibrationConfidence << 2,
            UInt8(bitPattern: transmitPower)
        )
    }
}
