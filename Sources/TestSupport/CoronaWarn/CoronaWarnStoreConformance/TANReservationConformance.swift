package import CoronaWarnAPI
package import CoronaWarnPorts
import ExposurePrimitives
import StoreConformance

/// The rules for every adapter of the port of reserved TANs, as checks that report violations.
package struct TANReservationConformance: Sendable {
    /// The authority, and the way to a TAN of it.
    package struct Subject: Sendable {
        /// Makes a TAN valid, which stems from a teleTAN of this kind, or from a test.
        package typealias Issue = @Sendable (TAN, TeleTANKind?) async throws -> Void

        let authority: any TANReservationAuthority
        let issue: Issue

        package init(_ authority: any TANReservationAuthority, issue: @escaping Issue) {
            self.authority = authority
            self.issue = issue
        }

        fileprivate func reserve(_ tan: TAN, for upload: UInt8 = 1) async throws -> TANReservation? {
            try await authority.reserve(TANReservationRequest(tan: tan, upload: [upload]))
        }
    }

    private let makeSubject: @Sendable () async throws -> Subject

    /// - Parameter makeSubject: makes an authority; the checks may share one.
    package init(makeSubject: @escaping @Sendable () async throws -> Subject) {
        self.makeSubject = makeSubject
    }

    /// - Returns: the violations, each beginning with its rule; empty for a conforming adapter.
    package func violations() async -> [String] {
        await Self.checks.violations(on: makeSubject)
    }

    private typealias Check = RuleCheck<Subject>

    /// A TAN of its own for each use, so that all checks may have one authority.
    private static func randomTAN() -> TAN {
        var generator = SystemRandomNumberGenerator()
        return TAN.generate(using: &generator)
    }

    private static let checks = [
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
