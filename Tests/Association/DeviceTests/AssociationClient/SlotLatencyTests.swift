import AssociationAPI
import AssociationProtocol
import AssociationStoreConformance
import ExposurePrimitives
import ExposureTesting
import Foundation
import Testing

@testable import AssociationClient

/// Phones that are on and have a connection, for a month, through the real plan of their slots.
@Suite("From the consent to the alert", .timeLimit(.minutes(20)))
struct SlotLatencyTests {
    private static let phones = Effort.choose(short: 200, every: 2000, whole: 2000)

    @Test("four hours are enough for 99 percent, with 1.5 megabytes a day and phone")
    func goal() throws {
        let (month, slot) = (SlotMonth(phones: Self.phones), try SlotBytes(batch: AssociationLimits.batchSize))
        let times = month.reports(batches: AssociationLimits.batchCount)
        #expect(times.alert.quantile(0.99) < 4 * 3600)
        #expect(times.alert.quantile(1) < 4 * 3600)
        #expect(month.slotsPerDay * Double(slot.count) <= 1_500_000)
        #expect(times.whole.quantile(0.99) < 48 * 3600)
    }

    @Test("the bytes of a slot are those of its messages")
    func bytes() throws {
        var generator = SeededGenerator(seed: 1)
        let slot = try SlotBytes(batch: AssociationLimits.batchSize)
        #expect(slot.batches == AssociationLimits.batchCount)
        let right = try SlotCall.decoyRight.body(at: AssociationSamples.now, using: &generator).count
        let batch = try SlotCall.decoyBatch.body(at: AssociationSamples.now, using: &generator).count
        let poll = 80 + PollAnswer.markedSize
        #expect(slot.bodies == right + RightAnswer.refused.exposedBytes.count + batch + poll)
    }

    @Test(
        "the tables are those of docs/association-phone.md",
        .enabled(if: Effort.choose(short: false, every: true, whole: true))
    )
    func tables() throws {
        let document = try String(
            contentsOf: RepositoryFolder.url.appending(path: "docs/association-phone.md"),
            encoding: .utf8
        )
        for table in [try Self.sizes(), try Self.wakeUps()] {
            #expect(document.contains(table), "docs/association-phone.md should hold:\n\(table)")
        }
    }

    /// The curve of times against bytes.
    private static func sizes() throws -> String {
        var rows: [[String]] = []
        for mean in [1800, 3600, 7200, 21_600] {
            let month = SlotMonth(phones: phones, mean: mean)
            for size in mean == 3600 ? [32_000, AssociationLimits.batchSize, 96_000] : [AssociationLimits.batchSize] {
                let slot = try SlotBytes(batch: size)
                let cells = ["\(mean / 60) min", "\(size) bytes, \(slot.batches)", month.megabytes(slot)]
                rows.append(cells + month.reports(batches: slot.batches).cells)
            }
        }
        return table(["slots, on average", "batch, and their number", "a day"], rows)
    }

    /// The curve of times against wake-ups.
    private static func wakeUps() throws -> String {
        let slot = try SlotBytes(batch: AssociationLimits.batchSize)
        let rows = [nil, 2, 4, 8].map { (hours: Int64?) in
            let month = SlotMonth(phones: phones, wakeUps: hours.map { $0 * 3600 })
            let name = hours.map { "every \($0) hours" } ?? "at each slot"
            return [name, month.megabytes(slot)] + month.reports(batches: slot.batches).cells
        }
        return table(["woken", "a day"], rows)
    }

    private static func table(_ head: [String], _ rows: [[String]]) -> String {
        let names = head + ["alert, mean", "99 %", "largest report, mean", "99 %"]
        let lines = [names, names.map { _ in "---" }] + rows
        return lines.map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n")
    }
}

/// The bytes of a slot.
struct SlotBytes {
    /// Batches of the largest report.
    let batches: Int
    /// All bodies of requests and answers.
    let bodies: Int

    init(batch size: Int) throws {
        let plan = try ReportPlan(batchSize: size, batchCount: 1)
        let record = UploadRecord.padding(size: Self.largestRecord)
        var inBatch = 1
        while (try? plan.divide([UploadRecord](repeating: record, count: inBatch + 1))) != nil {
            inBatch += 1
        }
        batches = (Self.largestReport + inBatch - 1) / inBatch
        let right = Self.signature + ReportCode.length + batches * Bytes32.count
        let poll = Self.signature + PollAnswer.markedSize
        bodies = right + 2 + Bytes16.count + batches + size + poll
    }

