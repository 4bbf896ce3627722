import AssociationAPI
package import AssociationPorts
package import PhonePorts
import WireFormat

/// Delivers reports to another authority's partner listener, each over a connection of its own.
package struct HTTPAuthorityLink: AuthorityLink {
    private let connect: @Sendable () throws -> Connection

    /// A connection that is open.
    package struct Connection: Sendable {
        let transport: any PhoneTransport
        let close: @Sendable () async -> Void

        package init(transport: any PhoneTransport, close: @escaping @Sendable () async -> Void = {}) {
            self.transport = transport
            self.close = close
        }
    }

    /// - Parameter connect: makes a transport that knows the server of ``host``, and shows it our certificate.
    package init(connect: @escaping @Sendable () throws -> Connection) {
        self.connect = connect
    }

    package func deliver(_ report: [UInt8]) async -> DeliveryOutcome {
        guard let connection = try? connect() else {
            return .failed
        }
        let outcome = await deliver(report, over: connection.transport)
        await connection.close()
        return outcome
    }

    private func deliver(_ report: [UInt8], over transport: any PhoneTransport) async -> DeliveryOutcome {
        let answer: PhoneResponse
        do {
            answer = try await transport.send(
                PhoneRequest(
                    host: Self.host,
                    method: AssociationEndpoint.forwardedReport.method,
                    target: AssociationEndpoint.forwardedReport.path,
                    headers: [.init("Content-Type", MediaType.octets.text)],
                    body: report,
                    answerLimit: PhoneRequest.replyLimit
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

    /// The other authority among a transport's servers.
    package static let host = PhoneHost("authority")
    /// Seconds for one report.
    package static let timeout: Int64 = 20
}
