package import ExposurePrimitives
package import WireFormat

/// The internal listener of one of our services in another process or on another machine.
package struct InternalService: Sendable {
    private let exchange: any HTTPExchange
    private let token: SecretBytes?

    /// - Parameters:
    ///   - exchange: with that listener.
    ///   - token: the bearer token of that listener; nil if it has none.
    package init(exchange: any HTTPExchange, token: SecretBytes?) {
        self.exchange = exchange
        self.token = token
    }

    /// Sends a JSON body, and once more if there was no answer or the service failed.
    ///
    /// A request may therefore arrive twice. An endpoint answers the same request in the same way.
    package func send(
        _ body: [UInt8],
        to endpoint: Endpoint,
        headers: [HTTPHeader] = []
    ) async throws(HTTPExchangeError) -> HTTPAnswer {
        let call = HTTPCall(
            method: endpoint.method,
            target: endpoint.path,
            headers: [.init("Content-Type", MediaType.json.text)] + authorization + headers,
            body: body,
            answerLimit: Self.maxAnswer
        )
        for _ in 1..<Self.attempts {
            if let answer = try? await exchange.send(call), answer.status < 500 {
                return answer
            }
        }
        return try await exchange.send(call)
    }

    private var authorization: [HTTPHeader] {
        token.map { [.init("Authorization", "Bearer " + String(decoding: $0.exposedBytes, as: UTF8.self))] } ?? []
    }

    /// Seconds for one attempt. A phone's request needs at most two answers one after the other, with two attempts for
    /// each.
    ///
    /// - Parameter handling: the time after which the phone's own answer is due.
    package static func timeout(within handling: Duration) -> Int64 {
        max(1, handling.components.seconds / 5)
    }

    private static let attempts = 2
    /// Bytes; the largest answer has ``CoronaWarnLimits/knownTests`` identifiers of 67 bytes.
    private static let maxAnswer = 131_072
}
