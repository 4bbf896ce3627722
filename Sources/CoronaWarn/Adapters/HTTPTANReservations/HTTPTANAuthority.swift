package import CoronaWarnAPI
package import ExposurePrimitives
package import PhonePorts
package import TANReservations
import WireFormat

/// The internal routes of a verification service in another process or on another machine.
package struct HTTPTANAuthority: TANReservationAuthority {
    private let transport: any PhoneTransport
    private let token: SecretBytes?

    /// - Parameters:
    ///   - transport: knows the server of ``host``.
    ///   - token: the bearer token of that server's internal listener; nil if it has none.
    package init(transport: any PhoneTransport, token: SecretBytes?) {
        self.transport = transport
        self.token = token
    }

    package func reserve(_ request: TANReservationRequest) async throws(TANReservationError) -> TANReservation? {
        let answer = try await send(request.exposedBody, to: CoronaWarnEndpoint.reserveTAN)
        switch answer.status {
        case 200:
            guard let reservation = try? TANReservation(parsing: answer.body) else {
                throw .refused(status: answer.status)
            }
            return reservation
        case CoronaWarnError.forbidden.status, CoronaWarnError.unknown.status: return nil
        default: throw .refused(status: answer.status)
        }
    }

    package func confirm(_ reservation: TANReservation) async throws(TANReservationError) -> Bool {
        let answer = try await send(reservation.exposedBody, to: CoronaWarnEndpoint.confirmTAN)
        switch answer.status {
        case 200: return true
        case CoronaWarnError.unknown.status: return false
        default: throw .refused(status: answer.status)
        }
    }

    /// Sends a request, and once more if there was no answer. Both routes answer the same request in the same way, so a
    /// request that arrived twice does no harm.
    private func send(_ body: [UInt8], to endpoint: Endpoint) async throws(TANReservationError) -> PhoneResponse {
        let request = PhoneRequest(
            host: Self.host,
            method: endpoint.method,
            target: endpoint.path,
            headers: headers,
            body: body
        )
        for _ in 1..<Self.attempts {
            if let answer = try? await transport.send(request), answer.status < 500 {
                return answer
            }
        }
        do {
            return try await transport.send(request)
        } catch {
            throw .unreachable
        }
    }

    private var headers: [PhoneRequest.Header] {
        let type = PhoneRequest.Header("Content-Type", MediaType.json.text)
        guard let token else {
            return [type]
        }
        return [type, .init("Authorization", "Bearer " + String(decoding: token.exposedBytes, as: UTF8.self))]
    }

    /// The verification service among a transport's servers.
    package static let host = PhoneHost("verification")
    /// Seconds for one attempt. An upload has two requests, and an answer is due ten seconds after its arrival.
    package static let timeout: Int64 = 2
    private static let attempts = 2
}
