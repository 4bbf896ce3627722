import AssociationAPI
import AssociationPorts
import AssociationProtocol
import AssociationStoreConformance
import ClockPorts
import ExposurePrimitives
import ExposureTesting
import HeraldPayloads
import ServiceKit
import ServiceTesting
import Testing

@testable import AssociationService

@Suite("From a report to alerts")
struct DecisionTests {
    /// A mean of one person for each report.
    private static let onePerson = ["association.usual-people": "1"]

    private let authority: SampleAuthority
    private let anna, ben: SamplePhone

    init() async throws { (authority, anna, ben) = try await SampleAuthority.withAnnaAndBen() }

    @Test("whoever was near for long enough is warned within half an hour, and nobody else")
    func warning() async throws {
        let (cleo, dan) = (try await authority.register("cleo"), try await authority.register("dan"))
        let moment = authority.recently
        let contacts = [try anna.meet(ben, at: moment), try anna.meet(cleo, at: moment, rssi: -85)]
        try await authority.takeReport(of: anna, contacts)
        #expect(try await authority.alerts(of: ben) == [])
        try await authority.warn()
        let alerts = try await authority.alerts(of: ben)
        let handle = try #require(contacts[0].details.ticketHandle)
        let expected = try ExposureAlert(day: moment.utcDay, band: .low, handles: [handle])
        #expect(alerts == [expected])
        for other in [anna, cleo, dan] {
            #expect(try await authority.alerts(of: other) == [])
        }
        #expect(authority.metricsSay("association_alerts_total 1"))
        // Another run changes nothing.
        try await authority.decide()
        #expect(try await authority.alerts(of: ben) == [expected])
        #expect(authority.metricsSay("association_decided_cases_total 1"))
    }

    @Test("contacts with two people who report add up, and the alert rises")
    func twoReports() async throws {
        let cleo = try await authority.register("cleo")
        let moment = authority.recently
        // Each of them alone: four times ten minutes.
        let bands: [ExposureAlert.ScoreBand] = [.medium, .high]
        for (ill, band) in zip([anna, cleo], bands) {
            let contacts = try (0..<4).map { place in
                try ill.meet(ben, at: moment.advanced(bySeconds: -900 * place), rssi: -70, observed: -70)
            }
            try await authority.takeReport(of: ill, contacts)
            try await authority.warn()
            #expect(try await authority.alerts(of: ben).map(\.band) == [band])
        }
    }

    @Test("the days of a contact that lasts over midnight are visible from one moment on")
    func overMidnight() async throws {
        authority.clock.advance(bySeconds: UnixTime.secondsPerDay)
        let midnight = authority.clock.now().utcDay.startInUTC
        let contacts = try [-600, 600].map { try anna.meet(ben, at: midnight.advanced(bySeconds: $0)) }
        try await authority.takeReport(of: anna, contacts)
        try await authority.decide()
        var counts: [Int] = []
        for _ in 0...NewAlert.maxDelay / 30 {
            counts.append(try await authority.alerts(of: ben).count)
            authority.clock.advance(bySeconds: 30)
        }
        #expect(counts.last == 2 && Set(counts).isSubset(of: [0, 2]), "\(counts)")
    }

    @Test("an exposure without a handle is counted, and nobody is told")
    func withoutHandle() async throws {
        let genuine = try anna.meet(ben, at: authority.recently)
        let entries = genuine.details.entries.filter { $0.code != RiskExposureDetails.Code.ticketHandle }
        try await authority.takeReport(of: anna, [genuine.changing(details: RiskExposureDetails(entries))])
        try await authority.warn()
        #expect(try await authority.alerts(of: ben) == [])
        #expect(authority.metricsSay("association_exposures_without_handle_total 1"))
    }

    /// With a mean of one person, half of all reports warn nobody, and 1 of 1024 warns ten people or more.
    @Test("T6: a report that warns a crowd is held, and one of the usual size is not", arguments: [9, 10])
    func crowd(people: Int) async throws {
        let (authority, anna, ben) = try await SampleAuthority.withAnnaAndBen(settings: Self.onePerson)
        #expect(CrowdGate(sizes: [], usual: 1).limit == 10)
        var contacts = [try anna.meet(ben, at: authority.recently)]
        for number in 2...people {
            contacts.append(try anna.meet(try await authority.register("person \(number)"), at: authority.recently))
        }
        try await authority.takeReport(of: anna, contacts)
        try await authority.warn()
        let isHeld = people >= 10
        #expect(try await authority.alerts(of: ben).isEmpty == isHeld)
        #expect(authority.metricsSay("association_held_cases \(isHeld ? 1 : 0)"))
        let held = try await authority.stores.cases.cases(.held, limit: 10)
        #expect(held.map(\.people) == (isHeld ? [10] : []))
    }

