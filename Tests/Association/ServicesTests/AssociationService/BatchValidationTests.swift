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
    /// A report whose batches were sent and not looked at. Batches without a contact have one digest.
    private struct Sent {
        let authority: SampleAuthority
        let report: SampleReport
        let code: ReportCode
        let right: RightID

        var now: UnixTime { authority.clock.now() }
    }

    private func withSentReport(_ body: (Sent) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            let authority = try await SampleAuthority(in: folder)
            let (anna, ben) = (try await authority.register("anna"), try await authority.register("ben"))
            let now = authority.clock.now()
            let report = try ben.report([ben.meet(anna, at: now.advanced(bySeconds: -3000))], now: now)
            let code = try await authority.code()
            let right = try #require(try await authority.right(report, code).right)
            for number in 0...1 {
                let upload = try report.upload(number, right: right, now: now)
                #expect(try await authority.post(AssociationEndpoint.batch, upload, validates: false).status == 202)
            }
            try await body(Sent(authority: authority, report: report, code: code, right: right))
        }
    }

    @Test("a batch that waits has arrived, and counts after its validation")
    func waiting() async throws {
        try await withSentReport { sent in
            let (authority, inbox) = (sent.authority, sent.authority.stores.inbox)
            #expect(try await inbox.count() == 2)
            let answer = try await authority.right(sent.report, sent.code)
            #expect(answer.received == [Bool](repeating: true, count: 8), "the phone need not send it again")
            #expect(try await authority.edges() == [])
            #expect(try await authority.validation.run().validated == 2)
            #expect(try await authority.edges().count == 1)
            #expect(try await inbox.count() == 0)
            #expect(try await authority.right(sent.report, sent.code).received == answer.received)
        }
    }

    @Test("an authenticator is compared with the arrival, however late its batch is validated")
    func late() async throws {
        try await withSentReport { sent in
            sent.authority.clock.advance(bySeconds: 86_400)
            let outcome = try await sent.authority.validation.run()
            #expect(outcome.validated == 2)
            #expect(try await sent.authority.edges().count == 1)
        }
    }

    @Test("a process that is killed between storing contacts and forgetting the batch changes nothing")
    func killed() async throws {
        try await withSentReport { sent in
            let (authority, inbox) = (sent.authority, sent.authority.stores.inbox)
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
    }

    @Test("a damaged batch stays, and stops no other")
    func damaged() async throws {
        try await withSentReport { sent in
            let (authority, inbox) = (sent.authority, sent.authority.stores.inbox)
            let reporter = try #require(try await authority.stores.reports.report(of: sent.right, now: sent.now))
            let damaged = WaitingBatch(
                name: BatchName(right: sent.right, digest: AssociationSamples.digest(1)),
                registration: reporter.registration,
                arrival: sent.now.advanced(bySeconds: -10),
                bytes: [1, 2, 3]
            )
            #expect(try await inbox.put(damaged, now: sent.now))
            let outcome = try await authority.validation.run()
            #expect((outcome.validated, outcome.damaged) == (2, 1))
            #expect(try await authority.edges().count == 1)
            #expect(try await inbox.waiting(limit: 9) == [damaged.name])
        }
    }

    @Test("with too many batches everybody is told to come again")
    func full() async throws {
        try await withSentReport { sent in
            let (authority, inbox) = (sent.authority, sent.authority.stores.inbox)
            let reporter = try #require(try await authority.stores.reports.report(of: sent.right, now: sent.now))
            let genuine = try sent.report.upload(0, right: sent.right, now: sent.now)
            let decoy = try sent.report.upload(0, right: AssociationSamples.right(9), now: sent.now)
            func put(_ number: Int) async throws {
                let bytes = (0..<32).map { UInt8(truncatingIfNeeded: number >> (8 * ($0 % 4))) }
                let batch = WaitingBatch(
                    name: BatchName(right: sent.right, digest: try #require(Bytes32(bytes))),
                    registration: reporter.registration,
                    arrival: sent.now,
                    bytes: []
                )
                _ = try await inbox.put(batch, now: sent.now)
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
}
