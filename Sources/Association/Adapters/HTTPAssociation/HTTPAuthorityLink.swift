import AssociationAPI
package import AssociationPorts
package import WireFormat

/// Delivers reports to another authority's partner listener, each over a connection of its own.
package struct HTTPAuthorityLink: AuthorityLink {
    private let connect: @Sendable () throws -> Connection

    /// A connection that is open.
    package struct Connection: Sendable {
        let exchange: any HTTPExchange
        let close: @Sendable () async -> Void

        package init(exchange: any HTTPExchange, close: @escaping @Sendable () async -> Void = {}) {
            self.exchange = exchange
            self.close = close
        }
    }

    /// - Parameter connect: makes a connection to the partner's listener. It shows our certificate.
    package init(connect: @escaping @Sendable () throws -> Connection) {
        self.connect = connect
    }

    package func deliver(_ report: [UInt8]) async -> DeliveryOutcome {
        guard let connection = try? connect() else {
            return .failed
        }
        let outcome = await deliver(report, over: connection.exchange)
        await connection.close()
        return outcome
    }

    private func deliver(_ report: [UInt8], over exchange: any HTTPExchange) async -> DeliveryOutcome {
        let answer: HTTPAnswer
        do {
            answer = try await exchange.send(
                HTTPCall(
                    method: AssociationEndpoint.forwardedReport.method,
                    target: AssociationEndpoint.forwardedReport.path,
                    headers: [.init("Content-Type", MediaType.octets.text)],
                    body: report,
                    answerLimit: Self.maxAnswer
                )
            )
        } catch {
            return .failed
        }
        switch answer.status {
        case 202: return .taken
        case 400..<500: return .refused(status: answer.status)
        default: return .failed
        }
    }

    /// Bytes of an answer's body. The contract allows much less, but the error page of a proxy fits: its status
    /// matters.
    private static let maxAnswer = 64 << 10
    /// Seconds for one report.
    package static let timeout: Int64 = 20
}
