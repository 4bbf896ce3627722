import HeraldPayloads

/// What an issuer saw of the receiver when it made the ticket. The receiver cannot read or change it, so the authority
/// compares both ends.
public struct IssuerObservation: Hashable, Sendable {
    /// Received signal strength in dBm; 127 stands for "not measured", as on iOS.
    public let rssi: Int8
    /// Four characters of the issuer's postal district, zeros for none.
    public let district: [UInt8]
    /// No flag has a meaning yet.
    public let flags: UInt8

    /// - Throws: `wrongLength` unless the district has four bytes.
    public init(rssi: Int8, district: [UInt8], flags: UInt8 = 0) throws(AssociationError) {
        guard district.count == Self.districtSize else {
            throw .wrongLength(district.count)
        }
        self.init(rssi: rssi, checkedDistrict: district, flags: flags)
    }

    private init(rssi: Int8, checkedDistrict: [UInt8], flags: UInt8) {
        self.rssi = rssi
        district = checkedDistrict
        self.flags = flags
    }

    /// Nothing measured, no district.
    public static let none = IssuerObservation(
        rssi: 127,
        checkedDistrict: [UInt8](repeating: 0, count: districtSize),
        flags: 0
    )

    /// Nil for no bytes.
    init?(optional bytes: some Collection<UInt8>) throws(AssociationError) {
        guard !bytes.isEmpty else {
            return nil
        }
        var reader = ByteReader(bytes, failure: AssociationError.wrongLength(bytes.count))
        let rssi = Int8(bitPattern: try reader.read(UInt8.self))
        let district = try reader.readBytes(Self.districtSize)
        let flags = try reader.read(UInt8.self)
        // Reserved for later versions, which this one ignores.
        _ = try reader.readBytes(Self.reservedSize)
        try reader.readEnd()
        self.init(rssi: rssi, checkedDistrict: district, flags: flags)
    }

    var bytes: [UInt8] {
        [UInt8(bitPattern: rssi)] + district + [flags] + [UInt8](repeating: 0, count: Self.reservedSize)
    }

    public static let districtSize = 4
    private static let reservedSize = 2
    static let size = 1 + districtSize + 1 + reservedSize
}
