/// The five bytes before a Herald payload: protocol and version in one byte, country and state in two each (Herald,
/// "International interoperability", Annex D for the ranges of the first byte).
public struct HeraldHeader: Hashable, Sendable {
    /// Protocol and version: 0x08–0x0F for payloads that a country manages.
    public let code: UInt8
    public let jurisdiction: Jurisdiction

    public init(code: UInt8, jurisdiction: Jurisdiction) {
        self.code = code
        self.jurisdiction = jurisdiction
    }

    /// Reads exactly ``size`` bytes.
    public init(parsing bytes: some Collection<UInt8>) throws(HeraldError) {
        var reader = ByteReader(bytes, failure: HeraldError.wrongLength(bytes.count))
        code = try reader.read(UInt8.self)
        let country = try reader.read(UInt16.self)
        jurisdiction = Jurisdiction(country: country, state: try reader.read(UInt16.self))
        try reader.readEnd()
    }

    public var bytes: [UInt8] {
        [code] + [UInt8](jurisdiction.country) + [UInt8](jurisdiction.state)
    }

    public static let size = 5
}
