import CoronaWarnAPI
import CoronaWarnPorts
import CoronaWarnStoreConformance
import CoronaWarnSubmission
import DiagnosisKeyStores
import SQLEngine
import StoreConformance

/// The rules for both ways of storing an upload with a TAN, as checks that report violations.
enum TANUploadsConformance {
    /// The uploads, the way to a TAN, and a look at what is stored.
    struct Subject: Sendable {
        let uploads: any TANUploads
        /// The store of the TANs.
        let tans: any VerificationStore
        /// The database of the keys.
        let database: any SQLDatabase

        fileprivate func issue(_ tan: UInt8, _ teleTAN: TeleTANKind?) async throws {
            _ = try await tans.issue(SampleSubmission.tan(tan), from: teleTAN)
        }

        fileprivate func keyCount() async throws -> Int {
            try await database.read { db in try Int.fetchOne(db, sql: "SELECT count(*) FROM diagnosis_key") ?? 0 }
        }

        fileprivate func upload(_ tan: UInt8 = 1, body: UInt8 = 1) throws -> (TANUpload, UploadContent) {
            let upload = TANUpload(tan: SampleSubmission.tan(tan), body: [body], now: CoronaWarnSamples.now)
            return (upload, UploadContent(keys: [try Samples.key(Int(body))]))
        }

        fileprivate func accept(_ tan: UInt8 = 1, body: UInt8 = 1) async throws -> Bool {
            let (upload, content) = try upload(tan, body: body)
            return try await uploads.accept(upload, storing: content)
        }
    }

    private typealias Check = RuleCheck<Subject>

    static let checks = [
        Check(rule: "a TAN is used with the keys, and the same upload is accepted again and stored once") {
            subject,
            report in
            try await subject.issue(1, nil)
            for attempt in 1...3 {
                report.expect(try await subject.accept(), "attempt \(attempt) is refused")
            }
            report.expectEqual(try await subject.keyCount(), 1, "the number of keys")
        },
        Check(rule: "another upload with a used TAN is refused and stores nothing") { subject, report in
            try await subject.issue(1, nil)
            _ = try await subject.accept()
            report.expect(try await !subject.accept(body: 2), "another upload is accepted")
            report.expectEqual(try await subject.keyCount(), 1, "the number of keys")
        },
        Check(rule: "an unknown TAN is refused and stores nothing") { subject, report in
            report.expect(try await !subject.accept(), "an unknown TAN is accepted")
            report.expectEqual(try await subject.keyCount(), 0, "the number of keys")
        },
        Check(rule: "a TAN of an event is refused, one of a teleTAN for a test is not") { subject, report in
            try await subject.issue(1, .event)
            report.expect(try await !subject.accept(), "an event is accepted")
            report.expectEqual(try await subject.keyCount(), 0, "the number of keys")
            try await subject.issue(2, .test)
            report.expect(try await subject.accept(2, body: 2), "a teleTAN for a test is refused")
        },
        Check(rule: "a rehearsal with any TAN leaves nothing behind") { subject, report in
            try await subject.issue(1, nil)
            for tan in [UInt8(2), 3] {
                let (upload, content) = try subject.upload(tan, body: tan)
                try await subject.uploads.rehearse(upload, storing: content)
                report.expect(try await !subject.accept(tan, body: tan), "the TAN of a rehearsal is valid")
            }
            report.expectEqual(try await subject.keyCount(), 0, "the number of keys")
            report.expect(try await subject.accept(), "a valid TAN is refused")
        },
        Check(rule: "of thirty uploads at once, one uses the TAN") { subject, report in
            try await subject.issue(1, nil)
            let count = try await CoronaWarnSamples.winners { try await subject.accept(body: $0) }
            report.expectEqual(count, 1, "the number of accepted uploads")
            report.expectEqual(try await subject.keyCount(), 1, "the number of keys")
        },
        Check(rule: "the same upload thirty times at once is accepted each time, and stored once") { subject, report in
            try await subject.issue(1, nil)
            let count = try await CoronaWarnSamples.winners { _ in try await subject.accept() }
            report.expectEqual(count, 30, "the number of accepted uploads")
            report.expectEqual(try await subject.keyCount(), 1, "the number of keys")
        },
    ]
}
