import AssociationProtocol
import ExposurePrimitives
import HeraldPayloads

/// Two phones that met, the same at each run, and what they exchanged and would upload.
struct SampleMeeting {
    let issuer: TicketIssuer
    let receiver: TicketIssuer
    let pairOfReceiver: PairAgreement
    /// Identity, introduction and delivery, as they are on the radio.
    let messages: [[UInt8]]
    private let ticket: ReceivedTicket
    private let handles: IssuedTicket

    static let kinds = 3

    init(_ profile: RadioProfile) throws {
        var generator = SeededGenerator(seed: 20)
        issuer = try Self.phone(profile, using: &generator)
        receiver = try Self.phone(profile, using: &generator)
        let pair = try issuer.pair(with: receiver.identity.publicKey)
        pairOfReceiver = try receiver.pair(with: issuer.identity.publicKey)
        handles = try issuer.issue(to: pair, receiver: receiver.clientID, using: &generator)
        ticket = try pairOfReceiver.open(handles.packet, from: issuer.clientID)
        let introduction = try PeerIntroduction(
            identity: receiver.identityPacket(),
            seal: pairOfReceiver.seal(receiver.clientID, jurisdiction: Self.place)
        )
        let delivery = try TicketDelivery(
            seal: pair.seal(issuer.clientID, jurisdiction: Self.place),
            ticket: handles.packet
        )
        messages = [try issuer.identityPacket().bytes, introduction.bytes, delivery.bytes]
    }

    /// Records, a batch, a request, a list of digests and a forwarded report, each with its kind.
    func uploads() throws -> [(kind: Int, bytes: [UInt8])] {
        var generator = SeededGenerator(seed: 21)
        let details = RiskExposureDetails([try TaggedValue(code: 0x40, value: [0xC4])])
        let contact = try ContactDraft(
            timeReceived: FuzzMoment.now,
            myClientID: receiver.clientID,
            observedClientID: issuer.clientID,
            ticket: ticket.ticket,
            serverSessionKey: ticket.serverSessionKey,
            details: details
        ).authenticated(
            at: AuthenticatorMoment(time: FuzzMoment.now, microseconds: 1),
            sequence: 1,
            using: &generator
        )
        let box = try MailboxContents(
            timeReceived: FuzzMoment.now,
            myClientID: receiver.clientID,
            details: details,
            ticketHandle: ticket.handle
        ).sealed(under: ticket.grantingSessionKey, in: ticket.interval, using: &generator)
        let account = RegistrationID.random(using: &generator)
        let records = [UploadRecord.contact(contact), .mailbox(box)]
        let batch = UploadBatch(registration: account, right: .random(using: &generator), records: records)
        let nonce = Bytes16.random(using: &generator)
        let request = try SignedRequest(purpose: .poll, registration: account, time: FuzzMoment.now, nonce: nonce)
        let keys = try Self.keys(seed: 22)
        return records.map { (0, $0.bytes) } + [
            (0, UploadRecord.padding(size: 9).bytes),
            (1, try batch.exposedBytes(size: 1024, authenticatedBy: keys)),
            (2, request.exposedBytes(authenticatedBy: keys)),
            (4, try ReportManifest(batches: [batch.digest]).bytes),
            (
                3,
                ForwardedReport(
                    number: nonce,
                    origin: Self.place,
                    destination: Jurisdiction(country: 250, state: 0),
                    contacts: [ForwardedContact(contact, received: FuzzMoment.now)]
                ).bytes
            ),
        ]
    }

    /// Keys of an account that sent nothing.
    static let stranger = Result { try keys(seed: 23) }

    private static let place = Jurisdiction(country: 380, state: 9)
    private static let interval = AssociationInterval(clamping: FuzzMoment.now)

    private static func keys(seed: UInt64) throws -> DayKeys {
        var generator = SeededGenerator(seed: seed)
        return try chain(using: &generator).dayKeys(on: interval.day)
    }

    private static func chain(using generator: inout SeededGenerator) throws -> ChainKey {
        let bytes = Bytes16.random(using: &generator).bytes + Bytes16.random(using: &generator).bytes
        return try ChainKey(day: interval.day, bytes: SecretBytes(bytes))
    }

    private static func phone(_ profile: RadioProfile, using generator: inout SeededGenerator) throws -> TicketIssuer {
        try TicketIssuer(
            identity: .generate(for: interval, using: &generator),
            dayKeys: chain(using: &generator).dayKeys(on: interval.day),
            localSecret: .generate(for: interval.day, using: &generator),
            jurisdiction: place,
            profile: profile
        )
    }
}
