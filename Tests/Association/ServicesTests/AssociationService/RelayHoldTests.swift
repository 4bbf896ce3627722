import AssociationAPI
import AssociationPorts
import AssociationProtocol
import AssociationService
import AssociationStoreConformance
import ExposurePrimitives
import ExposureTesting
import Testing

@Suite("A report with contacts that came over a relay is held")
struct RelayHoldTests {
    private static let now = AssociationSamples.now
    private static let here = AssociationSamples.district
    private static let there = AssociationSamples.otherDistrict

    private let stores: AssociationStoreSet

    /// Three accounts of each district: 1 to 3 here, 11 to 13 there.
    init() async throws {
        stores = try await .temporary()
        for (first, district) in [(UInt8(1), Self.here), (11, Self.there)] {
            for number in first..<first + 3 {
                let new = try AssociationSamples.new(number, in: district)
                _ = try await stores.accounts.register(new, limits: AssociationSamples.limits(10), now: Self.now)
            }
        }
    }

    private func complete(_ number: UInt64, _ people: [(person: UInt8, interval: UInt32)]) async throws {
        func digest(_ use: UInt64) throws -> Bytes32 {
            try #require(Bytes32([UInt8](repeating: UInt8(use), count: 16) + Bytes16(words: (number, use)).bytes))
        }
        let mark = CodeMark(try digest(1))
        let window = AssociationSamples.window
        try await stores.reports.issue(NewReportCode(mark: mark, window: window, expiry: AssociationSamples.expiry))
        let claim = RightClaim(
            mark: mark,
            registration: AssociationSamples.registration(1),
            places: [ReportPlace(try digest(3))],
            manifest: try ReportManifest(batches: [digest(2)]),
            right: RightID(Bytes16(words: (number, 3)))
        )
        _ = try await stores.reports.grant(claim, limits: .usual, now: Self.now)
        let contacts = try people.enumerated().map { place, one in
            let sample = AssociationSamples.contact(with: one.person, interval: one.interval)
            return CheckedContact(edge: sample.edge, ticket: TicketMark(try digest(100 + UInt64(place))))
        }
        let (id, right) = (CaseID(Bytes16(words: (number, 4))), claim.right)
        _ = try await stores.reports.accept(contacts, digest: digest(2), of: right, newCase: id, now: Self.now)
    }

    /// Decided reports in which the people of a district are among themselves.
    private func learn(_ count: UInt64) async throws {
        for number in 1...count {
            let first: UInt8 = number.isMultiple(of: 2) ? 1 : 11
            try await complete(number, [(first, 0), (first + 1, 0)])
            let id = CaseID(Bytes16(words: (number, 4)))
            let decision = CaseDecision(id, from: .waiting, people: 2, alerts: [])
            _ = try await stores.cases.decide(decision, limits: .usual, now: Self.now)
        }
    }

    /// - Returns: the reasons for which the report of these people is held; none if it is decided.
    private func reasons(_ people: [(person: UInt8, interval: UInt32)]) async throws -> [HoldReasons] {
        try await complete(1000, people)
        _ = try await ExposureDecisionJob(stores: stores, clock: ManualClock(Self.now), usualPeople: 10).run()
        return try await stores.cases.cases(.held, limit: 9).map(\.reasons)
    }

    private static let together: [(person: UInt8, interval: UInt32)] = [(1, 5), (2, 5), (11, 5), (12, 5), (13, 5)]

    @Test("people who are never near each other, in one interval")
    func relay() async throws {
        try await learn(40)
        #expect(try await reasons(Self.together) == [.relay])
    }

    @Test("the same people in different intervals are no sign")
    func apart() async throws {
        try await learn(40)
        let people = Self.together.map { ($0.person, $0.person < 10 ? UInt32(5) : 6) }
        #expect(try await reasons(people) == [])
    }

    @Test("before 20 reports of a district are decided nobody knows who is near its people")
    func unknown() async throws {
        try await learn(39)
        #expect(try await reasons(Self.together) == [])
    }

    @Test("two people of a district may be guests")
    func guests() async throws {
        try await learn(40)
        #expect(try await reasons([(1, 5), (11, 5), (12, 5), (13, 5)]) == [])
    }
}
