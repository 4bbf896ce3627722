package import AssociationPorts
package import AssociationProtocol
package import ExposurePrimitives
package import WireFormat

/// Asks a service of the deployment which person a proof shows, for example by a telephone number or a national
/// identity. Only that service knows the form of a proof.
///
/// It gets `{"proof": base64, "key": base64}` by `POST /registration-proofs`. It answers 200 with `{"subject": text}`,
/// which always is the same text for one person, or 403 if the proof shows nobody. It must not accept a proof for
/// another key. Each proof is sent once, because a code from a text message may be valid once.
package struct RemoteProofVerifier: RegistrationProofVerifier {
    private let exchange: any HTTPExchange
    private let token: SecretBytes?

    /// - Parameters:
    ///   - exchange: with that service.
    ///   - token: the bearer token that the service asks for; nil if it asks for none.
    package init(exchange: any HTTPExchange, token: SecretBytes?) {
        self.exchange = exchange
        self.token = token
    }

    package func subject(of proof: [UInt8], for key: PublicAgreementKey) async throws(ProofFailure) -> ProvenSubject? {
        let question: JSONValue = [
            "proof": .string(Base64.encode(proof)), "key": .string(Base64.encode(key.bytes.bytes)),
        ]
        let answer: HTTPAnswer
        do {
            answer = try await exchange.send(
                HTTPCall(
                    method: .post,
                    target: Self.path,
                    headers: [.init("Content-Type", MediaType.json.text)] + authorization,
                    body: question.encoded,
                    answerLimit: Self.maxAnswer
                )
            )
        } catch {
            throw ProofFailure()
        }
        switch answer.status {
        case 200: return try subject(in: answer.body)
        case 403: return nil
        default: throw ProofFailure()
        }
    }

    private func subject(in body: [UInt8]) throws(ProofFailure) -> ProvenSubject {
        guard let value = try? JSONValue(parsing: body), case .string(let text)? = value["subject"],
            Self.subjectLength.contains(text.utf8.count)
        else {
            throw ProofFailure()
        }
        return ProvenSubject(name: SecretBytes(text.utf8))
    }

    private var authorization: [HTTPHeader] {
        token.map { [.init("Authorization", "Bearer " + String(decoding: $0.exposedBytes, as: UTF8.self))] } ?? []
    }

    package static let path = "/registration-proofs"
    /// Bytes of a subject's text.
    package static let subjectLength = 1...256
    /// Bytes of an answer's body.
    private static let maxAnswer = 4096
    /// Seconds for an answer: half of the default of `limits.handling`.
    package static let timeout: Int64 = 5
}
