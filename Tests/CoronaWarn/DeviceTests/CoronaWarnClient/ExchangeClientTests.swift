import CoronaWarnAPI
import ExposurePrimitives
import Foundation
import PhonePorts
import Synchronization
import Testing
import WireFormat

@testable import CoronaWarnClient

@Suite("Answers of verification and submission")
struct ExchangeClientTests {
    /// Gives each request the same answer.
    private final class OneAnswer: PhoneTransport {
        private let answer: Result<HTTPAnswer, HTTPExchangeError>
        private let sent = Mutex<[PhoneRequest]>([])

        init(_ answer: Result<HTTPAnswer, HTTPExchangeError>) {
            self.answer = answer
        }

        var requests: [PhoneRequest] { sent.withLock(\.self) }

        func addedHeaders(to host: PhoneHost) -> [HTTPHeader] { [] }

        func send(_ request: PhoneRequest) async throws(HTTPExchangeError) -> HTTPAnswer {
            sent.withLock { $0.append(request) }
            return try answer.get()
        }
    }

    private enum Call: CaseIterable {
        case register, result, tan, upload
    }

    private static func client(_ status: Int, _ body: [UInt8] = [], retryAfter: String? = nil) -> ExchangeClient {
        let headers = retryAfter.map { [HTTPHeader("Retry-After", $0)] } ?? []
        return ExchangeClient(
            transport: OneAnswer(.success(HTTPAnswer(status: status, headers: headers, body: body)))
        )
    }

    private static func failure(_ call: Call, _ client: ExchangeClient) async throws -> ExchangeFailure? {
        var generator = SeededGenerator(seed: 1)
        let token = RegistrationToken.generate(using: &generator)
        let nonce = PhoneNonce.generate(using: &generator)
        do throws(ExchangeFailure) {
            switch call {
            case .register:
                let test = TestIdentifier(hashing: TestCode(using: &generator))
                _ = try await client.register(RegistrationTokenRequest(key: .test(test, birthDate: nil), nonce: nonce))
            case .result: _ = try await client.result(of: token)
            case .tan: _ = try await client.tan(for: token, nonce: nonce)
            case .upload: try await client.upload([], with: .generate(using: &generator))
            }
            return nil
        } catch {
            return error
        }
    }

