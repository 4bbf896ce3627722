import AssociationAPI
package import AssociationPorts
import AssociationProtocol
import ExposurePrimitives
package import StoreConformance

/// The rules for every adapter of the port of alerts, as checks that report violations.
package enum AlertConformance {
    private typealias Check = RuleCheck<AssociationStoreSet>
    private typealias Samples = AssociationSamples

    package static let checks = additionChecks + pollChecks + endChecks

    private static let now = Samples.now

    private static func register(_ accounts: [UInt8] = [1], in stores: AssociationStoreSet) async throws {
        for number in accounts {
            _ = try await stores.accounts.register(Samples.new(number), limits: Samples.limits(10), now: now)
        }
    }

    private static let additionChecks = [
        Check(rule: "an account has one alert for a day, and the first of equal bands stays") { stores, report in
            try await register(in: stores)
            let first = try Samples.alert(for: 1, handles: [5, 6])
            report.expectEqual(try await stores.alerts.add(first), true, "the first")
            let second = try Samples.alert(for: 1, handles: [7])
            report.expectEqual(try await stores.alerts.add(second), false, "the second")
            let otherDay = try Samples.alert(for: 1, daysAgo: 2)
            report.expectEqual(try await stores.alerts.add(otherDay), true, "another day")
            let found = try await stores.alerts.alerts(for: first.registration, now: now)
            report.expectEqual(found, [first.alert, otherDay.alert], "the alerts")
        },
        Check(rule: "a higher band takes the place of a lower one, with the shorter of both delays") { stores, report in
            try await register(in: stores)
            for (day, lowDelay, highDelay) in [(1, Int64(30), Int64(60)), (2, 60, 30)] {
                let low = try Samples.alert(for: 1, daysAgo: day, delay: lowDelay)
                let high = try Samples.alert(for: 1, daysAgo: day, band: .high, delay: highDelay)
                report.expectEqual(try await stores.alerts.add(low), true, "the low one")
                report.expectEqual(try await stores.alerts.add(high), true, "the high one")
                report.expectEqual(try await stores.alerts.add(low), false, "the low one again")
                let poll = { try await stores.alerts.alerts(for: low.registration, now: $0) }
                let before = try await poll(now.advanced(bySeconds: 29))
                report.expect(!before.contains(high.alert), "during the delay")
                let after = try await poll(now.advanced(bySeconds: 30))
                report.expect(after.contains(high.alert), "after the delay")
            }
        },
        Check(rule: "nobody without an account gets an alert") { stores, report in
            let new = try Samples.alert(for: 1)
            report.expectEqual(try await stores.alerts.add(new), false, "an unknown account")
            try await register(in: stores)
            report.expectEqual(try await stores.alerts.alerts(for: new.registration, now: now), [], "and later")
            report.expectEqual(try await stores.alerts.add(new), true, "an account")
            _ = try await stores.accounts.end(new.registration)
            try await register(in: stores)
            report.expectEqual(try await stores.alerts.alerts(for: new.registration, now: now), [], "an ended account")
        },
    ]

    private static let pollChecks = [
        Check(rule: "an alert is visible from its moment, each time, for its account alone") { stores, report in
            try await register([1, 2], in: stores)
            let new = try Samples.alert(for: 1, delay: NewAlert.maxDelay)
            _ = try await stores.alerts.add(new)
            let early = try await stores.alerts.alerts(for: new.registration, now: new.visible.advanced(bySeconds: -1))
            report.expectEqual(early, [], "a second early")
            for time in ["first", "second"] {
                let found = try await stores.alerts.alerts(for: new.registration, now: new.visible)
                report.expectEqual(found, [new.alert], "the \(time) time")
            }
            let other = try await stores.alerts.alerts(for: Samples.registration(2), now: new.visible)
            report.expectEqual(other, [], "another account")
        },
        Check(rule: "the newest days come first, as many as an answer has room for") { stores, report in
            try await register(in: stores)
            var expected: [ExposureAlert] = []
            for daysAgo in 0...AssociationLimits.maxPollAlerts {
                let new = try Samples.alert(for: 1, daysAgo: daysAgo)
                _ = try await stores.alerts.add(new)
                expected.append(new.alert)
            }
            let found = try await stores.alerts.alerts(for: Samples.registration(1), now: now)
            report.expectEqual(found, Array(expected.prefix(AssociationLimits.maxPollAlerts)), "the alerts")
        },
    ]

    private static let endChecks = [
        Check(rule: "phones get an alert for 14 days after the exposure, and it is kept for 28") { stores, report in
            try await register(in: stores)
            let new = try Samples.alert(for: 1)
            _ = try await stores.alerts.add(new)
            func time(_ days: Int) -> UnixTime { new.alert.day.advanced(byDays: days).startInUTC }
            for (days, expected) in [(NewAlert.handleLife, [new.alert]), (NewAlert.handleLife + 1, [])] {
                let before = try await stores.alerts.alerts(for: new.registration, now: time(days))
                report.expectEqual(before, expected, "day \(days)")
                report.expectEqual(try await stores.alerts.deleteAlerts(now: time(days)), 0, "deleted on day \(days)")
                let after = try await stores.alerts.alerts(for: new.registration, now: time(days))
                report.expectEqual(after, expected, "day \(days) after the job")
            }
            for (days, count) in [(NewAlert.life, 0), (NewAlert.life + 1, 1), (NewAlert.life + 1, 0)] {
                let deleted = try await stores.alerts.deleteAlerts(now: time(days))
                report.expectEqual(deleted, count, "deleted on day \(days)")
            }
        }
    ]
}
