import ClientKit
package import CoronaWarnAPI
import ExposurePrimitives
public import PhonePorts
import WireFormat

extension PhoneHost {
    /// Gives tokens, results and TANs.
    public static let verification = PhoneHost("verification")
    /// Takes the keys of people who tested positive.
    public static let submission = PhoneHost("submission")
}

/// The requests to the verification and submission services, genuine ones and fakes.
///
/// All requests to one service have one size on the wire. Requests to one path also have the same headers, with values
/// of the same lengths.
package enum ExchangeRequests {
    package static func registration(_ request: RegistrationTokenRequest, _ flag: FakeFlag = .genuine) -> PhoneRequest {
        verification(CoronaWarnEndpoint.registrationToken, request.exposedBody(), flag)
    }

    package static func result(of token: RegistrationToken, _ flag: FakeFlag = .genuine) -> PhoneRequest {
        verification(CoronaWarnEndpoint.testResult, TokenRequest(token: token).exposedBody(), flag)
    }

    package static func tan(for token: RegistrationToken, nonce: PhoneNonce, _ flag: FakeFlag = .genuine)
        -> PhoneRequest
    {
        verification(CoronaWarnEndpoint.tan, TokenRequest(token: token, nonce: nonce).exposedBody(), flag)
    }

    /// - Parameter body: ``/CoronaWarnAPI/SubmissionPayload/phoneSize`` bytes.
    package static func upload(_ body: [UInt8], with tan: TAN, _ flag: FakeFlag = .genuine) -> PhoneRequest {
        post(
            CoronaWarnEndpoint.diagnosisKeys,
            to: .submission,
            body,
            headers: [
                .init("Content-Type", MediaType.protobuf.text),
                .init(CoronaWarnHeader.fake, flag.headerValue),
                .init(CoronaWarnHeader.authorization, tan.exposedText),
            ]
        )
    }

    /// A request that does nothing: it has random credentials and no data of the phone.
    package static func fake(_ kind: FakeRequest, using generator: inout some RandomNumberGenerator) -> PhoneRequest {
        let token = RegistrationToken.generate(using: &generator)
        switch kind {
        case .registration:
            let test = TestIdentifier(hashing: TestCode(using: &generator))
            let nonce = PhoneNonce.generate(using: &generator)
            return registration(RegistrationTokenRequest(key: .test(test, birthDate: nil), nonce: nonce), .fake)
        case .result: return result(of: token, .fake)
        case .tan: return tan(for: token, nonce: .generate(using: &generator), .fake)
        case .upload:
            let empty = SubmissionPayload(keys: [], visitedCountries: [], consentsToFederation: false)
            guard let body = empty.exposedBody(size: SubmissionPayload.phoneSize) else {
                preconditionFailure("an upload without keys has room for its filler")
            }
            return upload(body, with: .generate(using: &generator), .fake)
        }
    }

    private static func verification(_ endpoint: Endpoint, _ body: [UInt8], _ flag: FakeFlag) -> PhoneRequest {
        // A filler is never empty: transports write an empty value in different ways.
        let filler = String(repeating: "0", count: CoronaWarnHeader.paddingLength(for: endpoint) + 1)
        return post(
            endpoint,
            to: .verification,
            body,
            headers: [
                .init("Content-Type", MediaType.json.text),
                .init(CoronaWarnHeader.fake, flag.headerValue),
                .init(CoronaWarnHeader.padding, filler),
            ]
        )
    }

    private static func post(
        _ endpoint: Endpoint,
        to host: PhoneHost,
        _ body: [UInt8],
        headers: [HTTPHeader]
    ) -> PhoneRequest {
        PhoneRequest(
            host: host,
            method: endpoint.method,
            target: endpoint.path,
            headers: CommonHeaders.all + headers + [.init("Content-Length", String(body.count))],
            body: body,
            answerLimit: PhoneRequest.replyLimit
        )
    }
}

/// The kinds of fake. Each looks like the genuine request to its path.
package enum FakeRequest: Codable, Hashable, Sendable, CaseIterable {
    case registration
    case result
    case tan
    case upload
}
