import ClientKit
import CoronaWarnAPI

extension AppDefinition {
    /// Sends one request of a sequence.
    func answer(to call: SequenceCall, for container: isolated StateContainer<AppDefinition>) async -> CallAnswer {
        do throws(ExchangeFailure) {
            switch call {
            case .fake(let kind):
                // The generator is not held while the request is under way: other actions draw from it.
                let request = ExchangeRequests.fake(kind, using: &container.generator)
                await exchange.sendFake(request)
                return .fake
            case .register(let attempt):
                return .registration(.success(try await exchange.register(attempt.request)))
            case .ask(let token):
                return .question(.success(try await exchange.result(of: token)))
            case .takeTAN(let token, let nonce):
                return .tan(.success(try await exchange.tan(for: token, nonce: nonce)))
            case .upload(let tan, let body):
                try await exchange.upload(body, with: tan)
                return .upload(nil)
            }
        } catch {
            return CallAnswer(error, to: call)
        }
    }
}

extension CallAnswer {
    init(_ failure: ExchangeFailure, to call: SequenceCall) {
        self =
            switch call {
            case .fake: .fake
            case .register: .registration(.failure(failure))
            case .ask: .question(.failure(failure))
            case .takeTAN: .tan(.failure(failure))
            case .upload: .upload(failure)
            }
    }
}
