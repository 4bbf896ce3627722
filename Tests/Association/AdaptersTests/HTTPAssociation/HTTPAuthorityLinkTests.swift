import AssociationPorts
import ExposureTesting
import HTTPAssociation
import Synchronization
import Testing
import WireFormat

@Suite("Delivery to another authority")
struct HTTPAuthorityLinkTests {
    /// Delivers one report.
    private static func deliver(
        _ answer: HTTPAnswer?
    ) async -> (outcome: DeliveryOutcome, requests: [HTTPCall], closed: Int) {
        let (exchange, closed) = (PreparedExchange([answer]), Closings())
        let link = HTTPAuthorityLink {
            HTTPAuthorityLink.Connection(exchange: exchange) { closed.count.withLock { $0 += 1 } }
        }
        let outcome = await link.deliver([1, 2, 3])
        return (outcome, exchange.calls, closed.count.withLock(\.self))
    }

    private final class Closings: Sendable {
        let count = Mutex(0)
    }

    @Test("a report is sent once, over a connection that is closed")
    func request() async throws {
        let (outcome, requests, closed) = await Self.deliver(HTTPAnswer(status: 202))
        #expect(outcome == .taken)
        #expect(closed == 1)
        let request = try #require(requests.first)
        #expect(requests.count == 1)
        #expect((request.method, request.target) == (.post, "/association/v1/forwarded-reports"))
        #expect(request.body == [1, 2, 3])
        #expect(request.headers == [.init("Content-Type", "application/octet-stream")])
    }

    @Test("only 202 means that the other authority has it")
    func outcomes() async {
        let statuses: [(Int, DeliveryOutcome)] = [
            (200, .failed), (204, .failed), (302, .failed), (400, .refused(status: 400)),
            (403, .refused(status: 403)), (499, .refused(status: 499)), (500, .failed), (503, .failed),
        ]
        for (status, outcome) in statuses {
            #expect(await Self.deliver(HTTPAnswer(status: status)).outcome == outcome)
        }
        #expect(await Self.deliver(nil).outcome == .failed)
    }

    @Test("a connection that cannot be made fails")
    func noConnection() async {
        struct NoCertificate: Error {}
        #expect(await HTTPAuthorityLink { throw NoCertificate() }.deliver([1]) == .failed)
    }
}
