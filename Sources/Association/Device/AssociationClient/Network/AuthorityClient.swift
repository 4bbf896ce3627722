import AssociationAPI
import AssociationPorts
import AssociationProtocol
import ClientKit
import ExposurePrimitives
import HeraldPayloads
public import PhonePorts
import WireFormat

extension PhoneHost {
    /// The health authority of the phone's owner.
    public static let authority = PhoneHost("authority")
}

/// Sends requests to the authority and reads its answers strictly. It has no state.
struct AuthorityClient: Sendable {
    let app: AssociationApp.App
    let proofs: any RegistrationProofSource
    let transport: any PhoneTransport
    let clock: any WallClock

    /// Makes an account.
    ///
    /// - Parameter key: the same at each attempt. The secret that follows from it is gone afterwards: no file has it.
    func register(
        _ key: PrivateAgreementKey,
        in district: PostalDistrict
    ) async throws(AuthorityFailure) -> StoredAccount {
        let body = try await registration(of: key.publicKey, in: district)
        let answer = try await send(AssociationEndpoint.registration, body, success: 200)
        return try Self.read { () throws(AssociationError) in
            let account = try RegistrationAnswer(parsing: answer)
            let secret = try RegistrationSecret(
                phone: key,
                authority: app.agreementKey,
                registration: account.registration,
                jurisdiction: app.jurisdiction
            )
            let chain = try secret.chainKey(startingOn: account.firstDay)
            return StoredAccount(registration: account.registration, district: district, chain: chain)
        }
    }

    private func registration(
        of key: PublicAgreementKey,
        in district: PostalDistrict
    ) async throws(AuthorityFailure) -> [UInt8] {
        let proof: [UInt8]
        do throws(ProofFailure) {
            proof = try await proofs.proof(for: key)
        } catch {
            throw .unavailable
        }
        do throws(AssociationError) {
            return try RegistrationRequest(
                phoneKey: key,
                jurisdiction: app.jurisdiction,
                district: district,
                proof: proof
            ).bytes
        } catch {
            throw .refused
        }
    }

    /// Asks for the right to report.
    ///
    /// - Throws: `wrongTime` for a refusal that the phone's clock may explain.
    func right(_ body: [UInt8]) async throws(AuthorityFailure) -> RightAnswer {
        let (bytes, isTimeWrong) = try await exchange(AssociationEndpoint.right, body, success: 200)
        let answer = try Self.read { () throws(AssociationError) in try RightAnswer(parsing: bytes) }
        guard answer.right != nil || isTimeWrong != true else {
            throw .wrongTime
        }
        return answer
    }

    /// Asks for alerts.
    ///
    /// - Throws: `wrongTime` for none that the phone's clock may explain.
    func poll(_ message: PollMessage) async throws(AuthorityFailure) -> PolledAlerts {
        let (bytes, isTimeWrong) = try await exchange(AssociationEndpoint.poll, message.body, success: 200)
        let answer = try Self.read { () throws(AssociationError) in try PollAnswer(parsingMarked: bytes) }
        let isKnown = AnswerMark.isGenuine(bytes, to: message.nonce, under: message.keys)
        guard isKnown || isTimeWrong != true else {
            throw .wrongTime
        }
        // Without its time an answer may be a refusal because of the phone's clock.
        return PolledAlerts(alerts: answer.alerts, isKnown: isKnown || isTimeWrong == false ? isKnown : nil)
    }

    /// Asks for attestations.
    ///
    /// - Returns: those of all keys of `call`, verified; nil if the authority gives none.
    func attestations(
        _ body: [UInt8],
        for call: AttestationCall
    ) async throws(AuthorityFailure) -> [IdentityAttestation]? {
        let answer = try await send(AssociationEndpoint.attestations, body, success: 200)
        return try Self.read { () throws(AssociationError) in
            let attestations = try AttestationAnswer(parsing: answer).attestations
            if let attestations {
                try call.verify(attestations, by: app.policy, in: app.jurisdiction)
            }
            return attestations
        }
    }

    /// Fetches a part of the boxes of a day.
    ///
    /// - Returns: nil if the authority has none.
    /// - Throws: `lost` also for a part that is another one, or that the authority did not sign.
    func boxes(of day: CalendarDay, part: Int) async throws(AuthorityFailure) -> BoxFile? {
        guard case .boxes(let keys) = app.reports else {
            return nil
        }
        let endpoint = AssociationEndpoint.boxes
        let request = PhoneRequest(
            host: .authority,
            method: endpoint.method,
            target: endpoint.path("\(day.daysSinceEpoch)", "\(part)"),
            headers: CommonHeaders.all,
            answerLimit: BoxFile.size
        )
        let response: HTTPAnswer
        do throws(HTTPExchangeError) {
            response = try await transport.send(request)
        } catch {
            throw AuthorityFailure(error)
        }
        switch response.status {
        case 200:
            let file = try Self.read { () throws(AssociationError) in
                try BoxFile(parsing: response.body, signedBy: keys)
            }
            guard file.day == day, file.part == part, file.jurisdiction == app.jurisdiction else {
                throw .lost
            }
            return file
        case 404: return nil
        default: throw AuthorityFailure(status: response.status)
        }
    }

    /// Uploads a batch. The answer says nothing about it.
    func upload(_ body: [UInt8]) async throws(AuthorityFailure) {
        _ = try await send(AssociationEndpoint.batch, body, success: 202)
    }
}

extension AuthorityClient {
    func send(_ endpoint: Endpoint, _ body: [UInt8], success: Int) async throws(AuthorityFailure) -> [UInt8] {
        try await exchange(endpoint, body, success: success).body
    }

    /// A request with a body, as every one to the authority is.
    static func request(to endpoint: Endpoint, _ body: [UInt8]) -> PhoneRequest {
        PhoneRequest(
            host: .authority,
            method: endpoint.method,
            target: endpoint.path,
            headers: CommonHeaders.all + [
                .init("Content-Type", MediaType.octets.text), .init("Content-Length", String(body.count)),
            ],
            body: body
        )
    }

    private func exchange(
        _ endpoint: Endpoint,
        _ body: [UInt8],
        success: Int
    ) async throws(AuthorityFailure) -> (body: [UInt8], isTimeWrong: Bool?) {
        let request = Self.request(to: endpoint, body)
        let sent = clock.now()
        let response: HTTPAnswer
        do throws(HTTPExchangeError) {
            response = try await transport.send(request)
        } catch {
            throw AuthorityFailure(error)
        }
        guard response.status == success else {
            throw AuthorityFailure(status: response.status)
        }
        return (response.body, ClockCheck.isWrong(response.date, sent: sent, answered: clock.now()))
    }

    /// An answer that says something else than the contract allows may stand for one that was lost on the way.
    static func read<Value>(_ parse: () throws(AssociationError) -> Value) throws(AuthorityFailure) -> Value {
        do throws(AssociationError) {
            return try parse()
        } catch {
            throw .lost
        }
    }
}
