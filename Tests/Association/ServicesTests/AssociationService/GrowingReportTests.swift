import AssociationAPI
import AssociationPorts
import AssociationProtocol
import AssociationStoreConformance
import ExposurePrimitives
import ExposureTesting
import ServiceKit
import ServiceTesting
import Testing

@testable import AssociationService

/// A phone sends a batch an hour, and each counts as it arrives.
@Suite("Reports that arrive batch by batch")
struct GrowingReportTests {
    /// A crowd is ten people then.
    private static let onePerson = ["association.usual-people": "1"]

    private let authority: SampleAuthority
    private let anna: SamplePhone
    private let people: [SamplePhone]

    init() async throws {
        authority = try await SampleAuthority(settings: Self.onePerson)
        anna = try await authority.register("anna")
        var people: [SamplePhone] = []
        for number in 0..<20 {
            people.append(try await authority.register("person \(number)"))
        }
        self.people = people
    }

    /// A report of which each batch has one contact with each of some people.
    private struct Growing {
        let drafts: [[ContactDraft]]
        let code: ReportCode
    }

    private func report(_ batches: [Range<Int>]) async throws -> Growing {
        Growing(
            drafts: try batches.map { try people[$0].map { try anna.meet($0, at: authority.recently) } },
            code: try await authority.code()
        )
    }

    /// Sends a batch, and decides. The authenticators are of this moment.
    private func send(_ number: Int, of growing: Growing) async throws {
        let parts = try growing.drafts.map { try anna.report($0, now: authority.clock.now()).parts[0] }
        let report = SampleReport(of: anna, parts)
        let right = try #require(try await authority.right(report, growing.code).right)
        _ = try await authority.send(number, of: report, right: right)
        try await decide()
    }

    private func decide() async throws { try await authority.job("exposure-decisions").run() }

    /// How many of the people are warned, half an hour later.
    private func warned() async throws -> Int {
        authority.clock.advance(bySeconds: NewAlert.maxDelay)
        var count = 0
        for person in people {
            let alerts = authority.stores.alerts
            count += try await alerts.alerts(for: person.registration, now: authority.clock.now()).count
        }
        return count
    }

    private func held() async throws -> [HeldReport] {
        try await authority.decisions(usualPeople: 1).heldReports()
    }

    @Test("the people of a batch are warned as it arrives, each once")
    func warnings() async throws {
        let report = try await report([0..<2, 2..<3])
        try await send(0, of: report)
        #expect(try await warned() == 2)
        authority.clock.advance(bySeconds: 3600)
        try await send(1, of: report)
        #expect(try await warned() == 3)
        #expect(authority.metricsSay("association_alerts_total 3"))
        #expect(authority.metricsSay("association_decided_cases_total 2"))
        // The empty batches bring nothing new.
        try await send(2, of: report)
        #expect(authority.metricsSay("association_decided_cases_total 2"))
        #expect(try await authority.stores.reports.cases().map(\.people) == [3])
    }

    @Test("a report is held from the batch on that makes it a crowd, and after a release only for a crowd more")
    func crowd() async throws {
        let report = try await report([0..<9, 9..<10, 10..<19, 19..<20])
        try await send(0, of: report)
        #expect(try await held() == [])
        try await send(1, of: report)
        #expect(try await warned() == 9)
        let job = authority.decisions(usualPeople: 1)
        let first = try #require(try await held().first)
        #expect((first.batches, first.people) == (2, 10))
        #expect(try await job.release(first.id, batches: 1) == nil, "an operator who saw one batch")
        #expect(try await job.release(first.id, batches: 2) == 1)
        try await send(2, of: report)
        #expect(try await held() == [])
        #expect(try await warned() == 19)
        try await send(3, of: report)
        #expect(try await held().map(\.people) == [20])
        #expect(try await warned() == 19)
    }

    @Test("a held report that grows stays held, and its alarm does not wait for its end")
    func grown() async throws {
        let report = try await report([0..<10, 10..<11, 11..<12, 12..<13])
        for number in 0..<4 {
            try await send(number, of: report)
            #expect(try await held().map(\.batches) == [number + 1])
            authority.clock.advance(bySeconds: 3600)
        }
        try await decide()
        #expect(try await warned() == 0)
        #expect(authority.metricsSay("association_held_cases 1"))
        #expect(authority.log.lines.filter { $0.contains("reports-held-too-long") }.count == 1)
        let id = try #require(try await held().first).id
        #expect(try await authority.decisions(usualPeople: 1).refuse(id))
        try await send(0, of: report)
        #expect(try await authority.stores.reports.cases() == [])
    }
}
