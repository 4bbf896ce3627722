/// How near two phones were for some time.
public struct MeasuredScan: Hashable, Sendable {
    /// Attenuation in dB: transmit power minus received signal strength.
    public let attenuation: UInt8
    public let seconds: UInt16

    public init(attenuation: UInt8, seconds: UInt16) {
        self.attenuation = attenuation
        self.seconds = seconds
    }

    /// The attenuation, then the seconds in big-endian order: as the entries of an upload have it.
    public var bytes: [UInt8] {
        [attenuation, UInt8(truncatingIfNeeded: seconds >> 8), UInt8(truncatingIfNeeded: seconds)]
    }

    /// Nil unless there are whole scans of three bytes.
    public static func list(parsing bytes: some Collection<UInt8>) -> [MeasuredScan]? {
        let bytes = Array(bytes)
        guard bytes.count.isMultiple(of: size) else {
            return nil
        }
        return stride(from: 0, to: bytes.count, by: size).map { (start: Int) -> MeasuredScan in
            let seconds: UInt16 = UInt16(bytes[start + 1]) << 8 | UInt16(bytes[start + 2])
            return MeasuredScan(attenuation: bytes[start], seconds: seconds)
        }
    }

    private static let size = 3
}