    /// With the allowance for HTTP and TLS.
    var count: Int { bodies + Self.allowance }

    /// 1200 bytes for the heads of three requests and answers, and 3500 for TLS 1.3: its records, and a whole handshake
    /// with two certificates.
    private static let allowance = 4700
    /// Bytes of a signed request without a body, as a poll is.
    private static let signature = 80
    /// Bytes of a contact with all its samples.
    private static let largestRecord = 752
    /// Contacts.
    private static let largestReport = 2560
}

/// The slots of some phones in a month.
struct SlotMonth {
    private let slots: [[Slot]]
    private static let days: Int64 = 30

    /// Seconds since the beginning.
    private struct Slot {
        let right: Int64
        var batch: Int64 = 0
        var poll: Int64 = 0
    }

    /// - Parameters:
    ///   - mean: seconds from one slot to the next.
    ///   - wakeUps: seconds from one wake-up to the next; nil for a phone that is woken at each slot.
    init(phones: Int, mean: Int = 3600, wakeUps: Int64? = nil) {
        var generator = SeededGenerator(seed: 1)
        slots = (0..<phones).map { _ in Self.live(mean: mean, wakeUps: wakeUps, using: &generator) }
    }

    private static func live(mean: Int, wakeUps: Int64?, using generator: inout SeededGenerator) -> [Slot] {
        var (plan, slots) = (SlotPlan(mean: mean), [Slot]())
        let first = wakeUps.map { Int64.random(in: 0..<$0, using: &generator) } ?? 0
        plan.begin(at: UnixTime(0), using: &generator)
        while let next = plan.wakeUp?.seconds, next < days * 86_400 {
            var now = next
            // Once the app runs, it completes its slot.
            if let wakeUps, plan.rest == nil {
                now = first + (max(next - first, 0) + wakeUps - 1) / wakeUps * wakeUps
            }
            switch plan.woken(at: UnixTime(now), using: &generator) {
            case .right: slots.append(Slot(right: now))
            case .batch: slots[slots.count - 1].batch = now
            case .poll: slots[slots.count - 1].poll = now
            case nil: break
            }
        }
        return slots
    }

    var slotsPerDay: Double {
        Double(slots.reduce(0) { $0 + $1.count }) / Double(slots.count) / Double(Self.days)
    }

    func megabytes(_ slot: SlotBytes) -> String {
        String(format: "%.2f MB", slotsPerDay * Double(slot.count) / 1e6)
    }

    /// Ten people for each phone consent, at any moment of the first half of the month.
    ///
    /// - Parameter batches: of the largest report.
    func reports(batches: Int) -> ReportTimes {
        var (times, generator) = (ReportTimes(), SeededGenerator(seed: 2))
        for number in 0..<10 * slots.count {
            let consent = Int64.random(in: 86_400..<Self.days / 2 * 86_400, using: &generator)
            let (own, others) = (slots[number % slots.count], slots[(number + 1) % slots.count])
            let first = Self.firstIndex(in: own) { $0.right >= consent }
            // The authority decides at its next run, and delays the alert.
            let decided = own[first].batch + .random(in: 0...60, using: &generator)
            let visible = decided + .random(in: 0...1800, using: &generator)
            times.alert.append(others[Self.firstIndex(in: others) { $0.poll >= visible }].poll - consent)
            times.whole.append(own[first + batches - 1].batch - consent)
        }
        return times
    }

    private static func firstIndex(in slots: [Slot], where isLate: (Slot) -> Bool) -> Int {
        var (low, high) = (0, slots.count)
        while low < high {
            let middle = (low + high) / 2
            (low, high) = isLate(slots[middle]) ? (low, middle) : (middle + 1, high)
        }
        return low
    }
}

/// Seconds since the consent.
struct ReportTimes {
    /// Until the phone of a nearest contact has the alert.
    var alert: [Int64] = []
    /// Until the last batch of the largest report has left.
    var whole: [Int64] = []

    var cells: [String] {
        [alert, whole].flatMap { times in
            let mean = Double(times.reduce(0, +)) / Double(times.count)
            return [mean, Double(times.quantile(0.99))].map { String(format: "%.1f h", $0 / 3600) }
        }
    }
}

extension [Int64] {
    /// - Parameter share: 1 for the largest.
    fileprivate func quantile(_ share: Double) -> Int64 {
        sorted()[Swift.min(Int(Double(count) * share), count - 1)]
    }
}
