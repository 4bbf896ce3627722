import HeraldPayloads

/// What an issuer saw of the receiver when it made the ticket. The receiver cannot read or change it, so the authority
/// compares both ends.
public struct IssuerObservation: Hashable, Sendable {
    /// Received signal strength in dBm; 127 stands for "not measured", as on iOS.
    public let rssi: Int8
    /// Four characters of the issuer's postal district, zeros for none.
    public let district: [UInt8]
    /// The issuer's transmit power in dBm; nil if it states none.
    public let transmitPower: Int8?
    /// The flags that have no meaning yet.
    public let flags: UInt8

    /// - Throws: `wrongLength` unless the district has four bytes.
    public init(
        rssi: Int8,
        district: [UInt8],
        transmitPower: Int8? = nil,
        flags: UInt8 = 0
    ) throws(AssociationError) {
        guard district.count == Self.districtSize else {
            throw .wrongLength(district.count)
        }
        self.init(rssi: rssi, checkedDistrict: district, transmitPower: transmitPower, flags: flags)
    }

    private init(rssi: Int8, checkedDistrict: [UInt8], transmitPower: Int8?, flags: UInt8) {
        self.rssi = rssi
        district = checkedDistrict
        self.transmitPower = transmitPower
        self.flags = flags & ~Self.powerFlag
    }

    /// Nothing measured, no district.
    public static let none = IssuerObservation(
        rssi: 127,
        checkedDistrict: [UInt8](repeating: 0, count: districtSize),
        transmitPower: nil,
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
        let power = Int8(bitPattern: try reader.read(UInt8.self))
        // Reserved for later versions, which this one ignores.
        _ = try reader.read(UInt8.self)
        try reader.readEnd()
        let isStated = flags & Self.powerFlag != 0
        self.init(rssi: rssi, checkedDistrict: district, transmitPower: isStated ? power : nil, flags: flags)
    }

    var bytes: [UInt8] {
        let stated = transmitPower == nil ? flags : flags | Self.powerFlag
        let power = UInt8(bitPattern: transmitPower ?? 0)
        return [UInt8(bitPattern: rssi)] + district + [stated, power, 0]
    }

    /// Says that a transmit power is stated.
    private static let powerFlag: UInt8 = 1
    public static let districtSize = 4
    static let size = 1 + districtSize + 3
}
