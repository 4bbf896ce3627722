import AssociationAPI
import AssociationPorts
import AssociationProtocol
import AssociationService
import AssociationStoreConformance
import ExposurePrimitives
import ExposureTesting
import Testing

@Suite("The limit of a district")
struct DistrictGateTests {
    private static let now = AssociationSamples.now

    /// Reports of the first district warn one person each, those of the other one forty. A mean of one person gives a
    /// limit of eight; that of all reports together one of more than a hundred.
    @Test("a district with a hundred reports has a limit of its own", arguments: [99, 100])
    func ownLimit(reports: UInt8) async throws {
        let stores = try await AssociationStoreSet.temporary()
        for (account, district) in [AssociationSamples.district, AssociationSamples.otherDistrict].enumerated() {
            let new = try AssociationSamples.new(UInt8(account + 1), in: district)
            _ = try await stores.accounts.register(new, limits: AssociationSamples.limits(10), now: Self.now)
        }
        for number in 1...reports + 60 {
            let isFirst = number <= reports
            try await Self.complete(number, by: isFirst ? 1 : 2, [], in: stores)
            let id = AssociationSamples.caseID(number)
            let decision = CaseDecision(id, from: .waiting, people: isFirst ? 1 : 40, alerts: [])
            _ = try await stores.cases.decide(decision, limits: .usual, now: Self.now)
        }
        for (number, account) in [(UInt8(201), UInt8(1)), (202, 2)] {
            let contacts = (1...9).map { place in
                AssociationSamples.contact(with: 10 + place, ticket: (number - 200) * 100 + place)
            }
            try await Self.complete(number, by: account, contacts, in: stores)
        }
        let clock = ManualClock(Self.now)
        let outcome = try await ExposureDecisionJob(stores: stores, clock: clock, usualPeople: 10).run()
        let held = try await stores.cases.cases(.held, limit: 10).map(\.id)
        #expect(held == (reports == 100 ? [AssociationSamples.caseID(201)] : []))
        #expect(outcome.held + outcome.decided == 2)
    }

    private static func complete(
        _ number: UInt8,
        by account: UInt8,
        _ contacts: [CheckedContact],
        in stores: AssociationStoreSet
    ) async throws {
        try await stores.reports.issue(AssociationSamples.code(number))
        // An account has three reports. So each one takes a place of somebody else.
        let claim = try AssociationSamples.claim(number, by: account, person: number, batches: [1])
        _ = try await stores.reports.grant(claim, limits: .usual, now: now)
        let (digest, id) = (AssociationSamples.digest(1), AssociationSamples.caseID(number))
        _ = try await stores.reports.accept(contacts, digest: digest, of: claim.right, newCase: id, now: now)
    }
}
