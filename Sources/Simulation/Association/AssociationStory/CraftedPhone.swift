import AssociationAPI
import AssociationProtocol
import ExposurePrimitives
import HeraldPayloads

/// A registered phone without an app, as an attacker has it: it knows every secret of its account, and can put into a
/// report whatever it wants.
struct CraftedPhone: Sendable {
    let registration: RegistrationID
    private let chain: ChainKey
    private let jurisdiction: Jurisdiction

    init(_ answer: RegistrationAnswer, secret: RegistrationSecret, jurisdiction: Jurisdiction) throws {
        registration = answer.registration
        chain = try secret.chainKey(startingOn: answer.firstDay)
        self.jurisdiction = jurisdiction
    }

    func clientID(at time: UnixTime) throws -> ClientID {
        let interval = AssociationInterval(clamping: time)
        return try chain.dayKeys(on: interval.day).clientID(in: interval)
    }

    /// A contact of this phone with `other` for ten minutes, with a genuine ticket.
    ///
    /// - Parameter rssi: dBm that both measured.
    func meet(_ other: CraftedPhone, at time: UnixTime, rssi: Int8) throws -> ContactDraft {
        var generator = SystemRandomNumberGenerator()
        let interval = AssociationInterval(clamping: time)
        let (own, peer) = (try issuer(in: interval), try other.issuer(in: interval))
        let issued = try peer.issue(
            to: peer.pair(with: own.identity.publicKey),
            receiver: own.clientID,
            observation: IssuerObservation(rssi: rssi, district: [0, 0, 0, 0]),
            using: &generator
        )
        let received = try own.pair(with: peer.identity.publicKey).open(issued.packet, from: peer.clientID)
        let samples = (0..<10).map { RSSISample(second: UInt16($0) * 60, rssi: rssi) }
        let handle = try TaggedValue(code: RiskExposureDetails.Code.ticketHandle, value: received.handle.bytes)
        return ContactDraft(
            timeReceived: time,
            myClientID: own.clientID,
            observedClientID: peer.clientID,
            ticket: received.ticket,
            serverSessionKey: received.serverSessionKey,
            details: RiskExposureDetails(try RSSISample.entries(of: samples) + [handle])
        )
    }

    private func issuer(in interval: AssociationInterval) throws -> TicketIssuer {
        var generator = SystemRandomNumberGenerator()
        return try TicketIssuer(
            identity: .generate(for: interval, using: &generator),
            dayKeys: chain.dayKeys(on: interval.day),
            localSecret: .generate(for: interval.day, using: &generator),
            jurisdiction: jurisdiction,
            profile: .sealed
        )
    }
}

// MARK: - Reports

extension CraftedPhone {
    /// The parts of a report, authenticated at `now`.
    func report(_ drafts: [ContactDraft], now: UnixTime) throws -> [[UploadRecord]] {
        var generator = SystemRandomNumberGenerator()
        let moment = try AuthenticatorMoment(time: now, microseconds: 0)
        let records = try drafts.map { draft in
            UploadRecord.contact(try draft.authenticated(at: moment, sequence: 0, using: &generator))
        }
        return try AssociationLimits.plan().divide(records)
    }

    /// The request for a right.
    func rightRequest(_ parts: [[UploadRecord]], code: ReportCode, now: UnixTime) throws -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        // Digests do not cover the right.
        let unknown = RightID.random(using: &generator)
        let digests = parts.map { UploadBatch(registration: registration, right: unknown, records: $0).digest }
        let request = try SignedRequest(
            purpose: .right,
            registration: registration,
            time: now,
            nonce: Bytes16.random(using: &generator),
            body: RightRequest(code: code, manifest: ReportManifest(batches: digests)).exposedBytes
        )
        return request.exposedBytes(authenticatedBy: try chain.dayKeys(on: now.utcDay))
    }

    func upload(_ part: [UploadRecord], right: RightID, now: UnixTime) throws -> [UInt8] {
        try UploadBatch(registration: registration, right: right, records: part).exposedBytes(
            size: AssociationLimits.batchSize,
            authenticatedBy: chain.dayKeys(on: now.utcDay)
        )
    }
}

extension ContactDraft {
    /// The same contact under another name of the phone that reports it, or of the phone that it met.
    func renamed(by clientID: ClientID? = nil, observed: ClientID? = nil) -> ContactDraft {
        ContactDraft(
            timeReceived: timeReceived,
            myClientID: clientID ?? myClientID,
            observedClientID: observed ?? observedClientID,
            ticket: ticket,
            serverSessionKey: serverSessionKey,
            details: details
        )
    }
}
