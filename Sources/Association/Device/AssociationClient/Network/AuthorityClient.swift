import AssociationAPI
import AssociationProtocol
import ClientKit
import ExposurePrimitives
import HeraldPayloads
public import PhonePorts
import RegistrationProofs
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

    /// Makes an account.
    ///
    /// - Parameter key: made for this call. It and the secret that follows from it are gone afterwards: no file has
    ///   them.
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
    func right(_ body: [UInt8]) async throws(AuthorityFailure) -> RightAnswer {
        let answer = try await send(AssociationEndpoint.right, body, success: 200)
        return try Self.read { () throws(AssociationError) in try RightAnswer(parsing: answer) }
    }

    /// Asks for alerts.
    func poll(_ body: [UInt8]) async throws(AuthorityFailure) -> PollAnswer {
        let answer = try await send(AssociationEndpoint.poll, body, success: 200)
        return try Self.read { () throws(AssociationError) in try PollAnswer(parsing: answer) }
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

    /// Uploads a batch. The answer says nothing about it.
    func upload(_ body: [UInt8]) async throws(AuthorityFailure) {
        _ = try await send(AssociationEndpoint.batch, body, success: 202)
    }
}

extension AuthorityClient {
    func send(_ endpoint: Endpoint, _ body: [UInt8], success: Int) async throws(AuthorityFailure) -> [UInt8] {
        let request = PhoneRequest(
            host: .authority,
            method: endpoint.method,
            target: endpoint.path,
            headers: CommonHeaders.all + [
                .init("Content-Type", MediaType.octets.text), .init("Content-Length", String(body.count)),
            ],
            body: body
        )
        let response: PhoneResponse
        do throws(PhoneTransportError) {
            response = try await transport.send(request)
        } catch {
            throw AuthorityFailure(error)
        }
        guard response.status == success else {
            throw AuthorityFailure(status: response.status)
        }
        return response.body
    }

    /// An answer that says something else than the contract allows may stand for one that was lost on the way.
    static func read<Value>(
        _ parse: () throws(AssociationError) -> Value
    ) throws(AuthorityFailure) -> Value {
        do throws(AssociationError) {
            return try parse()
        } catch {
            throw .lost
        }
    }
}
