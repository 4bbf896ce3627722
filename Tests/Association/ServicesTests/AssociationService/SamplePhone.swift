import AssociationAPI
import AssociationPorts
import AssociationProtocol
import AssociationStoreConformance
import ExposurePrimitives
import ExposureTesting
import HeraldPayloads
import Testing

/// A phone with an account: meets others and reports.
struct SamplePhone {
    let registration: RegistrationID
    let chain: ChainKey

    func clientID(in interval: AssociationInterval) throws -> ClientID {
        try chain.dayKeys(on: interval.day).clientID(in: interval)
    }

    private func issuer(in interval: AssociationInterval, _ profile: RadioProfile) throws -> TicketIssuer {
        var generator = SystemRandomNumberGenerator()
        return try TicketIssuer(
            identity: .generate(for: interval, using: &generator),
            dayKeys: chain.dayKeys(on: interval.day),
            localSecret: .generate(for: interval.day, using: &generator),
            jurisdiction: AssociationSamples.jurisdiction,
            profile: profile
        )
    }

    /// This phone gets a ticket of `other`.
    ///
    /// - Parameters:
    ///   - rssi: what this phone says that it measured, once a minute for ten minutes.
    ///   - observed: what the other phone measured.
    ///   - place: the other phone's authority, as the report names it.
    func meet(
        _ other: SamplePhone,
        at time: UnixTime,
        profile: RadioProfile = .sealed,
        rssi: Int8 = -60,
        observed: Int8 = -60,
        place: Jurisdiction? = nil
    ) throws -> ContactDraft {
        var generator = SystemRandomNumberGenerator()
        let interval = AssociationInterval(clamping: time)
        let (own, peer) = (try issuer(in: interval, profile), try other.issuer(in: interval, profile))
        let issued = try peer.issue(
            to: peer.pair(with: own.identity.publicKey),
            receiver: own.clientID,
            observation: IssuerObservation(rssi: observed, district: AssociationSamples.district.bytes),
            using: &generator
        )
        let received = try own.pair(with: peer.identity.publicKey).open(issued.packet, from: peer.clientID)
        let samples = (0..<10).map { RSSISample(second: UInt16($0) * 60, rssi: rssi) }
        let handle = try TaggedValue(code: RiskExposureDetails.Code.ticketHandle, value: received.handle.bytes)
        let authority = try place.map { place in
            let value = [UInt8](place.country) + [UInt8](place.state)
            return try TaggedValue(code: RiskExposureDetails.Code.jurisdiction, value: value)
        }
        let entries = try RSSISample.entries(of: samples) + [handle] + [authority].compactMap(\.self)
        return ContactDraft(
            timeReceived: time,
            myClientID: own.clientID,
            observedClientID: peer.clientID,
            ticket: received.ticket,
            serverSessionKey: received.serverSessionKey,
            details: RiskExposureDetails(entries)
        )
    }

    /// A request that this phone signs.
    ///
    /// - Parameter registration: the account that it names; this phone's by default.
    func request(
        _ purpose: SignedRequest.Purpose,
        as registration: RegistrationID? = nil,
        at time: UnixTime,
        body: [UInt8] = []
    ) throws -> [UInt8] {
        var generator = SystemRandomNumberGenerator()
        let request = try SignedRequest(
            purpose: purpose,
            registration: registration ?? self.registration,
            time: time,
            nonce: .random(using: &generator),
            body: body
        )
        return request.exposedBytes(authenticatedBy: try chain.dayKeys(on: time.utcDay))
    }

    /// The parts of a report, with authenticators of this moment.
    func report(_ drafts: [ContactDraft], now: UnixTime) throws -> SampleReport {
        var generator = SystemRandomNumberGenerator()
        let moment = try AuthenticatorMoment(time: now, microseconds: 0)
        let records = try drafts.map { draft in
            UploadRecord.contact(try draft.authenticated(at: moment, sequence: 0, using: &generator))
        }
        return SampleReport(of: self, try AssociationLimits.plan().divide(records))
    }
}

/// A report of a phone.
struct SampleReport {
    let phone: SamplePhone
    let parts: [[UploadRecord]]

    /// - Parameter batches: the first ones. All others are empty.
    init(of phone: SamplePhone, _ batches: [[UploadRecord]]) {
        self.phone = phone
        parts = batches + [[UploadRecord]](repeating: [], count: AssociationLimits.batchCount - batches.count)
    }

    func batch(_ number: Int, right: RightID) -> UploadBatch {
        UploadBatch(registration: phone.registration, right: right, records: parts[number])
    }

    /// The request for a right, signed by the phone.
    func rightRequest(_ code: ReportCode, now: UnixTime) throws -> [UInt8] {
        let digests = parts.indices.map { batch($0, right: AssociationSamples.right(0)).digest }
        let body = try RightRequest(code: code, manifest: ReportManifest(batches: digests))
        return try phone.request(.right, at: now, body: body.exposedBytes)
    }

    func upload(_ number: Int, right: RightID, now: UnixTime) throws -> [UInt8] {
        let keys = try phone.chain.dayKeys(on: now.utcDay)
        return try batch(number, right: right).exposedBytes(size: AssociationLimits.batchSize, authenticatedBy: keys)
    }
}

extension SampleAuthority {
    /// Asks for the right to report.
    func right(_ report: SampleReport, _ code: ReportCode) async throws -> RightAnswer {
        let answer = try await post(AssociationEndpoint.right, report.rightRequest(code, now: clock.now()))
        return try RightAnswer(parsing: answer.body)
    }

    /// Uploads one part, which always gets the same answer.
    func send(_ number: Int, of report: SampleReport, right: RightID) async throws -> (status: Int, body: [UInt8]) {
        try await post(AssociationEndpoint.batch, report.upload(number, right: right, now: clock.now()))
    }

    /// Uploads a whole report. The parts without a record have one digest, so one of them stands for all.
    func send(_ report: SampleReport, right: RightID) async throws {
        let empty = report.parts.firstIndex(where: \.isEmpty)
        for number in report.parts.indices where !report.parts[number].isEmpty || number == empty {
            #expect(try await send(number, of: report, right: right).status == 202)
        }
    }

    /// Uploads a whole report with a new code.
    func send(_ report: SampleReport) async throws {
        try await send(report, right: try #require(try await right(report, code()).right))
    }

    /// A whole report with a new code. Returns the contacts that the authority has stored since the start.
    @discardableResult
    func takeReport(of phone: SamplePhone, _ drafts: [ContactDraft]) async throws -> [ContactEdge] {
        try await send(phone.report(drafts, now: clock.now()))
        return try await edges()
    }
}

extension ContactDraft {
    func changing(
        by clientID: ClientID? = nil,
        observed: ClientID? = nil,
        ticket: CTSTicket? = nil,
        sessionKey: SessionKey? = nil,
        details: RiskExposureDetails? = nil,
        at time: UnixTime? = nil
    ) -> ContactDraft {
        ContactDraft(
            timeReceived: time ?? timeReceived,
            myClientID: clientID ?? myClientID,
            observedClientID: observed ?? observedClientID,
            ticket: ticket ?? self.ticket,
            serverSessionKey: sessionKey ?? serverSessionKey,
            details: details ?? self.details
        )
    }
}
