package import CoronaWarnAPI
package import CoronaWarnPorts
package import ExposurePrimitives
package import WireFormat

/// The internal routes of a verification service in another process or on another machine.
package struct HTTPTANAuthority: TANReservationAuthority {
    private let service: InternalService

    /// - Parameters:
    ///   - exchange: with the internal listener of that service.
    ///   - token: the bearer token of that listener; nil if it has none.
    package init(exchange: any HTTPExchange, token: SecretBytes?) {
        service = InternalService(exchange: exchange, token: token)
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

    private func send(_ body: [UInt8], to endpoint: Endpoint) async throws(TANReservationError) -> HTTPAnswer {
        do {
            return try await service.send(body, to: endpoint)
        } catch {
            throw .unreachable
        }
    }
}
