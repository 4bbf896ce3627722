import CoronaWarnAPI
package import CoronaWarnPorts
import ExposurePrimitives
package import WireFormat

/// A connection to a partner's server over HTTP.
package struct HTTPPartnerConnection: PartnerConnection {
    private let exchange: any HTTPExchange
    private let shutDown: @Sendable () async -> Void

    /// - Parameters:
    ///   - exchange: with the partner's server. It shows our certificate.
    ///   - shutDown: closes the exchange's connections.
    package init(exchange: any HTTPExchange, shutDown: @escaping @Sendable () async -> Void = {}) {
        self.exchange = exchange
        self.shutDown = shutDown
    }

    package func batch(after number: Int) async throws(PartnerConnectionError) -> OfferedBatch? {
        let answer: HTTPAnswer
        do {
            answer = try await exchange.send(
                HTTPCall(
                    method: CoronaWarnEndpoint.federationBatch.method,
                    target: CoronaWarnEndpoint.federationBatch.path("\(number)"),
                    answerLimit: FederationLimits.body
                )
            )
        } catch {
            throw error == .unreachable ? .unreachable : .interrupted
        }
        switch answer.status {
        case 200:
            return OfferedBatch(
                number: value(CoronaWarnHeader.batchTag, of: answer).flatMap { Int($0) },
                signature: value(CoronaWarnHeader.batchSignature, of: answer).flatMap(Base64.decode) ?? [],
                body: answer.body
            )
        case 204: return nil
        default: throw .refused(status: answer.status)
        }
    }

    package func close() async {
        await shutDown()
    }

    private func value(_ name: String, of answer: HTTPAnswer) -> String? {
        answer.headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// Seconds for one request. A run asks for few enough batches to end before the next one, however slow they come.
    package static let timeout: Int64 = 20
}
