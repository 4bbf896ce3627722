import DiagnosisKeyStores
import ExposurePrimitives

extension ExposureStoresConformance {
    static let rightChecks = [
        Check(rule: "a right is granted once and lives until its expiry") { stores, report in
            let right = Samples.right()
            report.expectEqual(try await stores.rights.grant(right, now: Samples.now), .granted, "first grant")
            report.expectEqual(try await stores.rights.grant(right, now: Samples.now), .live, "second grant")
            let last = right.expiresAt.advanced(bySeconds: -1)
            report.expect(try await stores.rights.isLive(right.identifier, now: last), "dead a second before expiry")
            report.expect(try await !stores.rights.isLive(right.identifier, now: right.expiresAt), "live at its expiry")
            let (next, end) = (Samples.right(expiresAt: right.expiresAt.advanced(bySeconds: 150)), right.expiresAt)
            report.expectEqual(try await stores.rights.grant(next, now: end), .granted, "grant after expiry")
        },
        Check(rule: "a right that was never granted is not live") { stores, report in
            report.expect(try await !stores.rights.isLive(Samples.identifier(), now: Samples.now), "it is live")
        },
        Check(rule: "a consumed right is not granted again") { stores, report in
            report.expect(try await Samples.upload([], to: stores), "a live right was refused")
            report.expect(try await !stores.rights.isLive(Samples.identifier(), now: Samples.now), "it is still live")
            let again = try await stores.rights.grant(Samples.right(), now: Samples.now.advanced(bySeconds: 86_400))
            report.expectEqual(again, .consumed, "grant after use")
        },
    ]
}