    @Test("right answers are read")
    func success() async throws {
        var generator = SeededGenerator(seed: 2)
        let token = RegistrationToken.generate(using: &generator)
        let tan = TAN.generate(using: &generator)
        let test = TestIdentifier(hashing: TestCode(using: &generator))
        let request = RegistrationTokenRequest(key: .test(test, birthDate: nil))
        #expect(
            try await Self.client(201, RegistrationTokenAnswer(token: token).exposedBody).register(request) == token
        )
        let nonce = PhoneNonce.generate(using: &generator)
        #expect(try await Self.client(201, TANAnswer(tan: tan).exposedBody).tan(for: token, nonce: nonce) == tan)
        for code in 0...9 {
            let answer = TestResultAnswer(code: code, sampleCollection: 1_700_000_000)
            #expect(try await Self.client(200, answer.paddedBody).result(of: token) == answer)
        }
        #expect(try await Self.failure(.upload, Self.client(200)) == nil)
    }

    @Test("refusals are told apart by what they are about")
    func refusals() async throws {
        let cases: [(Call, Int, ExchangeFailure)] = [
            (.register, 400, .refused(.code)), (.result, 400, .refused(.token)), (.tan, 400, .refused(.token)),
            (.upload, 400, .refused(.content)), (.upload, 403, .refused(.tan)),
            (.result, 403, .refused(.differingResults)), (.tan, 403, .refused(.differingResults)),
            (.register, 403, .unexpected(status: 403)), (.upload, 404, .unexpected(status: 404)),
            (.result, 201, .unexpected(status: 201)), (.register, 200, .unexpected(status: 200)),
        ]
        for (call, status, expected) in cases {
            #expect(try await Self.failure(call, Self.client(status)) == expected, "\(call) \(status)")
        }
    }

    @Test("what every route may answer has one meaning", arguments: Call.allCases)
    private func uniform(call: Call) async throws {
        let cases: [(Int, ExchangeFailure)] = [
            (408, .busy), (503, .unavailable), (500, .lost), (502, .lost), (504, .lost),
            (302, .unexpected(status: 302)),
            (406, .unexpected(status: 406)), (429, .tooManyRequests(seconds: ExchangeFailure.defaultWait)),
        ]
        for (status, expected) in cases {
            #expect(try await Self.failure(call, Self.client(status)) == expected, "\(status)")
        }
        let transports: [(HTTPExchangeError, ExchangeFailure)] = [
            (.unreachable, .unreachable), (.interrupted, .lost), (.timeout, .lost), (.answerTooLarge(limit: 1), .lost),
        ]
        for (error, expected) in transports {
            let client = ExchangeClient(transport: OneAnswer(.failure(error)))
            #expect(try await Self.failure(call, client) == expected)
        }
    }

    @Test("the server's wait is read as a number of at most a day")
    func retryAfter() async throws {
        for (text, seconds) in [("1", 1), ("0", 0), ("600", 600), ("999999", 86_400), ("-1", 60), ("soon", 60)] {
            let failure = try await Self.failure(.register, Self.client(429, retryAfter: text))
            #expect(failure == .tooManyRequests(seconds: Int64(seconds)), "\(text)")
        }
    }

    @Test("an answer of another form counts as lost")
    func malformed() async throws {
        let token = #"{"registrationToken":"1ea6ce8a-9740-41ea-bb37-0242ac130002"}"#
        #expect(try await Self.failure(.register, Self.client(201, Array(token.utf8))) == nil)
        let cases: [(Call, Int, String)] = [
            (.register, 201, ""), (.register, 201, "{}"), (.register, 201, token + "x"),
            (.register, 201, token.replacing("41ea", with: "51ea")), (.register, 201, #"{"registrationToken":null}"#),
            (.tan, 201, token), (.result, 200, #"{"testResult":10,"sc":1}"#), (.result, 200, #"{"testResult":1}"#),
            (.result, 200, #"{"testResult":-1,"sc":1}"#), (.result, 200, #"{"testResult":1.0,"sc":1}"#),
            (.result, 200, #"{"testResult":1,"testResult":2,"sc":1}"#),
        ]
        for (call, status, body) in cases {
            #expect(try await Self.failure(call, Self.client(status, Array(body.utf8))) == .lost, "\(body)")
        }
    }

    @Test("an answer is read up to its limit")
    func limit() async throws {
        func answer(size: Int) -> [UInt8] {
            let head = #"{"testResult":1,"sc":1,"responsePadding":""#
            return Array((head + String(repeating: "0", count: size - head.count - 2) + "\"}").utf8)
        }
        #expect(try await Self.failure(.result, Self.client(200, answer(size: ExchangeClient.maxAnswer))) == nil)
        #expect(try await Self.failure(.result, Self.client(200, answer(size: ExchangeClient.maxAnswer + 1))) == .lost)
    }

    @Test("a fake is sent once, and whatever comes back means nothing")
    func fakes() async {
        for answer: Result<HTTPAnswer, HTTPExchangeError> in [
            .success(HTTPAnswer(status: 500)), .failure(.unreachable), .success(HTTPAnswer(status: 201)),
        ] {
            let transport = OneAnswer(answer)
            var generator = SeededGenerator(seed: 3)
            for kind in FakeRequest.allCases {
                await ExchangeClient(transport: transport).sendFake(ExchangeRequests.fake(kind, using: &generator))
            }
            #expect(transport.requests.count == FakeRequest.allCases.count)
        }
    }

    @Test("failures are held in the file")
    func file() throws {
        let failures: [ExchangeFailure] = [
            .refused(.tan), .tooManyRequests(seconds: 5), .unavailable, .busy, .unreachable, .lost,
            .unexpected(status: 418),
        ]
        #expect(try JSONDecoder().decode([ExchangeFailure].self, from: JSONEncoder().encode(failures)) == failures)
    }
}
