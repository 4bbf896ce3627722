package import AssociationPorts
import AssociationProtocol
import ExposurePrimitives
package import StoreConformance
import Synchronization

/// The rules for every adapter of the port of boxes, as checks that report violations.
package enum BoxConformance {
    private typealias Check = RuleCheck<AssociationStoreSet>
    private typealias Samples = AssociationSamples

    private static let now = Samples.now
    private static let today = Samples.today

    private static func box(_ number: Int) -> MailboxRecord {
        let handle = MailboxHandle(Bytes16(words: (UInt64(number), 0)))
        let box = [UInt8](repeating: UInt8(truncatingIfNeeded: number), count: MailboxRecord.boxSize)
        do throws(AssociationError) {
            return try MailboxRecord(handle: handle, box: box)
        } catch {
            preconditionFailure("a sample is valid")
        }
    }

    /// Account 1 sends a batch with the boxes of these numbers.
    ///
    /// - Parameter isComplete: whether it is the only batch of the report.
    @discardableResult
    private static func report(
        _ numbers: some Collection<Int>,
        report: UInt8 = 1,
        isComplete: Bool = true,
        in stores: AssociationStoreSet
    ) async throws -> StoredBatch? {
        _ = try await stores.accounts.register(Samples.new(1), limits: Samples.limits(10), now: now)
        try await stores.reports.issue(Samples.code(report))
        let claim = try Samples.claim(report, batches: isComplete ? [report] : [report, 99])
        _ = try await stores.reports.grant(claim, limits: .usual, now: now)
        return try await send(numbers, digest: report, report: report, in: stores)
    }

    private static func send(
        _ numbers: some Collection<Int>,
        digest: UInt8,
        report: UInt8 = 1,
        in stores: AssociationStoreSet
    ) async throws -> StoredBatch? {
        let outcome = try await stores.reports.accept(
            BatchContent(boxes: numbers.map(box)),
            digest: Samples.digest(digest),
            of: Samples.right(report),
            newCase: Samples.caseID(report),
            now: now
        )
        guard case .stored(let stored) = outcome else {
            return nil
        }
        return stored
    }

    /// Begins a day. Fillers have the handles from 1000 on.
    private static func begin(_ day: CalendarDay, partSize: Int, in stores: AssociationStoreSet) async throws -> Int? {
        let numbers = Mutex(1000)
        return try await stores.boxes.begin(day, partSize: partSize) {
            let number = numbers.withLock { number in
                defer { number += 1 }
                return number
            }
            return box(number)
        }
    }

    package static let checks = [
        Check(rule: "boxes are published in the order of their handles") { stores, report in
            let boxes = stores.boxes
            try await Self.report([3, 1], in: stores)
            try await Self.report([2], report: 2, in: stores)
            report.expectEqual(try await boxes.waitingBoxes(), 3, "they wait")
            report.expectEqual(try await boxes.unfinishedDay(), nil, "no publication yet")
            report.expectEqual(try await begin(today, partSize: 3, in: stores), 3, "the boxes of the day")
            report.expectEqual(try await boxes.unfinishedDay(), today, "it has begun")
            report.expectEqual(try await boxes.waitingBoxes(), 0, "they are in it")
            report.expectEqual(try await boxes.count(of: today), 3, "their number")
            let expected = [1, 2, 3].map(box)
            report.expectEqual(try await boxes.boxes(of: today, after: nil, limit: 9), expected, "the boxes")
            let first = try await boxes.boxes(of: today, after: nil, limit: 2)
            report.expectEqual(first, Array(expected.prefix(2)), "up to the limit")
            let rest = try await boxes.boxes(of: today, after: first.last?.handle, limit: 9)
            report.expectEqual(rest, Array(expected.suffix(1)), "the rest")
            try await boxes.finish(today)
            report.expectEqual(try await boxes.unfinishedDay(), nil, "it has ended")
            report.expectEqual(try await boxes.count(of: today), 0, "its boxes are gone")
        },
        Check(rule: "a day is published once, after all earlier ones") { stores, report in
            let boxes = stores.boxes
            report.expectEqual(try await begin(today, partSize: 3, in: stores), 3, "a day without boxes has one part")
            report.expectEqual(try await boxes.count(of: today), 3, "the boxes of this part")
            report.expectEqual(try await begin(today, partSize: 3, in: stores), nil, "the same again")
            let next = try await begin(today.advanced(byDays: 1), partSize: 3, in: stores)
            report.expectEqual(next, nil, "the next before its end")
            try await boxes.finish(today)
            report.expectEqual(try await begin(today, partSize: 3, in: stores), nil, "the same after its end")
            let earlier = try await begin(today.advanced(byDays: -1), partSize: 3, in: stores)
            report.expectEqual(earlier, nil, "an earlier one")
            let later = try await begin(today.advanced(byDays: 2), partSize: 3, in: stores)
            report.expectEqual(later, 3, "a later one")
            report.expectEqual(try await boxes.count(of: today), 0, "no box of another day")
        },
        Check(rule: "fillers complete the last part, and are in the order of handles too") { stores, report in
            try await Self.report([1, 2000, 3000], in: stores)
            report.expectEqual(try await begin(today, partSize: 5, in: stores), 5, "a part")
            let found = try await stores.boxes.boxes(of: today, after: nil, limit: 9)
            report.expectEqual(found, [1, 1000, 1001, 2000, 3000].map(box), "its boxes")
            try await stores.boxes.finish(today)
            report.expectEqual(try await stores.boxes.waitingBoxes(), 0, "no filler waits")
        },
        Check(rule: "boxes that come during a publication wait for the next") { stores, report in
            try await Self.report([1], in: stores)
            _ = try await begin(today, partSize: 1, in: stores)
            try await Self.report([2], report: 2, in: stores)
            report.expectEqual(try await stores.boxes.count(of: today), 1, "the day")
            try await stores.boxes.finish(today)
            report.expectEqual(try await stores.boxes.waitingBoxes(), 1, "the other waits")
            let next = today.advanced(byDays: 1)
            report.expectEqual(try await begin(next, partSize: 1, in: stores), 1, "the next day")
            report.expectEqual(try await stores.boxes.count(of: today), 0, "none of the day before")
        },
        Check(rule: "a batch has 60 boxes at most") { stores, report in
            let first = try await Self.report(0..<60, isComplete: false, in: stores)
            report.expectEqual(first?.excess, 0, "a full batch")
            let second = try await Self.send(100..<161, digest: 99, in: stores)
            report.expectEqual(second?.excess, 1, "one more")
            report.expectEqual(try await stores.boxes.waitingBoxes(), 120, "those that wait")
        },
        Check(rule: "a handle that waits keeps its first box") { stores, report in
            let first = try await Self.report([1, 2], in: stores)
            report.expectEqual(first?.replays, 0, "the first time")
            let second = try await Self.report([2, 258], report: 2, in: stores)
            report.expectEqual(second?.replays, 1, "the second time")
            report.expectEqual(try await stores.boxes.waitingBoxes(), 3, "the boxes")
        },
        Check(rule: "boxes of a report that stays incomplete are published too") { stores, report in
            try await Self.report([1, 2], isComplete: false, in: stores)
            report.expectEqual(
                try await stores.reports.deleteExpired(now: Samples.rightEnd),
                1,
                "the report alone ends"
            )
            report.expectEqual(try await begin(today, partSize: 1, in: stores), 2, "its boxes are published")
        },
    ]
}
