import AssociationAPI
import AssociationPorts
import AssociationProtocol
import AssociationService
import AssociationStoreConformance
import ExposurePrimitives
import ExposureTesting
import HeraldPayloads
import Testing

/// The attacks of the specification's table (1.13) that the server has to stop. Each has a control that gets through.
@Suite("Attacks on the authority")
struct AttackTests {
    private static func moment(_ authority: SampleAuthority) -> UnixTime {
        authority.clock.now().advanced(bySeconds: -3000)
    }

    private static func draft(
        of draft: ContactDraft,
        by clientID: ClientID? = nil,
        observed: ClientID? = nil,
        ticket: CTSTicket? = nil,
        at time: UnixTime? = nil
    ) -> ContactDraft {
        ContactDraft(
            timeReceived: time ?? draft.timeReceived,
            myClientID: clientID ?? draft.myClientID,
            observedClientID: observed ?? draft.observedClientID,
            ticket: ticket ?? draft.ticket,
            serverSessionKey: draft.serverSessionKey,
            details: draft.details
        )
    }

    @Test("T3: a ticket counts once, and at its time alone")
    func replay() async throws {
        try await TemporaryFolder.with { folder in
            let authority = try await SampleAuthority(in: folder)
            let (anna, ben) = (try await authority.register("anna"), try await authority.register("ben"))
            let time = Self.moment(authority)
            let used = try ben.meet(anna, at: time)
            #expect(try await authority.takeReport(of: ben, [used]).count == 1)
            authority.clock.advance(bySeconds: 86_400)
            let later = Self.draft(of: try ben.meet(anna, at: time), at: time.advanced(bySeconds: 3600))
            #expect(try await authority.takeReport(of: ben, [used, later]).count == 1)
            let control = try ben.meet(anna, at: time.advanced(bySeconds: 3600))
            #expect(try await authority.takeReport(of: ben, [control]).count == 2)
        }
    }

    @Test("T3b, T7: a ticket is of no use to another account")
    func thief() async throws {
        try await TemporaryFolder.with { folder in
            let authority = try await SampleAuthority(in: folder)
            let (anna, ben) = (try await authority.register("anna"), try await authority.register("ben"))
            let time = Self.moment(authority)
            let draft = try ben.meet(anna, at: time)
            for number in 0..<4 {
                let thief = try await authority.register("thief \(number)")
                let renamed = Self.draft(of: draft, by: try thief.clientID(in: AssociationInterval(clamping: time)))
                #expect(try await authority.takeReport(of: thief, [draft, renamed]) == [])
            }
            #expect(try await authority.takeReport(of: ben, [draft]).count == 1)
        }
    }

    @Test("T6: invented accounts and invented tickets are refused")
    func invention() async throws {
        try await TemporaryFolder.with { folder in
            let authority = try await SampleAuthority(in: folder)
            let (anna, ben) = (try await authority.register("anna"), try await authority.register("ben"))
            let draft = try ben.meet(anna, at: Self.moment(authority))
            var bytes = draft.ticket.bytes
            bytes[40] ^= 1
            let invented = [
                Self.draft(of: draft, observed: ClientID(AssociationSamples.digest(5))),
                Self.draft(of: draft, ticket: try CTSTicket(bytes)),
                Self.draft(of: draft, observed: draft.myClientID),
            ]
            #expect(try await authority.takeReport(of: ben, invented) == [])
            #expect(try await authority.takeReport(of: ben, [draft]).count == 1)
        }
    }

    @Test("T9: the issuer's own measurement lowers an inflated one", arguments: [(-45, -60, 60), (-60, -45, 60)])
    func inflation(rssi: Int8, observed: Int8, attenuation: UInt8) async throws {
        try await TemporaryFolder.with { folder in
            let authority = try await SampleAuthority(in: folder)
            let (anna, ben) = (try await authority.register("anna"), try await authority.register("ben"))
            let time = Self.moment(authority)
            let sealed = try ben.meet(anna, at: time, rssi: rssi, observed: observed)
            let edges = try await authority.takeReport(of: ben, [sealed])
            #expect(Set(edges.flatMap(\.scans).map(\.attenuation)) == [attenuation])
            // The control: the exact profile has no second measurement.
            let exact = try ben.meet(anna, at: time.advanced(bySeconds: 900), profile: .exact, rssi: -45)
            let all = try await authority.takeReport(of: ben, [exact])
            #expect(all.flatMap(\.scans).contains { $0.attenuation == 45 })
        }
    }

    @Test("T11: without a code of one's own there is no report")
    func prank() async throws {
        try await TemporaryFolder.with { folder in
            let authority = try await SampleAuthority(in: folder)
            let (anna, ben) = (try await authority.register("anna"), try await authority.register("ben"))
            let cleo = try await authority.register("cleo")
            let time = Self.moment(authority)
            let prank = try cleo.report([cleo.meet(anna, at: time)], now: authority.clock.now())
            let code = try await authority.code()
            let sound = try ben.report([ben.meet(anna, at: time)], now: authority.clock.now())
            let right = try #require(try await authority.right(sound, code).right)
            #expect(try await authority.right(prank, code) == .refused)
            for number in 0...1 {
                _ = try await authority.send(number, of: prank, right: right)
                _ = try await authority.send(number, of: prank, right: AssociationSamples.right(3))
            }
            #expect(try await authority.stores.reports.cases() == [])
            for number in 0...1 {
                _ = try await authority.send(number, of: sound, right: right)
            }
            #expect(try await authority.edges().count == 1)
        }
    }

    @Test("a contact outside the infectious days does not count")
    func window() async throws {
        try await TemporaryFolder.with { folder in
            let authority = try await SampleAuthority(in: folder)
            let (anna, ben) = (try await authority.register("anna"), try await authority.register("ben"))
            let day = UnixTime.secondsPerDay
            let start = authority.clock.now()
            authority.clock.advance(bySeconds: 11 * day)
            _ = try await authority.indexing.run()
            let early = try ben.meet(anna, at: start)
            let timely = try ben.meet(anna, at: start.advanced(bySeconds: day))
            let edges = try await authority.takeReport(of: ben, [early, timely])
            #expect(edges.map(\.interval) == [AssociationInterval(clamping: timely.timeReceived)])
        }
    }
}
