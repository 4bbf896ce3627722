import ExposurePrimitives
import Testing

@testable import AssociationProtocol

@Suite("Changed packets")
struct ChangedPacketTests {
    @Test("of the sealed profile are refused by the receiver, whatever bit it can check")
    func sealed() throws {
        let scene = try Scene(.sealed)
        let pair = try scene.b.issuer.pair(with: scene.a.key)
        let forth = try scene.a.issuer.pair(with: scene.b.key)
        let seal = try forth.seal(scene.a.issuer.clientID, jurisdiction: Scene.jurisdiction)
        for bit in 8..<seal.bytes.count * 8 {
            let changed = try SealPacket(parsing: seal.bytes.flipping(bit: bit), profile: .sealed)
            #expect(throws: AssociationError.notAuthentic) { try pair.open(changed) }
        }
        // Header and EncPart are for the receiver. TGT and CTSTicket are opaque to it.
        for bit in 8..<(5 + 96) * 8 {
            let changed = try TicketPacket(parsing: scene.issued.packet.bytes.flipping(bit: bit), profile: .sealed)
            #expect(throws: AssociationError.notAuthentic) { try pair.open(changed, from: scene.a.issuer.clientID) }
        }
        #expect(throws: AssociationError.notAuthentic) {
            try pair.open(scene.issued.packet, from: scene.b.issuer.clientID)
        }
    }

    @Test("of the exact profile give other keys, which nobody can notice")
    func exact() throws {
        let scene = try Scene(.exact)
        let pair = try scene.b.issuer.pair(with: scene.a.key)
        for bit in 40..<(5 + 16) * 8 {
            let changed = try TicketPacket(parsing: scene.issued.packet.bytes.flipping(bit: bit), profile: .exact)
            let received = try pair.open(changed, from: scene.a.issuer.clientID)
            #expect(received.serverSessionKey != scene.received.serverSessionKey)
        }
    }

    @Test("between two other phones are not readable", arguments: RadioProfile.allCases)
    func strangers(profile: RadioProfile) throws {
        let (scene, other) = (try Scene(profile), try Scene(profile, seed: 9))
        let stranger = try other.b.issuer.pair(with: scene.a.key)
        switch profile {
        case .exact:
            let received = try stranger.open(scene.issued.packet, from: scene.a.issuer.clientID)
            #expect(received.serverSessionKey != scene.received.serverSessionKey)
        case .sealed:
            #expect(throws: AssociationError.notAuthentic) {
                try stranger.open(scene.issued.packet, from: scene.a.issuer.clientID)
            }
        }
        // A phone of one profile does not read packets of the other.
        let otherProfile: RadioProfile = profile == .exact ? .sealed : .exact
        let crossed = try PairAgreement(own: scene.b.issuer.identity, peer: scene.a.key, profile: otherProfile)
        #expect(throws: AssociationError.malformed) {
            try crossed.open(scene.issued.packet, from: scene.a.issuer.clientID)
        }
    }

    @Test("are never made: equal input gives equal bytes in the exact profile")
    func deterministic() throws {
        let scene = try Scene(.exact)
        var generator = SeededGenerator(seed: 77)
        let pair = try scene.a.issuer.pair(with: scene.b.key)
        let again = try scene.a.issuer.issue(to: pair, receiver: scene.b.issuer.clientID, using: &generator)
        #expect(again.packet == scene.issued.packet)
        let sealed = try Scene(.sealed)
        let forth = try sealed.a.issuer.pair(with: sealed.b.key)
        let other = try sealed.a.issuer.issue(to: forth, receiver: sealed.b.issuer.clientID, using: &generator)
        #expect(other.packet.wrapped == sealed.issued.packet.wrapped)
        #expect(other.packet.ticket != sealed.issued.packet.ticket && other.handle != sealed.issued.handle)
    }
}
