import ExposurePrimitives
import ExposureTesting
import Testing

@testable import AssociationProtocol

/// The page encrypts all tickets of a day under one key, and the first blocks are a ClientID that any phone nearby
/// chooses. So three associations make a ticket for anybody (decision 0200).
@Suite("Spliced tickets")
struct SpliceTests {
    /// What the attacker wants: a ticket that names a ClientID, a later interval and a session key of its own.
    private static let target = CTSTicketContents(
        receiver: ClientID(Bytes32(high: .init(words: (1, 2)), low: .init(words: (3, 4)))),
        interval: AssociationInterval(Scene.interval.number + 7),
        sessionKey: SessionKey(derived: [UInt8](repeating: 0x5E, count: 16)),
        observation: nil
    )

    @Test("are accepted in the literal reading of the page: the control")
    func literal() throws {
        let key = SecretBytes(try Scene(.exact).a.chain.dayKeys(on: Scene.interval.day).exposedTicketKey.prefix(16))
        let cipher = KerberosCipher(base: key, usage: .ticket)
        let forged = try Self.splice(Self.target) { name in
            let proven = CTSTicketContents.provenBytes(receiver: name, interval: Scene.interval)
            return try CTSTicket(cipher.encrypt(proven + [UInt8](repeating: 1, count: 16)))
        }
        #expect(try cipher.decrypt(forged.bytes) == Self.plaintext(of: Self.target))
    }

    @Test("are refused here, because each receiver and interval has a key of its own")
    func ours() throws {
        let scene = try Scene(.exact)
        var generator = SeededGenerator(seed: 41)
        let forged = try Self.splice(Self.target) { name in
            let pair = try scene.a.issuer.pair(with: scene.b.key)
            return try scene.a.issuer.issue(to: pair, receiver: name, using: &generator).packet.ticket
        }
        let draft = ContactDraft(
            timeReceived: Self.target.interval.start,
            myClientID: Self.target.receiver,
            observedClientID: scene.a.issuer.clientID,
            ticket: forged,
            serverSessionKey: Self.target.sessionKey,
            details: RiskExposureDetails()
        )
        let moment = try AuthenticatorMoment(time: scene.uploadTime, microseconds: 0)
        let claim = try draft.authenticated(at: moment, sequence: 1, using: &generator).claim
        let issuer = try scene.a.keys()
        #expect(throws: ValidationRefusal.badTicket) { try scene.validator.openTicket(of: claim, issuer: issuer) }
    }

    private static func plaintext(of target: CTSTicketContents) -> [UInt8] {
        CTSTicketContents.provenBytes(receiver: target.receiver, interval: target.interval)
            + target.sessionKey.exposedBytes
    }

    /// Makes a ticket with the target's content from three that an issuer makes for chosen ClientIDs.
    static func splice(
        _ target: CTSTicketContents,
        issue: (ClientID) throws -> CTSTicket
    ) throws -> CTSTicket {
        let plaintext = plaintext(of: target)
        let blocks = stride(from: 0, to: 64, by: 16).map { Array(plaintext[$0..<$0 + 16]) }
        /// The cipher block of any block: the first one of a ticket for a ClientID that begins with it.
        func encrypt(_ block: [UInt8]) throws -> [UInt8] {
            Array(try issue(ClientID(block + [UInt8](repeating: 0, count: 16))).bytes.prefix(16))
        }
        func mix(_ left: [UInt8], _ right: [UInt8]) -> [UInt8] { zip(left, right).map { $0 ^ $1 } }
        let start = Array(try issue(target.receiver).bytes.prefix(32))
        let third = try encrypt(mix(blocks[2], Array(start.suffix(16))))
        let fourth = try encrypt(mix(blocks[3], third))
        // CS3 has the last two blocks in the other order.
        return try CTSTicket(start + fourth + third)
    }
}
