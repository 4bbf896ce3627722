import DeviceAttestation
import ExposurePrimitives
import ExposureTesting
import Foundation
import Testing

@testable import ImmuniAnalytics

@Suite("The race protection, over all schedules")
struct RaceProtectionTests {
    private static let month = AuthorisationWorld.month
    private static let earlier = month.advanced(byMonths: -1)
    /// More requests, failures and crashes, for a machine with time: `make explore`.
    private static let isThorough = ProcessInfo.processInfo.environment["AVVISO_EXPLORE"] == "1"

    @Test(
        "one request is authorised, also after crashes and while Apple is unavailable for a time",
        arguments: [nil, earlier],
        [DeviceBits.clear, .waiting]
    )
    func single(lastUpdate: CalendarMonth?, bits: DeviceBits) {
        let timing = AuthorisationWorld.timing(leaseLimit: 100)
        let rules = AuthorisationWorld.Rules(timing: timing, isPunctual: true, refusals: false)
        let world = AuthorisationWorld(
            requests: 1,
            lastUpdate: lastUpdate,
            bits: lastUpdate == nil ? .clear : bits,
            failures: 2,
            crashes: 2,
            rules: rules
        )
        let found = world.explore { $0.device.bits == .blacklisted }
        let hasFault = found.hasFault
        #expect(!hasFault)
        let isAuthorised = found.ends.allSatisfy { $0.authorised == [Self.month] && $0.device.bits == .clear }
        #expect(isAuthorised && found.worlds > 500)
    }

    @Test(
        "at most one of several concurrent requests is authorised, wherever a process pauses",
        arguments: [(2, 1000), (3, 7000)]
    )
    func several(count: Int, minWorlds: Int) {
        let rules = AuthorisationWorld.Rules(pauses: true)
        let found = AuthorisationWorld(requests: count, rules: rules).explore(\.hasTwoTokens)
        let hasFault = found.hasFault
        #expect(!hasFault)
        #expect(found.worlds > minWorlds)
        let authorises = found.ends.contains { $0.authorised.count == 1 }
        let blacklists = found.ends.contains { $0.device.bits == .blacklisted }
        #expect(authorises && blacklists)
    }

    @Test(
        "at most one of several concurrent requests is authorised, with failed calls and crashes at every step",
        arguments: isThorough
            ? [(2, 3, 2), (3, 1, 1), (3, 2, 1)]
            : Effort.choose(quick: [(2, 1, 1), (3, 0, 1)], whole: [(2, 2, 1), (2, 1, 2), (3, 1, 0), (3, 0, 1)])
    )
    func failing(count: Int, failures: Int, crashes: Int) {
        let world = AuthorisationWorld(requests: count, failures: failures, crashes: crashes)
        let hasFault = world.explore(\.hasTwoTokens).hasFault
        #expect(!hasFault)
    }

    @Test(
        "at most one of several concurrent requests is authorised if rows may be displaced at any moment",
        arguments: isThorough ? [(2, 2, 1), (3, 0, 1), (3, 1, 1)] : [(2, 1, 1), (3, 0, 0)]
    )
    func displaced(count: Int, failures: Int, crashes: Int) {
        let rules = AuthorisationWorld.Rules(displaces: true)
        let world = AuthorisationWorld(requests: count, failures: failures, crashes: crashes, rules: rules)
        let found = world.explore(\.hasTwoTokens)
        let hasFault = found.hasFault
        #expect(!hasFault)
        let authorises = found.ends.contains { $0.authorised.count == 1 }
        let losesAll = found.ends.contains { $0.authorised.isEmpty }
        #expect(authorises && losesAll)
    }

    @Test("a request whose row was displaced while Apple was asked is still authorised, and blacklists nobody")
    func displacedAlone() {
        let rules = AuthorisationWorld.Rules(isPunctual: true, displaces: true)
        let found = AuthorisationWorld(requests: 1, rules: rules).explore { $0.device.bits == .blacklisted }
        let hasFault = found.hasFault
        #expect(!hasFault)
        let isAuthorised = found.ends.allSatisfy { $0.authorised == [Self.month] && $0.device.bits == .clear }
        #expect(isAuthorised)
    }

    @Test("no failure of ours or of Apple's blacklists a device whose requests come one after the other")
    func honest() {
        let rules = AuthorisationWorld.Rules(oneAfterTheOther: true)
        let world = AuthorisationWorld(requests: 3, lastUpdate: Self.earlier, failures: 2, crashes: 1, rules: rules)
        let found = world.explore { $0.device.bits == .blacklisted || $0.hasTwoTokens }
        let hasFault = found.hasFault
        #expect(!hasFault)
        let leavesBits = found.ends.contains { $0.device.bits == .waiting && $0.abandoned > 0 }
        #expect(leavesBits)
    }

    @Test("without the lease, which the documented protocol lacks, two are authorised", arguments: [2, 3])
    func noLease(count: Int) {
        let rules = AuthorisationWorld.Rules(leaseIsExclusive: false, isPunctual: true)
        let hasFault = AuthorisationWorld(requests: count, rules: rules).explore(\.hasTwoTokens).hasFault
        #expect(hasFault)
    }

    @Test("no month has two tokens if Apple's clock and ours differ at its end", arguments: [-2, 0, 2] as [Int64])
    func monthsEnd(skew: Int64) {
        let world = Self.worldAtMonthsEnd(requests: 2, skew: skew, timing: AuthorisationWorld.timing(leaseLimit: 3))
        let hasFault = world.explore(\.hasTwoTokens).hasFault
        #expect(!hasFault)
    }

    @Test("without the quiet time around a month's end, clocks that differ give a month two tokens")
    func noQuietTime() {
        let timing = AuthorisationWorld.timing(leaseLimit: 0, clockTolerance: 0)
        let world = Self.worldAtMonthsEnd(requests: 3, skew: -4, timing: timing)
        let hasFault = world.explore(\.hasTwoTokens).hasFault
        #expect(hasFault)
    }

    private static func worldAtMonthsEnd(
        requests: Int,
        skew: Int64,
        timing: AuthorisationTiming
    ) -> AuthorisationWorld {
        let start = month.advanced(byMonths: 1).firstDay.startInUTC.advanced(bySeconds: -16)
        let rules = AuthorisationWorld.Rules(timing: timing, isPunctual: true, start: start, skew: skew, horizon: 32)
        return AuthorisationWorld(requests: requests, lastUpdate: earlier, rules: rules)
    }
}
