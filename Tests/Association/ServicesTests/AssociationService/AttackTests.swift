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
    private let authority: SampleAuthority
    private let anna, ben: SamplePhone

    init() async throws { (authority, anna, ben) = try await SampleAuthority.withAnnaAndBen() }

    @Test("T3: a ticket counts once, and at its time alone")
    func replay() async throws {
        let time = authority.recently
        let used = try ben.meet(anna, at: time)
        #expect(try await authority.takeReport(of: ben, [used]).count == 1)
        authority.clock.advance(bySeconds: 86_400)
        let later = try ben.meet(anna, at: time).changing(at: time.advanced(bySeconds: 3600))
        #expect(try await authority.takeReport(of: ben, [used, later]).count == 1)
        let control = try ben.meet(anna, at: time.advanced(bySeconds: 3600))
        #expect(try await authority.takeReport(of: ben, [control]).count == 2)
    }

    @Test("T3b, T7: a ticket is of no use to another account")
    func thief() async throws {
        let time = authority.recently
        let draft = try ben.meet(anna, at: time)
        for number in 0..<4 {
            let thief = try await authority.register("thief \(number)")
            let renamed = draft.changing(by: try thief.clientID(in: AssociationInterval(clamping: time)))
            #expect(try await authority.takeReport(of: thief, [draft, renamed]) == [])
        }
        #expect(try await authority.takeReport(of: ben, [draft]).count == 1)
    }

    @Test("T6: invented accounts and invented tickets are refused")
    func invention() async throws {
        let draft = try ben.meet(anna, at: authority.recently)
        var bytes = draft.ticket.bytes
        bytes[40] ^= 1
        let invented = [
            draft.changing(observed: ClientID(AssociationSamples.digest(5))),
            draft.changing(ticket: try CTSTicket(bytes)),
            draft.changing(observed: draft.myClientID),
        ]
        #expect(try await authority.takeReport(of: ben, invented) == [])
        #expect(try await authority.takeReport(of: ben, [draft]).count == 1)
    }

    @Test(
        "T9: the issuer's own measurement lowers an inflated one, and without one the contact is weak",
        arguments: [(-45, -60, 45), (-60, -45, 45), (-45, 127, 62), (-90, 127, 75)]
    )
    func inflation(rssi: Int8, observed: Int8, attenuation: UInt8) async throws {
        let time = authority.recently
        let sealed = try ben.meet(anna, at: time, rssi: rssi, observed: observed)
        let edges = try await authority.takeReport(of: ben, [sealed])
        #expect(Set(edges.flatMap(\.scans).map(\.attenuation)) == [attenuation])
        // The exact profile has no second measurement.
        let exact = try ben.meet(anna, at: time.advanced(bySeconds: 900), profile: .exact, rssi: -45)
        let all = try await authority.takeReport(of: ben, [exact])
        #expect(all.flatMap(\.scans).contains { $0.attenuation == 62 })
        #expect(!all.flatMap(\.scans).contains { $0.attenuation == 30 })
    }

    @Test("T11: without a code of one's own there is no report")
    func prank() async throws {
        let cleo = try await authority.register("cleo")
        let time = authority.recently
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
        try await authority.send(sound, right: right)
        #expect(try await authority.edges().count == 1)
    }

    @Test("a contact outside the infectious days does not count")
    func window() async throws {
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
