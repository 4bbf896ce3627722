import DeviceAttestation
import ExposurePrimitives
import Testing

@testable import AnalyticsService

@Suite("The race protection, over all schedules")
struct RaceProtectionTests {
    private static let earlier = AuthorisationWorld.month.advanced(byMonths: -1)

    @Test("one request is authorised, whatever the schedule", arguments: [nil, earlier])
    func single(lastUpdate: CalendarMonth?) {
        let found = AuthorisationWorld(requests: 1, lastUpdate: lastUpdate).explore { $0.device.bits == .blacklisted }
        #expect(found.fault == nil)
        #expect(found.ends.allSatisfy { $0.authorised == [AuthorisationWorld.month] && $0.device.bits == .clear })
        print("single", found.worlds, found.ends.count)
    }

    @Test("of two requests at most one is authorised")
    func two() {
        let found = AuthorisationWorld(requests: 2).explore(\.hasTwoTokens)
        #expect(found.fault == nil)
        print("two", found.worlds, found.ends.count)
    }

    @Test("of three requests at most one is authorised")
    func three() {
        let found = AuthorisationWorld(requests: 3).explore(\.hasTwoTokens)
        #expect(found.fault == nil)
        print("three", found.worlds, found.ends.count)
    }

    @Test("two with failures and crashes")
    func twoFailing() {
        let found = AuthorisationWorld(requests: 2, failures: 1, crashes: 1).explore(\.hasTwoTokens)
        #expect(found.fault == nil)
        print("two failing", found.worlds, found.ends.count)
    }

    @Test("without the lease")
    func noLease() {
        var rules = AuthorisationWorld.Rules()
        rules.leaseIsExclusive = false
        let found = AuthorisationWorld(requests: 2, rules: rules).explore(\.hasTwoTokens)
        #expect(found.fault != nil)
        print("no lease", found.worlds, found.ends.count)
    }
}
