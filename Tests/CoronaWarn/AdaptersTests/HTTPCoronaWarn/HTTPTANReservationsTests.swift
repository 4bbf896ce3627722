import CoronaWarnAPI
import CoronaWarnPorts
import ExposurePrimitives
import ExposureTesting
import HTTPCoronaWarn
import Testing
import WireFormat

@Suite("TANs that are reserved over HTTP")
struct HTTPTANReservationsTests {
    private static let request: TANReservationRequest = {
        var generator = SeededGenerator(seed: 1)
        return TANReservationRequest(tan: TAN.generate(using: &generator), upload: [7])
    }()

    private static let reservation: TANReservation = {
        var generator = SeededGenerator(seed: 2)
        return TANReservation(Bytes16.random(using: &generator))
    }()

    private static func authority(_ answers: HTTPAnswer?...) -> HTTPTANAuthority {
        HTTPTANAuthority(exchange: PreparedExchange(answers), token: nil)
    }

    private static let success = HTTPAnswer(status: 200, body: reservation.exposedBody)

    @Test("the request has the token and the contract's body")
    func request() async throws {
        let exchange = PreparedExchange([Self.success, HTTPAnswer(status: 200)])
        let reservations = HTTPTANAuthority(exchange: exchange, token: SecretBytes("secret".utf8))
        #expect(try await reservations.reserve(Self.request) == Self.reservation)
        #expect(try await reservations.confirm(Self.reservation))
        #expect(exchange.calls.map(\.target) == ["/version/v1/tan/reserve", "/version/v1/tan/confirm"])
        #expect(exchange.calls.map(\.body) == [Self.request.exposedBody, Self.reservation.exposedBody])
        for request in exchange.calls {
            #expect(request.headers.contains(.init("Authorization", "Bearer secret")))
        }
    }

    @Test("a TAN that permits nothing gives no reservation", arguments: [403, 404])
    func refused(status: Int) async throws {
        #expect(try await Self.authority(HTTPAnswer(status: status)).reserve(Self.request) == nil)
    }

    @Test("an unknown reservation is not confirmed")
    func unknown() async throws {
        #expect(try await Self.authority(HTTPAnswer(status: 404)).confirm(Self.reservation) == false)
    }

    @Test("a lost answer and a failing server are tried once more")
    func again() async throws {
        for lost in [nil, HTTPAnswer(status: 503)] {
            #expect(try await Self.authority(lost, Self.success).reserve(Self.request) == Self.reservation)
        }
        let silent = Self.authority(nil, nil)
        await #expect(throws: TANReservationError.unreachable) { try await silent.reserve(Self.request) }
        let failing = Self.authority(HTTPAnswer(status: 500), HTTPAnswer(status: 500))
        await #expect(throws: TANReservationError.refused(status: 500)) { _ = try await failing.reserve(Self.request) }
    }

    @Test("other answers are not taken for a refusal of the TAN", arguments: [200, 400, 401, 429])
    func others(status: Int) async throws {
        let reservations = Self.authority(HTTPAnswer(status: status))
        let failure = TANReservationError.refused(status: status)
        await #expect(throws: failure) { try await reservations.reserve(Self.request) }
    }

    @Test("four attempts end before the phone's own answer is due", arguments: [(10, 2), (300, 60), (4, 1), (1, 1)])
    func timeout(handling: Int64, seconds: Int64) {
        #expect(InternalService.timeout(within: .seconds(handling)) == seconds)
    }
}
