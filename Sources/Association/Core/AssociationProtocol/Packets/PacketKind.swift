import HeraldPayloads

/// The first byte of a packet's header. Herald leaves 0x08–0x0F to payloads that a country manages (Annex D).
public enum PacketKind: UInt8, Sendable, CaseIterable {
    case exactIdentity = 0x08
    case exactSeal = 0x09
    case exactTicket = 0x0A
    case sealedIdentity = 0x0C
    case sealedSeal = 0x0D
    case sealedTicket = 0x0E

    public static func identity(_ profile: RadioProfile) -> PacketKind {
        profile == .exact ? .exactIdentity : .sealedIdentity
    }

    public static func seal(_ profile: RadioProfile) -> PacketKind {
        profile == .exact ? .exactSeal : .sealedSeal
    }

    public static func ticket(_ profile: RadioProfile) -> PacketKind {
        profile == .exact ? .exactTicket : .sealedTicket
    }
}

/// A packet as it is on the radio: Herald's header, then a body of a fixed length.
struct FramedPacket {
    let jurisdiction: Jurisdiction
    let body: [UInt8]

    init(kind: PacketKind, jurisdiction: Jurisdiction, body: [UInt8]) {
        header = HeraldHeader(code: kind.rawValue, jurisdiction: jurisdiction)
        self.jurisdiction = jurisdiction
        self.body = body
    }

    private let header: HeraldHeader

    /// Reads a packet of `kind`, whose body has one of `sizes`.
    init(parsing bytes: some Collection<UInt8>, kind: PacketKind, sizes: Set<Int>) throws(AssociationError) {
        guard sizes.contains(bytes.count - HeraldHeader.size) else {
            throw .wrongLength(bytes.count)
        }
        do throws(HeraldError) {
            header = try HeraldHeader(parsing: bytes.prefix(HeraldHeader.size))
        } catch {
            throw .wrongLength(bytes.count)
        }
        guard header.code == kind.rawValue else {
            throw .otherPacket(header.code)
        }
        jurisdiction = header.jurisdiction
        body = Array(bytes.dropFirst(HeraldHeader.size))
    }

    var bytes: [UInt8] { header.bytes + body }
}
