package import DiagnosisKeyStores
import ExposurePrimitives

/// The rules for every adapter of the port that counts waiting keys, as checks that report violations.
package enum WaitingKeyConformance {
    /// The store, and the exposure database on which it works.
    package struct Subject: Sendable {
        let stores: ExposureStores
        let waiting: any WaitingKeyStore

        package init(_ waiting: any WaitingKeyStore, on stores: ExposureStores) {
            (self.stores, self.waiting) = (stores, waiting)
        }

        fileprivate func count(after seconds: Int64 = 0, in sequence: SequenceName = .main) async throws -> Int {
            try await waiting.countWaitingKeys(in: sequence, since: Samples.now.advanced(bySeconds: seconds))
        }
    }

    private typealias Check = RuleCheck<Subject>

    package static let checks = [
        Check(rule: "keys are counted from the end of their embargo on") { subject, report in
            report.expectEqual(try await subject.count(), 0, "the count without keys")
            let keys = try [0, 1].map { seconds in
                try Samples.key(seconds, releasableAt: Samples.now.advanced(bySeconds: Int64(seconds)))
            }
            _ = try await Samples.upload(keys, to: subject.stores)
            for (seconds, count) in [(-1, 0), (0, 1), (1, 2)] as [(Int64, Int)] {
                report.expectEqual(try await subject.count(after: seconds), count, "the count after \(seconds) s")
            }
        },
        Check(rule: "keys of a chunk do not wait") { subject, report in
            _ = try await Samples.upload([Samples.key(1)], to: subject.stores)
            _ = try await Samples.plan(subject.stores)
            report.expectEqual(try await subject.count(), 0, "the count")
        },
        Check(rule: "each sequence has its own count") { subject, report in
            guard let other = SequenceName("other") else {
                preconditionFailure("letters are a name")
            }
            _ = try await Samples.upload([Samples.key(1)], to: subject.stores)
            report.expectEqual(try await subject.count(), 1, "the count")
            report.expectEqual(try await subject.count(in: other), 0, "the count of another sequence")
        },
    ]
}
