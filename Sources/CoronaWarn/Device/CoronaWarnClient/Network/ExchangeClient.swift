import CoronaWarnAPI
import PhonePorts
import WireFormat

/// Sends requests to the verification and submission services and reads their answers strictly. It has no state.
struct ExchangeClient: Sendable {
    let transport: any PhoneTransport

    /// Registers a test or teleTAN.
    func register(_ request: RegistrationTokenRequest) async throws(ExchangeFailure) -> RegistrationToken {
        let answer = try await send(ExchangeRequests.registration(request), success: 201, refusals: [400: .code])
        return try read(answer) { body throws(CoronaWarnError) in try RegistrationTokenAnswer(parsing: body).token }
    }

    /// Asks for the result of a test.
    func result(of token: RegistrationToken) async throws(ExchangeFailure) -> TestResultAnswer {
        let answer = try await send(ExchangeRequests.result(of: token), success: 200, refusals: Self.tokenRefusals)
        return try read(answer) { body throws(CoronaWarnError) in
            let result = try TestResultAnswer(parsing: body)
            guard Self.codesForPhones.contains(result.code) else {
                throw .notCompliant
            }
            return result
        }
    }

    /// Asks for a TAN. The same nonce again gets the same TAN for some minutes.
    func tan(for token: RegistrationToken, nonce: PhoneNonce) async throws(ExchangeFailure) -> TAN {
        let request = ExchangeRequests.tan(for: token, nonce: nonce)
        let answer = try await send(request, success: 201, refusals: Self.tokenRefusals)
        return try read(answer) { body throws(CoronaWarnError) in try TANAnswer(parsing: body).tan }
    }

    /// Uploads a finished body. The same bytes again do no harm.
    func upload(_ body: [UInt8], with tan: TAN) async throws(ExchangeFailure) {
        let request = ExchangeRequests.upload(body, with: tan)
        _ = try await send(request, success: 200, refusals: [400: .content, 403: .tan])
    }

    /// Sends a fake. Its answer means nothing, and neither does a failure.
    func sendFake(_ request: PhoneRequest) async {
        _ = try? await transport.send(request)
    }

    /// The codes that phones know.
    private static let codesForPhones = 0...9
    private static let tokenRefusals: [Int: ExchangeFailure.Refusal] = [400: .token, 403: .differingResults]
}

extension ExchangeClient {
    private func send(
        _ request: PhoneRequest,
        success: Int,
        refusals: [Int: ExchangeFailure.Refusal]
    ) async throws(ExchangeFailure) -> HTTPAnswer {
        let response: HTTPAnswer
        do throws(HTTPExchangeError) {
            response = try await transport.send(request)
        } catch {
            throw ExchangeFailure(error)
        }
        guard response.status != success else {
            return response
        }
        if let refusal = refusals[response.status] {
            throw .refused(refusal)
        }
        throw ExchangeFailure(status: response.status, retryAfter: response.retryAfter)
    }

    /// An answer that says something else than the contract allows may stand for one that was lost on the way.
    private func read<Value>(
        _ response: HTTPAnswer,
        _ parse: ([UInt8]) throws(CoronaWarnError) -> Value
    ) throws(ExchangeFailure) -> Value {
        guard response.body.count <= Self.maxAnswer else {
            throw .lost
        }
        do throws(CoronaWarnError) {
            return try parse(response.body)
        } catch {
            throw .lost
        }
    }

    /// Bytes. Our servers' answers have ``/CoronaWarnAPI/CoronaWarnLimits/answerSize``; others are longer or shorter.
    static let maxAnswer = 1000
}

extension ExchangeFailure {
    init(_ error: HTTPExchangeError) {
        self =
            switch error {
            case .unreachable: .unreachable
            case .interrupted, .timeout, .answerTooLarge: .lost
            }
    }

    init(status: Int, retryAfter: Int64?) {
        self =
            switch status {
            case 408: .busy
            case 429: .tooManyRequests(seconds: retryAfter ?? Self.defaultWait)
            case 503: .unavailable
            case 500...: .lost
            default: .unexpected(status: status)
            }
    }

    /// Seconds to wait after a 429 that names none.
    static let defaultWait: Int64 = 60
}

extension HTTPAnswer {
    /// The seconds of `Retry-After` (RFC 9110, 10.2.3), at most a day. A date instead of a number counts as none.
    fileprivate var retryAfter: Int64? {
        let values = headers.filter { $0.name.lowercased() == "retry-after" }.map(\.value)
        guard values.count == 1, let seconds = Int64(values[0]), seconds >= 0 else {
            return nil
        }
        return min(seconds, 86_400)
    }
}
