package import DiagnosisKeyStores
import ExposurePrimitives
import GAENCore

/// The rules for every adapter of the port of withdrawn chunks, as checks that report violations.
package enum WithdrawalConformance {
    /// The store, and the exposure database on which it works.
    package struct Subject: Sendable {
        let stores: ExposureStores
        let withdrawals: any WithdrawalStore

        package init(_ withdrawals: any WithdrawalStore, on stores: ExposureStores) {
            (self.stores, self.withdrawals) = (stores, withdrawals)
        }
    }

    private typealias Check = RuleCheck<Subject>

    package static let checks = [
        Check(rule: "the sound keys of a published chunk are in the next one, the unsound ones in none") {
            subject,
            report in
            let keys = try await subject.published(1...3)
            report.expectEqual(try await subject.withdraw(except: [keys[1]]), 2, "keys that wait")
            report.expectEqual(try await subject.withdraw(except: [keys[1]]), 0, "keys that wait after a second call")
            report.expect(try await subject.stores.chunks.keys(ofChunk: 1).isEmpty, "the chunk has keys")
            try await subject.publishAll(after: later)
            report.expectEqual(try await subject.keys(ofChunk: 2), [keys[0], keys[2]], "the keys of the next chunk")
        },
        Check(rule: "keys wait until the given moment") { subject, report in
            _ = try await subject.published(1...2)
            _ = try await subject.withdraw(from: later)
            try await subject.publishAll(after: later - 1)
            report.expect(try await subject.keys(ofChunk: 2).isEmpty, "keys are published early")
            try await subject.publishAll(after: later)
            report.expectEqual(try await subject.keys(ofChunk: 2).count, 2, "the keys of the next chunk")
        },
        Check(rule: "a chunk that is not published keeps its keys") { subject, report in
            let keys = try await subject.stored(1...2)
            _ = try await Samples.plan(subject.stores)
            report.expectEqual(try await subject.withdraw(except: [keys[0]]), 0, "keys that wait")
            report.expectEqual(try await subject.keys(ofChunk: 1), keys, "the keys of the chunk")
            report.expectEqual(try await subject.withdraw(9), 0, "keys of an unknown chunk")
        },
        Check(rule: "a withdrawn chunk keeps its index and stays on offer") { subject, report in
            _ = try await subject.published(1...2)
            _ = try await subject.withdraw()
            let offered = try await subject.stores.chunks.offeredIndexes(now: Samples.now, retention: Samples.retention)
            report.expectEqual(offered, 1...1, "the indexes on offer")
        },
        Check(rule: "an unsound key of another chunk stays") { subject, report in
            let first = try await subject.published(1...2)
            let second = try await subject.published(3...4, right: 2, after: later)
            report.expectEqual(try await subject.withdraw(except: [first[0], second[0]]), 1, "keys that wait")
            report.expectEqual(try await subject.keys(ofChunk: 2), second, "the keys of the other chunk")
        },
        Check(rule: "unsound keys leave all sequences, and sound ones stay in the others") { subject, report in
            guard let other = SequenceName("other") else {
                preconditionFailure("letters are a name")
            }
            let keys = try await subject.stored(1...3, alsoIn: other)
            try await subject.publishAll()
            let chunks = subject.stores.chunks(of: other)
            _ = try await chunks.planChunks(rules: Samples.rules, now: Samples.now)
            for chunk in try await chunks.plannedChunks() {
                _ = try await chunks.publish(Samples.published(chunk, of: other))
            }
            report.expectEqual(try await subject.withdraw(except: [keys[0]]), 2, "keys that wait")
            let left = try await chunks.keys(ofChunk: 1).map(\.key.keyData)
            report.expectEqual(left, [keys[1], keys[2]], "the keys of the other sequence")
        },
    ]

    private static let later: Int64 = 7200
}

extension WithdrawalConformance.Subject {
    /// Stores keys, and returns their bytes in the order of chunks.
    fileprivate func stored(
        _ numbers: ClosedRange<Int>,
        right: UInt8 = 1,
        alsoIn other: SequenceName? = nil
    ) async throws -> [TemporaryExposureKey.KeyData] {
        let sequences = [SequenceName.main] + (other.map { [$0] } ?? [])
        let releases = sequences.map { KeyRelease(sequence: $0, releasableAt: Samples.now) }
        let keys = try numbers.map { try Samples.travelled($0, to: releases) }
        _ = try await Samples.upload(keys, right: right, to: stores)
        return keys.map(\.diagnosisKey.key.keyData)
    }

    /// Stores keys, and publishes them in one chunk.
    fileprivate func published(
        _ numbers: ClosedRange<Int>,
        right: UInt8 = 1,
        after seconds: Int64 = 0
    ) async throws -> [TemporaryExposureKey.KeyData] {
        let keys = try await stored(numbers, right: right)
        try await publishAll(after: seconds)
        return keys
    }

    fileprivate func publishAll(after seconds: Int64 = 0) async throws {
        try await Samples.publishAll(stores, now: Samples.now.advanced(bySeconds: seconds))
    }

    fileprivate func keys(ofChunk index: Int) async throws -> [TemporaryExposureKey.KeyData] {
        try await stores.chunks.keys(ofChunk: index).map(\.key.keyData)
    }

    fileprivate func withdraw(
        _ index: Int = 1,
        except unsound: Set<TemporaryExposureKey.KeyData> = [],
        from seconds: Int64 = 0
    ) async throws -> Int {
        try await withdrawals.withdrawKeys(
            ofChunk: index,
            in: .main,
            except: unsound,
            from: Samples.now.advanced(bySeconds: seconds)
        )
    }
}
