import AssociationAPI
import AssociationPorts
import AssociationProtocol
import AssociationService
import AssociationStoreConformance
import ExposurePrimitives
import ExposureTesting
import Testing

@Suite("Batches that wait for their validation")
struct BatchValidationTests {
    private let authority: SampleAuthority
    private let inbox: any BatchInbox
    // A report whose batches were sent and not looked at. Batches without a contact have one digest.
    private let report: SampleReport
    private let code: ReportCode
    private let right: RightID

    init() async throws {
        let (authority, anna, ben) = try await SampleAuthority.withAnnaAndBen()
        let report = try ben.report([ben.meet(anna, at: authority.recently)], now: authority.clock.now())
        let code = try await authority.code()
        right = try #require(try await authority.right(report, code).right)
        (self.authority, self.report, self.code, inbox) = (authority, report, code, authority.stores.inbox)
        for number in 0...1 {
            let upload = try report.upload(number, right: right, now: now)
            #expect(try await authority.post(AssociationEndpoint.batch, upload, validates: false).status == 202)
        }
    }

    private var now: UnixTime { authority.clock.now() }

    private func batch(_ digest: Bytes32, arrival: UnixTime, bytes: [UInt8]) async throws -> WaitingBatch {
        let reporter = try #require(try await authority.stores.reports.report(of: right, now: now))
        let name = BatchName(right: right, digest: digest)
        return WaitingBatch(name: name, registration: reporter.registration, arrival: arrival, bytes: bytes)
    }

    @Test("a batch that waits has arrived, and counts after its validation")
    func waiting() async throws {
        #expect(try await inbox.count() == 2)
        let answer = try await authority.right(report, code)
        #expect(!answer.received.contains(false), "the phone need not send it again")
        #expect(try await authority.edges() == [])
        #expect(try await authority.validation.run().validated == 2)
        #expect(try await authority.edges().count == 1)
        #expect(try await inbox.count() == 0)
        #expect(try await authority.right(report, code).received == answer.received)
    }

    @Test("an authenticator is compared with the arrival, however late its batch is validated")
    func late() async throws {
        authority.clock.advance(bySeconds: 86_400)
        #expect(try await authority.validation.run().validated == 2)
        #expect(try await authority.edges().count == 1)
    }

    @Test("a process that is killed between storing contacts and forgetting the batch changes nothing")
    func killed() async throws {
        var waiting: [WaitingBatch] = []
        for name in try await inbox.waiting(limit: 9) {
            waiting.append(try #require(try await inbox.batch(name)))
        }
        #expect(try await authority.validation.run().validated == 2)
        let edges = try await authority.edges()
        for batch in waiting {
            #expect(try await inbox.put(batch, now: authority.clock.now()))
        }
        #expect(try await authority.validation.run().validated == 0)
        #expect(try await authority.edges() == edges)
        #expect(authority.refused(.replay) == 0)
        #expect(try await inbox.count() == 0)
    }

    @Test("a damaged batch stays, and stops no other")
    func damaged() async throws {
        let arrival = now.advanced(bySeconds: -10)
        let bytes = [UInt8](repeating: 1, count: AssociationLimits.batchSize)
        let damaged = try await batch(AssociationSamples.digest(1), arrival: arrival, bytes: bytes)
        #expect(try await inbox.put(damaged, now: now))
        let outcome = try await authority.validation.run()
        #expect((outcome.validated, outcome.damaged) == (2, 1))
        #expect(try await authority.edges().count == 1)
        #expect(try await inbox.waiting(limit: 9) == [damaged.name])
    }

    @Test("a batch that version 0.2 took is removed")
    func otherSize() async throws {
        let other = try await batch(report.batch(0, right: right).digest, arrival: now, bytes: [1, 2, 3])
        for name in try await inbox.waiting(limit: 9) {
            try await inbox.remove(name)
        }
        #expect(try await inbox.put(other, now: now))
        let outcome = try await authority.validation.run()
        #expect((outcome.validated, outcome.damaged) == (0, 0))
        #expect(try await inbox.count() == 0)
    }

    @Test("with too many batches everybody is told to come again")
    func full() async throws {
        let genuine = try report.upload(0, right: right, now: now)
        let decoy = try report.upload(0, right: AssociationSamples.right(9), now: now)
        func put(_ number: Int) async throws {
            let bytes = (0..<32).map { UInt8(truncatingIfNeeded: number >> (8 * ($0 % 4))) }
            let batch = try await batch(#require(Bytes32(bytes)), arrival: now, bytes: [])
            _ = try await inbox.put(batch, now: now)
        }
        func expectAnswers(_ status: Int) async throws {
            for body in [genuine, decoy] {
                let answer = try await authority.post(AssociationEndpoint.batch, body, validates: false)
                #expect(answer.status == status, "also for a decoy")
            }
        }
        // The two that were sent wait as well.
        for number in 3..<WaitingBatch.maxCount {
            try await put(number)
        }
        try await expectAnswers(202)
        try await put(WaitingBatch.maxCount)
        try await expectAnswers(503)
    }
}
