import CoronaWarnAPI
package import CoronaWarnPorts
import ExposurePrimitives
package import StoreConformance

/// The rules for every adapter of the port of reserved TANs, as checks that report violations.
package enum TANReservationConformance {
    /// The authority, and the store of its TANs.
    package struct Subject: Sendable {
        fileprivate let authority: any TANReservationAuthority
        private let store: any VerificationStore

        package init(_ authority: any TANReservationAuthority, on store: any VerificationStore) {
            (self.authority, self.store) = (authority, store)
        }

        fileprivate func issue(_ tan: TAN, _ teleTAN: TeleTANKind?) async throws {
            _ = try await store.issue(tan, from: teleTAN)
        }

        fileprivate func reserve(_ tan: TAN, for upload: UInt8 = 1) async throws -> TANReservation? {
            try await authority.reserve(TANReservationRequest(tan: tan, upload: [upload]))
        }
    }

    private typealias Check = RuleCheck<Subject>

    /// A TAN of its own for each use, so that all checks may have one authority.
    private static func randomTAN() -> TAN {
        var generator = SystemRandomNumberGenerator()
        return TAN.generate(using: &generator)
    }

    /// Each of them may have an authority of its own, or all the same.
    package static let checks = [
        Check(rule: "a TAN is reserved for one upload, which gets the same reservation again") { subject, report in
            let tan = randomTAN()
            try await subject.issue(tan, nil)
            let first = try await subject.reserve(tan)
            report.expect(first != nil, "a valid TAN gives no reservation")
            report.expect(try await subject.reserve(tan) == first, "the second reservation differs")
            report.expect(try await subject.reserve(tan, for: 2) == nil, "another upload gets a reservation")
        },
        Check(rule: "an unknown TAN gives no reservation") { subject, report in
            report.expect(try await subject.reserve(randomTAN()) == nil, "an unknown TAN gives a reservation")
        },
        Check(rule: "a TAN of an event gives no reservation, one of a teleTAN for a test does") { subject, report in
            let tan = randomTAN()
            try await subject.issue(tan, .event)
            report.expect(try await subject.reserve(tan) == nil, "an event gives a reservation")
            let other = randomTAN()
            try await subject.issue(other, .test)
            report.expect(try await subject.reserve(other) != nil, "a teleTAN for a test gives no reservation")
        },
        Check(rule: "a confirmed upload keeps its reservation, and its TAN permits no other upload") {
            subject,
            report in
            let tan = randomTAN()
            try await subject.issue(tan, nil)
            guard let reservation = try await subject.reserve(tan) else {
                return report.violated("a valid TAN gives no reservation")
            }
            for attempt in 1...2 {
                report.expect(try await subject.authority.confirm(reservation), "confirmation \(attempt) is refused")
                report.expect(try await subject.reserve(tan) == reservation, "the same upload gets another answer")
                report.expect(try await subject.reserve(tan, for: 2) == nil, "another upload gets a reservation")
            }
        },
        Check(rule: "an unknown reservation is not confirmed") { subject, report in
            var generator = SystemRandomNumberGenerator()
            let unknown = TANReservation(Bytes16.random(using: &generator))
            report.expect(try await !subject.authority.confirm(unknown), "an unknown reservation is confirmed")
        },
        Check(rule: "of thirty uploads at once, one gets the reservation") { subject, report in
            let tan = randomTAN()
            try await subject.issue(tan, nil)
            let count = try await CoronaWarnSamples.winners { try await subject.reserve(tan, for: $0) != nil }
            report.expectEqual(count, 1, "the number of uploads with a reservation")
        },
    ]
}
