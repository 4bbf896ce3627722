import CoronaWarnAPI
package import CoronaWarnPorts
import ExposurePrimitives
package import PhonePorts
import WireFormat

/// A connection to a partner's server over HTTP.
package struct HTTPPartnerConnection: PartnerConnection {
    private let transport: any PhoneTransport
    private let shutDown: @Sendable () async -> Void

    /// - Parameters:
    ///   - transport: knows the server of ``host``, and shows it our certificate.
    ///   - shutDown: closes the transport.
    package init(transport: any PhoneTransport, shutDown: @escaping @Sendable () async -> Void = {}) {
        self.transport = transport
        self.shutDown = shutDown
    }

    package func batch(after number: Int) async throws(PartnerConnectionError) -> OfferedBatch? {
        let answer: PhoneResponse
        do {
            answer = try await transport.send(
                PhoneRequest(
                    host: Self.host,
                    method: CoronaWarnEndpoint.federationBatch.method,
                    target: CoronaWarnEndpoint.federationBatch.path("\(number)"),
                    headers: [],
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

    private func value(_ name: String, of answer: PhoneResponse) -> String? {
        answer.headers.first { $0.name.lowercased() == name.lowercased() }?.value
    }

    /// The partner among a transport's servers.
    package static let host = PhoneHost("partner")
    /// Seconds for one request. A run asks for few enough batches to end before the next one, however slow they come.
    package static let timeout: Int64 = 20
}
