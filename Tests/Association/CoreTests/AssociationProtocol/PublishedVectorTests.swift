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
        let draft = try meeting.draft(received, details: group.bytes("risk_details"))
        let event = try draft.authenticated(
            at: group.uploadMoment(),
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

/// The refusals that the file names.
@Suite("Refused contacts of the published vectors", .needsForeignVectors)
struct RefusedVectorTests {
    private let group: Numbers.Group
    private let meeting: Meeting
    private let issued: IssuedTicket
    private let draft: ContactDraft
    private let moment: AuthenticatorMoment

    init() throws {
        group = try #require(Numbers.read().first { $0.id == "haa1-exact-lengths" })
        meeting = try Meeting(group, .exact)
        let (forth, back) = try (meeting.a.pair(with: meeting.b.identity.publicKey), meeting.back())
        var generator = SeededGenerator(seed: 1)
        issued = try meeting.a.issue(to: forth, receiver: meeting.b.clientID, using: &generator)
        let received = try back.open(issued.packet, from: meeting.a.clientID)
        draft = try meeting.draft(received, details: group.bytes("risk_details"))
        moment = try group.uploadMoment()
    }

    @Test("are refused for the reasons of the file")
    func cases() throws {
        #expect(try refusal(of: draft) == nil, "the control")
        let cases = try #require(group.negative)
        for expected in cases {
            #expect(try refusal(in: expected.case)?.rawValue == expected.result, "\(expected.case)")
        }
        #expect(Set(cases.map(\.case)).count == 5)
    }

    @Test("are as many as in the file: changed bits, and tickets of others")
    func counts() throws {
        let tamper = try #require(group.tamper)
        let claim = try authenticated(draft)
        let flipped = try (0..<claim.ticket.bytes.count * 8).map { bit in
            try refusal(of: claim.changing(ticket: CTSTicket(claim.ticket.bytes.flipping(bit: bit))))
        }
        #expect(Self.counted(flipped) == tamper.ctsTicketSingleBitFlips)
        let (handle, secret) = (issued.handle.bytes, meeting.localSecret)
        let confirmed = try (0..<handle.count * 8).count { bit in
            try issued.record.confirms(TicketHandle(handle.flipping(bit: bit)), secret: secret)
        }
        #expect(issued.record.confirms(issued.handle, secret: secret))
        #expect(confirmed == tamper.tgtAndIvSingleBitFlipsAccepted)
        var generator = SeededGenerator(seed: 2)
        let shared = try (0..<200).flatMap { _ in
            let thief = try Phone(.exact, in: meeting.a.interval, using: &generator)
            return try [thief.issuer.clientID, meeting.b.clientID].map { name in
                try refusal(of: authenticated(draft.renaming(name)), by: keys(of: thief.chain))
            }
        }
        #expect(Self.counted(shared) == tamper.ticketAndSessionKeySharedWith200Accounts)
    }

    /// What an attack of the file comes to.
    private func refusal(in attack: String) throws -> ValidationRefusal? {
        var generator = SeededGenerator(seed: 3)
        switch attack {
        case "stolen ticket uploaded by another registered phone under its own id":
            let thief = try Phone(.exact, in: meeting.a.interval, using: &generator)
            return try refusal(of: authenticated(draft.renaming(thief.issuer.clientID)), by: keys(of: thief.chain))
        case "replay at a later time":
            let later = draft.timeReceived.advanced(bySeconds: 3 * AssociationInterval.seconds)
            return try refusal(of: authenticated(meeting.draft(like: draft, at: later)))
        case "risk details inflated after signing":
            let inflated = RiskExposureDetails([try TaggedValue(code: 0x40, value: [0xD8])])
            return try refusal(of: authenticated(draft).changing(details: inflated))
        case "observed id is random":
            return try refusal(
                of: authenticated(meeting.draft(like: draft, observed: ClientID(.random(using: &generator))))
            )
        case Self.spliced:
            let target = CTSTicketContents(
                receiver: meeting.b.clientID,
                interval: meeting.a.interval,
                sessionKey: SessionKey(derived: [UInt8](repeating: 0x5E, count: 16)),
                observation: nil
            )
            let pair = try meeting.a.pair(with: meeting.b.identity.publicKey)
            let forged = try SpliceTests.splice(target) { name in
                try meeting.a.issue(to: pair, receiver: name, using: &generator).packet.ticket
            }
            return try refusal(of: authenticated(meeting.draft(like: draft, forged: (forged, target.sessionKey))))
        default:
            throw UnknownAttack()
        }
    }

    private struct UnknownAttack: Error {}

    private static let spliced =
        "ticket spliced with the chosen-ClientID block oracle"
        + " (complete forgery if the daily key is used directly with IV 0)"

    private func authenticated(_ draft: ContactDraft) throws -> ContactClaim {
        var generator = SeededGenerator(seed: 4)
        return try draft.authenticated(at: moment, sequence: 1, using: &generator).claim
    }

    private func refusal(of draft: ContactDraft) throws -> ValidationRefusal? {
        try refusal(of: authenticated(draft))
    }

    /// The steps 5 to 10.
    ///
    /// - Parameter uploader: nil for B.
    private func refusal(of claim: ContactClaim, by uploader: AccountKeys? = nil) throws -> ValidationRefusal? {
        let validator = ContactValidator(receiptTime: moment.time)
        let issuer = try keys(of: meeting.chains[0])
        do {
            try validator.checkUploader(of: claim, keys: uploader ?? keys(of: meeting.chains[1]))
            guard issuer.interval(of: claim.observedClientID, around: claim.timeReceived) != nil else {
                return .unknownIssuer
            }
            let ticket = try validator.openTicket(of: claim, issuer: issuer)
            _ = try validator.checkAuthenticator(of: claim, under: ticket.sessionKey)
            return nil
        } catch let refusal as ValidationRefusal {
            return refusal
        }
    }

    private func keys(of chain: ChainKey) throws -> AccountKeys {
        try AccountKeys(chain, from: chain.day, through: meeting.a.interval.day.advanced(byDays: 1))
    }

    private static func counted(_ refusals: [ValidationRefusal?]) -> [String: Int] {
        Dictionary(refusals.map { ($0?.rawValue ?? "accepted", 1) }, uniquingKeysWith: +)
    }
}

/// The two phones of the file, with its keys.
private struct Meeting {
    let jurisdiction: Jurisdiction
    let time: UnixTime
    let accounts: [(secret: RegistrationSecret, keys: DayKeys)]
    let chains: [ChainKey]
    let localSecret: LocalDaySecret
    let a, b: TicketIssuer

    init(_ group: Numbers.Group, _ profile: RadioProfile) throws {
        let (country, state) = try (UInt16(group.parameter("country")), UInt16(group.parameter("state")))
        let jurisdiction = Jurisdiction(country: country, state: state)
        let time = UnixTime(Int64(try group.parameter("timestamp_received")))
        let interval = AssociationInterval(clamping: time)
        let secrets = try ["a", "b"].map { name in
            try RegistrationSecret(
                phone: PrivateAgreementKey(SecretBytes(group.bytes("\(name)_registration_private"))),
                authority: PublicAgreementKey(group.bytes("server_public")),
                registration: RegistrationID(#require(Bytes16(group.bytes("\(name)_registration_id")))),
                jurisdiction: jurisdiction
            )
        }
        chains = try zip(["a", "b"], secrets).map { name, secret in
            try secret.chainKey(startingOn: CalendarDay(daysSinceEpoch: group.number("\(name)_chain_day0")))
        }
        accounts = try zip(secrets, chains).map { ($0, try $1.dayKeys(on: interval.day)) }
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
        (self.jurisdiction, self.time, localSecret) = (jurisdiction, time, local)
    }

    func back() throws -> PairAgreement { try b.pair(with: a.identity.publicKey) }

    /// The contact as B keeps it.
    func draft(_ received: ReceivedTicket, details: [UInt8]) throws -> ContactDraft {
        ContactDraft(
            timeReceived: time,
            myClientID: b.clientID,
            observedClientID: a.clientID,
            ticket: received.ticket,
            serverSessionKey: received.serverSessionKey,
            details: try RiskExposureDetails(parsing: details)
        )
    }

    /// The contact with some things as an attacker wants them.
    func draft(
        like draft: ContactDraft,
        at time: UnixTime? = nil,
        observed: ClientID? = nil,
        forged: (ticket: CTSTicket, key: SessionKey)? = nil
    ) -> ContactDraft {
        ContactDraft(
            timeReceived: time ?? draft.timeReceived,
            myClientID: draft.myClientID,
            observedClientID: observed ?? draft.observedClientID,
            ticket: forged?.ticket ?? draft.ticket,
            serverSessionKey: forged?.key ?? draft.serverSessionKey,
            details: draft.details
        )
    }
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

    /// An attack, and the refusal that it gets.
    struct Refusal: Decodable {
        let `case`: String
        let result: String
    }

    /// How many attacks of a kind get each refusal.
    struct Tamper: Decodable {
        let ctsTicketSingleBitFlips: [String: Int]
        let tgtAndIvSingleBitFlipsAccepted: Int
        let ticketAndSessionKeySharedWith200Accounts: [String: Int]
    }

    struct Group: Decodable {
        let id: String
        let parameters: [String: Value]
        let vectors: [Vector]
        let negative: [Refusal]?
        let tamper: Tamper?

        /// The moment of the upload.
        func uploadMoment() throws -> AuthenticatorMoment {
            try AuthenticatorMoment(time: UnixTime(Int64(number("ctime"))), microseconds: UInt32(number("cusec")))
        }

        private func vector(_ name: String) throws -> Vector { try #require(vectors.first { $0.values[name] != nil }) }

        func bytes(_ name: String) throws -> [UInt8] { try vector(name).bytes(name) }
        func number(_ name: String) throws -> Int { try vector(name).number(name) }
        func parameter(_ name: String) throws -> Int { try #require(parameters[name]?.number) }
    }

    private let groups: [Group]

    static func read() throws -> [Group] { try ForeignVectors.decode(Numbers.self, from: "herald.json").groups }
}
