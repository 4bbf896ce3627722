import AssociationAPI
import AssociationPorts
import AssociationProtocol
import AssociationService
import AssociationStoreConformance
import ClientTesting
import ExposurePrimitives
import ExposureTesting
import HeraldPayloads
import ServiceKit
import Testing
import WireFormat

@testable import AssociationClient

@Suite("A contact of phones of two authorities")
struct ForeignContactTests {
    /// A border town: Ben's phone has an account here, Claire's on the other side.
    private static let there = Jurisdiction(country: 250, state: 0)

    /// - Parameter confirmation: of Claire's phone.
    private func neighbours(
        _ confirmation: AssociationApp.AlertConfirmation = .required
    ) async throws -> (ben: SamplePhone, claire: SamplePhone) {
        let clock = ManualClock(AssociationSamples.now)
        let here = AssociationSamples.jurisdiction
        let unused = ForeignAuthority(name: "here", jurisdiction: here, link: NoLink())
        let away = try await SampleAuthority(clock: clock, place: Self.there, partners: [unused])
        let partner = ForeignAuthority(name: "there", jurisdiction: Self.there, link: Neighbour(authority: away))
        let home = try await SampleAuthority(clock: clock, partners: [partner])
        let ben = try await SamplePhone("ben", home).settleIn()
        return (ben, try await SamplePhone("claire", away, confirmation: confirmation).settleIn())
    }

    /// Ben's whole report, until both authorities have decided.
    private func report(_ ben: SamplePhone, _ claire: SamplePhone) async throws {
        try await ben.consent()
        await ben.run(hours: 12)
        #expect(await ben.report?.isComplete != false)
        try await ben.authority.decideAndForward()
        try await claire.authority.decideAndForward()
        await claire.run(hours: 3)
    }

    @Test("a report here warns a phone of the neighbour, which confirms the alert")
    func warning() async throws {
        let (ben, claire) = try await neighbours()
        try await ben.meetForLong(claire)
        let day = ben.clock.now().utcDay
        try await report(ben, claire)
        #expect(await claire.alerts == [AlertFacts(day: day, band: .medium)])
        #expect(claire.owner.shown == [.news])
        #expect(await ben.alerts == [])
    }

    @Test("reports on both sides about one day are one alert, which is news once")
    func bothSides() async throws {
        let (ben, claire) = try await neighbours()
        let denis = try await SamplePhone("denis", claire.authority).settleIn()
        try await ben.meetForLong(claire)
        try await denis.meet(claire, samples: 100)
        let day = ben.clock.now().utcDay
        for (ill, count) in [(ben, 1), (denis, 2)] {
            try await report(ill, claire)
            #expect(try await claire.authority.stores.reports.cases().count == count)
            #expect(await claire.alerts == [AlertFacts(day: day, band: .medium)])
            #expect(claire.owner.shown == [.news])
        }
    }

    @Test("an authority that invents contacts of the neighbour's phones warns nobody")
    func invented() async throws {
        for (confirmation, count) in [(AssociationApp.AlertConfirmation.required, 0), (.off, 1)] {
            let (ben, claire) = try await neighbours(confirmation)
            try await ben.meetForLong(claire)
            // The tickets are genuine, and the handles are not: Claire's phone made none of them.
            let authority = Forger(authority: claire.authority)
            let partner = ForeignAuthority(name: "there", jurisdiction: Self.there, link: authority)
            try await ben.consent()
            await ben.run(hours: 12)
            _ = try await ExposureDecisionJob(stores: ben.authority.stores, clock: ben.clock, usualPeople: 10).run()
            #expect(try await Forwarding(ben.authority.means, partners: [partner]).run().taken == 1)
            try await claire.authority.decideAndForward()
            await claire.run(hours: 3)
            #expect(await claire.alerts?.count == count)
        }
    }
}

/// The way to a neighbour's route for partners.
private struct Neighbour: AuthorityLink {
    let authority: SampleAuthority

    func deliver(_ report: [UInt8]) async -> DeliveryOutcome {
        let answer = try? await authority.post(
            AssociationEndpoint.forwardedReport.path,
            report,
            type: MediaType.octets.text,
            partner: Partner(kind: .foreignAuthority, name: "here")
        )
        return answer?.status == 202 ? .taken : .failed
    }
}

/// An authority that puts handles of its own into reports.
private struct Forger: AuthorityLink {
    let authority: SampleAuthority

    func deliver(_ report: [UInt8]) async -> DeliveryOutcome {
        guard let genuine = try? ForwardedReport(parsing: report),
            let handle = try? TicketHandle([UInt8](repeating: 7, count: TicketHandle.size(.sealed))),
            let contacts = try? genuine.contacts.map({ contact in
                let (claim, received) = (contact.claim, contact.received)
                return try ForwardedContact(claim: claim, received: received, handle: handle, scans: contact.scans)
            })
        else {
            return .failed
        }
        let (number, here, there) = (genuine.number, genuine.origin, genuine.destination)
        let forged = ForwardedReport(number: number, origin: here, destination: there, contacts: contacts)
        return await Neighbour(authority: authority).deliver(forged.bytes)
    }
}

private struct NoLink: AuthorityLink {
    func deliver(_ report: [UInt8]) async -> DeliveryOutcome { .failed }
}