    @Test("a held report raises one alarm within three hours, stays, and an operator releases it")
    func held() async throws {
        let (authority, anna, ben) = try await SampleAuthority.withAnnaAndBen(settings: Self.onePerson)
        let cases = authority.stores.cases
        let job = authority.decisions(usualPeople: 1)
        try await authority.takeReport(of: anna, [anna.meet(ben, at: authority.recently)])
        let id = try #require(try await cases.cases(.waiting, limit: 1).first).id
        #expect(try await job.release(id, batches: 1) == nil)
        #expect(try await cases.hold(id, people: 1))

        func alarms() -> Int { authority.log.lines.filter { $0.contains("reports-held-too-long") }.count }
        // The report was complete at twelve sharp, so its hour ends then.
        authority.clock.advance(bySeconds: 2 * 3600 - 1)
        try await authority.decide()
        #expect(alarms() == 0)
        authority.clock.advance(bySeconds: 1)
        try await authority.decide()
        try await authority.decide()
        #expect(alarms() == 1)
        #expect(authority.metricsSay("association_held_cases 1"))
        #expect(authority.metricsSay("association_oldest_held_case_seconds 10800"))
        authority.clock.advance(bySeconds: NewAlert.maxDelay)
        #expect(try await authority.alerts(of: ben) == [])

        #expect(try await job.release(id, batches: 1) == 1)
        authority.clock.advance(bySeconds: NewAlert.maxDelay)
        #expect(try await authority.alerts(of: ben).count == 1)
        #expect(try await job.release(id, batches: 1) == nil)
        try await authority.decide()
        #expect(authority.metricsSay("association_held_cases 0"))
    }

    @Test("a held report outlives the age of reports, and nothing of a refused one is left")
    func refused() async throws {
        let cases = authority.stores.cases
        try await authority.takeReport(of: anna, [anna.meet(ben, at: authority.recently)])
        let id = try #require(try await cases.cases(.waiting, limit: 1).first).id
        #expect(try await cases.hold(id, people: 1))
        authority.clock.advance(bySeconds: Int64(ReportCase.life + 1) * UnixTime.secondsPerDay)
        _ = try await authority.retention.run()
        #expect(try await cases.cases(.held, limit: 10).map(\.id) == [id])
        #expect(try await authority.edges().count == 1)
        #expect(try await cases.refuse(id))
        #expect(try await authority.edges() == [])
        try await authority.warn()
        #expect(try await authority.alerts(of: ben) == [])
        #expect(try await authority.decisions().release(id, batches: 1) == nil)
    }

    /// A person who shared a household for days gets the three newest days of the highest band.
    @Test("T2: an account gets three alerts of a band in a day, the highest and newest first")
    func rateLimit() async throws {
        authority.clock.advance(bySeconds: 5 * UnixTime.secondsPerDay)
        let now = authority.clock.now()
        let contacts = try (1...5).map { days in
            try anna.meet(ben, at: now.advanced(bySeconds: -Int64(days) * UnixTime.secondsPerDay - 3000))
        }
        try await authority.takeReport(of: anna, contacts)
        try await authority.warn()
        let expected = (1...3).map { now.utcDay.advanced(byDays: -$0) }
        #expect(try await authority.alerts(of: ben).map(\.day) == expected)
        #expect(authority.metricsSay("association_limited_alerts_total 2"))
    }

    /// The job runs each minute, and an alert waits for half an hour at most.
    @Test("from the last batch to a visible alert it takes far less than four hours")
    func chain() async throws {
        // One second after the hour: the case is dated to the end of this hour, and does not wait for it.
        authority.clock.advance(bySeconds: 1)
        let last = authority.clock.now()
        try await authority.takeReport(of: anna, [anna.meet(ben, at: authority.recently)])
        let job = try authority.job("exposure-decisions")
        authority.clock.advance(bySeconds: job.nextRun(after: last).seconds(since: last))
        try await job.run()
        authority.clock.advance(bySeconds: NewAlert.maxDelay)
        #expect(try await authority.alerts(of: ben).count == 1)
        #expect(authority.clock.now().seconds(since: last) <= 60 + 1800)
    }

    @Test("nothing is decided while the clock is not trusted")
    func hold() async throws {
        try await authority.takeReport(of: anna, [anna.meet(ben, at: authority.recently)])
        authority.clock.hold(since: AssociationSamples.now)
        await #expect(throws: ClockHold.self) { try await authority.decide() }
        #expect(try await authority.stores.cases.cases(.waiting, limit: 10).count == 1)
        authority.clock.trust()
        try await authority.decide()
        #expect(try await authority.stores.cases.cases(.waiting, limit: 10).isEmpty)
    }
}

extension SampleAuthority {
    /// The alerts that a phone gets now.
    fileprivate func alerts(of phone: SamplePhone) async throws -> [ExposureAlert] {
        let poll = try phone.request(.poll, at: clock.now())
        return try PollAnswer(parsingMarked: try await post(AssociationEndpoint.poll, poll).body).alerts
    }

    fileprivate func decide() async throws { try await job("exposure-decisions").run() }

    /// Decides, and lets the alerts become visible.
    fileprivate func warn() async throws {
        try await decide()
        clock.advance(bySeconds: NewAlert.maxDelay)
    }
}
