import ExposurePrimitives
import ExposureTesting
import HeraldPayloads
import Testing

@testable import AssociationProtocol

/// The numbers of others for the same specification, beside our own.
@Suite("The specification's numbers", .needsForeignVectors)
struct PublishedVectorTests {
    @Test("of RFC 8009, 6238 and 7748 are found")
    func primitives() throws {
        let all = try Numbers.read()
        let kerberos = try #require(all.first { $0.id.hasPrefix("rfc8009") })
        let cipher = try KerberosCipher(base: secret(#require(kerberos.parameters["base_key"]?.text)), usage: .ticket)
        for vector in kerberos.vectors {
            let confounder = try #require(Bytes16(vector.bytes("confounder")))
            #expect(try cipher.seal(vector.bytes("plaintext"), confounder: confounder) == vector.bytes("ciphertext"))
        }
        let password = try #require(all.first { $0.id.hasPrefix("rfc6238") })
        let key = SecretBytes(Array(try #require(password.parameters["key_ascii"]?.text).utf8))
        for vector in password.vectors {
            let counter = UInt64(try vector.number("unix") / 30)
            #expect(try OneTimePassword.value(key: key, counter: counter) == vector.bytes("full_hmac"))
        }
        let agreement = try #require(all.first { $0.id.hasPrefix("rfc7748") }?.vectors.first)
        for (own, other) in [("a", "b"), ("b", "a")] {
            let agreed = try PrivateAgreementKey(SecretBytes(agreement.bytes("\(own)_private")))
                .agree(with: PublicAgreementKey(agreement.bytes("\(other)_public")))
            let extracted = Derivation.authenticate(try agreement.bytes("shared"), under: SecretBytes([1]))
            let expected = Derivation.expand(SecretBytes(extracted), "x")
            #expect(agreed.derive(salt: [1], info: [0x78], count: 32) == expected)
        }
        #expect(kerberos.vectors.count == 4 && password.vectors.count == 6)
    }

    @Test("of the exact profile are found: accounts, identifiers, packets and the upload")
    func exact() throws {
        let group = try #require(Numbers.read().first { $0.id == "haa1-exact-lengths" })
        let meeting = try Meeting(group, .exact)
        let secrets = try [group.bytes("a_registration_secret"), group.bytes("b_registration_secret")]
        #expect(meeting.accounts.map(\.secret.exposedBytes) == secrets)
        #expect(try meeting.a.clientID.exposedBytes == group.bytes("client_id_a"))
        #expect(try meeting.b.clientID.exposedBytes == group.bytes("client_id_b"))
        #expect(try meeting.a.identityPacket().bytes.dropFirst(5) == group.bytes("identity_packet_a")[...])
        let (forth, back) = try (meeting.a.pair(with: meeting.b.identity.publicKey), meeting.back())
        let seals = try (
            forth.seal(meeting.a.clientID, jurisdiction: meeting.jurisdiction),
            back.seal(meeting.b.clientID, jurisdiction: meeting.jurisdiction)
        )
        #expect(try [seals.0.body, seals.1.body] == [group.bytes("seal_a_to_b"), group.bytes("seal_b_to_a")])
        var generator = SeededGenerator(seed: 1)
        let issued = try meeting.a.issue(to: forth, receiver: forth.open(seals.1), using: &generator)
        #expect(try issued.packet.bytes.dropFirst(5) == group.bytes("ticket_packet")[...])
        let received = try back.open(issued.packet, from: back.open(seals.0))
        let (second, part) = try (Int64(group.number("ctime")), UInt32(group.number("cusec")))
        let moment = try AuthenticatorMoment(time: UnixTime(second), microseconds: part)
        let event = try ContactDraft(
            timeReceived: meeting.time,
            myClientID: meeting.b.clientID,
            observedClientID: meeting.a.clientID,
            ticket: received.ticket,
            serverSessionKey: received.serverSessionKey,
            details: RiskExposureDetails(parsing: group.bytes("risk_details"))
        ).authenticated(
            at: moment,
            sequence: UInt32(group.number("seq")),
            confounder: #require(Bytes16(group.bytes("confounder")))
        )
        #expect(try event.claim.authenticator.bytes == group.bytes("authenticator"))
        #expect(try event.bytes == group.bytes("contact_event"))
    }

    @Test("of the sealed profile are found: seal and ticket packet")
    func sealed() throws {
        let groups = try Numbers.read()
        let meeting = try Meeting(try #require(groups.first { $0.id == "haa1-exact-lengths" }), .sealed)
        let group = try #require(groups.first { $0.id == "haa2-sealed" })
        let seal = try meeting.back().seal(meeting.b.clientID, jurisdiction: meeting.jurisdiction)
        #expect(try seal.body == group.bytes("seal_b_to_a"))
        let observed = try group.bytes("cts_plaintext").dropFirst(64)
        let issued = try meeting.a.issue(
            to: meeting.a.pair(with: meeting.b.identity.publicKey),
            receiver: meeting.b.clientID,
            observation: IssuerObservation(optional: observed),
            TicketConfounders(
                grantingTicket: #require(Bytes16(group.bytes("tgt_confounder"))),
                ticket: #require(Bytes16(group.bytes("cts_confounder")))
            )
        )
        #expect(try issued.packet.bytes.dropFirst(5) == group.bytes("ticket_packet")[...])
    }
}

/// The two phones of the file, with its keys.
private struct Meeting {
    let jurisdiction: Jurisdiction
    let time: UnixTime
    let accounts: [(secret: RegistrationSecret, keys: DayKeys)]
    let a, b: TicketIssuer

    init(_ group: Numbers.Group, _ profile: RadioProfile) throws {
        let (country, state) = try (UInt16(group.parameter("country")), UInt16(group.parameter("state")))
        let jurisdiction = Jurisdiction(country: country, state: state)
        let time = UnixTime(Int64(try group.parameter("timestamp_received")))
        let interval = AssociationInterval(clamping: time)
        accounts = try ["a", "b"].map { name in
            let secret = try RegistrationSecret(
                phone: PrivateAgreementKey(SecretBytes(group.bytes("\(name)_registration_private"))),
                authority: PublicAgreementKey(group.bytes("server_public")),
                registration: RegistrationID(#require(Bytes16(group.bytes("\(name)_registration_id")))),
                jurisdiction: jurisdiction
            )
            let first = CalendarDay(daysSinceEpoch: try group.number("\(name)_chain_day0"))
            return (secret, try secret.chainKey(startingOn: first).dayKeys(on: interval.day))
        }
        let local = try LocalDaySecret(day: interval.day, bytes: SecretBytes(group.bytes("local_secret")))
        let issuers = try zip(["a", "b"], accounts).map { name, account in
            let key = try PrivateAgreementKey(SecretBytes(group.bytes("\(name)_ephemeral_private")))
            return try TicketIssuer(
                identity: EphemeralIdentity(interval: interval, key: key),
                dayKeys: account.keys,
                localSecret: local,
                jurisdiction: jurisdiction,
                profile: profile
            )
        }
        (a, b) = (issuers[0], issuers[1])
        (self.jurisdiction, self.time) = (jurisdiction, time)
    }

    func back() throws -> PairAgreement { try b.pair(with: a.identity.publicKey) }
}

/// The groups of the file whose values are texts and numbers.
private struct Numbers: Decodable {
    /// A text or a number.
    struct Value: Decodable {
        let text: String?
        let number: Int?

        init(from decoder: any Decoder) throws {
            let container = try decoder.singleValueContainer()
            text = try? container.decode(String.self)
            number = try? container.decode(Int.self)
        }
    }

    struct Vector: Decodable {
        let values: [String: Value]

        init(from decoder: any Decoder) throws {
            values = try decoder.singleValueContainer().decode([String: Value].self)
        }

        func bytes(_ name: String) throws -> [UInt8] { try hex(#require(values[name]?.text)) }
        func number(_ name: String) throws -> Int { try #require(values[name]?.number) }
    }

    struct Group: Decodable {
        let id: String
        let parameters: [String: Value]
        let vectors: [Vector]

        private func vector(_ name: String) throws -> Vector { try #require(vectors.first { $0.values[name] != nil }) }

        func bytes(_ name: String) throws -> [UInt8] { try vector(name).bytes(name) }
        func number(_ name: String) throws -> Int { try vector(name).number(name) }
        func parameter(_ name: String) throws -> Int { try #require(parameters[name]?.number) }
    }

    private let groups: [Group]

    static func read() throws -> [Group] { try ForeignVectors.decode(Numbers.self, from: "herald.json").groups }
}
