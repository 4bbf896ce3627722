import ExposurePrimitives
import HeraldPayloads
import Testing

@testable import AssociationProtocol

@Suite("Packets")
struct PacketTests {
    @Test("have the lengths of the page in the exact profile, and those with tags in the sealed one")
    func sizes() throws {
        #expect(IdentityPacket.sizes(.exact) == [32] && IdentityPacket.sizes(.sealed) == [32, 96])
        #expect(RadioProfile.allCases.map(SealPacket.size) == [32, 48])
        #expect(RadioProfile.allCases.map(TicketPacket.size) == [148, 284])
        #expect(RadioProfile.allCases.map(CTSTicket.size) == [64, 104])
        #expect(RadioProfile.allCases.map(TicketHandle.size) == [68, 84])
        #expect(SealedAuthenticator.size == 112)
        for profile in RadioProfile.allCases {
            let packets = try Packets(profile)
            #expect(packets.identity.bytes.count == 5 + 32)
            #expect(packets.delivery.bytes.count == (profile == .exact ? 190 : 342))
        }
    }

    @Test("read back as written", arguments: RadioProfile.allCases)
    func roundTrip(profile: RadioProfile) throws {
        let packets = try Packets(profile)
        #expect(try IdentityPacket(parsing: packets.identity.bytes, profile: profile) == packets.identity)
        #expect(try PeerIntroduction(parsing: packets.introduction.bytes, profile: profile) == packets.introduction)
        #expect(try TicketDelivery(parsing: packets.delivery.bytes, profile: profile) == packets.delivery)
        let attestation = try IdentityAttestation([UInt8](repeating: 4, count: 64))
        guard profile == .sealed else {
            #expect(throws: AssociationError.malformed) { try packets.scene.a.issuer.identityPacket(attestation) }
            return
        }
        let attested = try packets.scene.a.issuer.identityPacket(attestation)
        #expect(try IdentityPacket(parsing: attested.bytes, profile: .sealed) == attested)
    }

    @Test("are refused with any other length", arguments: RadioProfile.allCases)
    func lengths(profile: RadioProfile) throws {
        let packets = try Packets(profile)
        for count in 0...400 {
            let bytes = [UInt8](repeating: 0, count: count)
            func head(_ kind: PacketKind) -> [UInt8] { Array(([kind.rawValue] + bytes).prefix(count)) }
            if !IdentityPacket.sizes(profile).contains(count - 5) {
                #expect(throws: AssociationError.wrongLength(count)) {
                    try IdentityPacket(parsing: head(.identity(profile)), profile: profile)
                }
            }
            if SealPacket.size(profile) != count - 5 {
                #expect(throws: AssociationError.wrongLength(count)) {
                    try SealPacket(parsing: head(.seal(profile)), profile: profile)
                }
            }
            if TicketPacket.size(profile) != count - 5 {
                #expect(throws: AssociationError.wrongLength(count)) {
                    try TicketPacket(parsing: head(.ticket(profile)), profile: profile)
                }
            }
            if count != packets.introduction.bytes.count, count != packets.introduction.bytes.count + 64 {
                #expect(throws: AssociationError.self) { try PeerIntroduction(parsing: bytes, profile: profile) }
            }
            if count != packets.delivery.bytes.count {
                #expect(throws: AssociationError.self) { try TicketDelivery(parsing: bytes, profile: profile) }
            }
        }
    }

    @Test("are refused with the code of any other packet", arguments: RadioProfile.allCases)
    func codes(profile: RadioProfile) throws {
        let packets = try Packets(profile)
        for code in UInt8.min...UInt8.max {
            func coded(_ bytes: [UInt8]) -> [UInt8] { [code] + bytes.dropFirst() }
            let other = AssociationError.otherPacket(code)
            if code != PacketKind.identity(profile).rawValue {
                #expect(throws: other) { try IdentityPacket(parsing: coded(packets.identity.bytes), profile: profile) }
            }
            if code != PacketKind.seal(profile).rawValue {
                #expect(throws: other) { try SealPacket(parsing: coded(packets.delivery.seal.bytes), profile: profile) }
            }
            if code != PacketKind.ticket(profile).rawValue {
                #expect(throws: other) {
                    try TicketPacket(parsing: coded(packets.delivery.ticket.bytes), profile: profile)
                }
            }
        }
    }

    @Test("of two jurisdictions are no introduction and no delivery")
    func jurisdictions() throws {
        for profile in RadioProfile.allCases {
            let packets = try Packets(profile)
            let (place, body) = (Jurisdiction(country: 826, state: 0), packets.delivery.seal.body)
            let elsewhere = SealPacket(profile: profile, jurisdiction: place, body: body)
            let identity = packets.identity
            #expect(throws: AssociationError.malformed) { try PeerIntroduction(identity: identity, seal: elsewhere) }
            let ticket = packets.delivery.ticket
            #expect(throws: AssociationError.malformed) { try TicketDelivery(seal: elsewhere, ticket: ticket) }
        }
    }
}

/// The packets of a scene.
private struct Packets {
    let scene: Scene
    let identity: IdentityPacket
    let introduction: PeerIntroduction
    let delivery: TicketDelivery

    init(_ profile: RadioProfile) throws {
        scene = try Scene(profile)
        identity = try scene.a.issuer.identityPacket()
        let (forth, back) = try (scene.a.issuer.pair(with: scene.b.key), scene.b.issuer.pair(with: scene.a.key))
        let sealA = try forth.seal(scene.a.issuer.clientID, jurisdiction: Scene.jurisdiction)
        let sealB = try back.seal(scene.b.issuer.clientID, jurisdiction: Scene.jurisdiction)
        introduction = try PeerIntroduction(identity: scene.b.issuer.identityPacket(), seal: sealB)
        delivery = try TicketDelivery(seal: sealA, ticket: scene.issued.packet)
    }
}
