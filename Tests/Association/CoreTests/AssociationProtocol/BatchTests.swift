import ExposurePrimitives
import HeraldPayloads
import Testing

@testable import AssociationProtocol

@Suite("Batches")
struct BatchTests {
    private let scene: Scene
    private let keys: DayKeys

    init() throws {
        scene = try Scene(.sealed)
        keys = try scene.b.chain.dayKeys(on: Scene.interval.day)
    }

    private func batch(_ records: [UploadRecord]) -> UploadBatch {
        UploadBatch(registration: scene.b.registration, right: RightID(.init(words: (5, 6))), records: records)
    }

    @Test("have one size, and read back with their padding")
    func size() throws {
        let record = UploadRecord.contact(try scene.event())
        for records in [[], [record], [record, record]] as [[UploadRecord]] {
            let bytes = try batch(records).exposedBytes(size: 4096, authenticatedBy: keys)
            #expect(bytes.count == 4096)
            let received = try ReceivedBatch(parsing: bytes, size: 4096)
            #expect(received.isAuthentic(under: keys))
            #expect(received.batch.records.dropLast() == records[...])
            #expect(received.batch.digest == batch(records).digest)
        }
    }

    @Test("have a largest number of records")
    func count() throws {
        for (count, fits) in [(UploadBatch.maxRecords, true), (UploadBatch.maxRecords + 1, false)] {
            let records = [UploadRecord](repeating: .padding(size: 2), count: count)
            let size = UploadBatch.size(of: records)
            let made = try? batch(records).exposedBytes(size: size, authenticatedBy: keys)
            #expect(made?.count == (fits ? size : nil))
        }
        let most = [UploadRecord](repeating: .padding(size: 2), count: UploadBatch.maxRecords)
        let size = UploadBatch.size(of: most)
        var bytes = try batch(most).exposedBytes(size: size, authenticatedBy: keys)
        #expect(try ReceivedBatch(parsing: bytes, size: size).batch.records.count == UploadBatch.maxRecords)
        // One more, of the size of all: its number alone is refused.
        bytes[UploadBatch.headSize - 1] += 1
        #expect(throws: AssociationError.malformed) { try ReceivedBatch(parsing: bytes, size: size) }
    }

    @Test("need room for padding, or are full exactly")
    func room() throws {
        let record = UploadRecord.contact(try scene.event())
        let full = UploadBatch.size(of: [record])
        for (size, fits) in [(full - 1, false), (full, true), (full + 5, false), (full + 6, true)] {
            let made = try? batch([record]).exposedBytes(size: size, authenticatedBy: keys)
            #expect(made?.count == (fits ? size : nil))
        }
    }

    @Test("are refused with a changed bit, and under other keys")
    func tags() throws {
        let record = UploadRecord.contact(try scene.event())
        let bytes = try batch([record]).exposedBytes(size: 1024, authenticatedBy: keys)
        for bit in 0..<bytes.count * 8 {
            let received = try? ReceivedBatch(parsing: bytes.flipping(bit: bit), size: 1024)
            #expect(received?.isAuthentic(under: keys) != true)
        }
        let received = try ReceivedBatch(parsing: bytes, size: 1024)
        #expect(!received.isAuthentic(under: try scene.a.chain.dayKeys(on: Scene.interval.day)))
        let tomorrow = Scene.interval.day.advanced(byDays: 1)
        #expect(!received.isAuthentic(under: try scene.b.chain.dayKeys(on: tomorrow)))
    }

    @Test("are refused with any other length, and with counts that do not fit")
    func lengths() throws {
        let bytes = try batch([]).exposedBytes(size: 256, authenticatedBy: keys)
        for count in [0, 1, 70, 71, 255] {
            let part = Array(bytes.prefix(count))
            #expect(throws: AssociationError.wrongLength(count)) { try ReceivedBatch(parsing: part, size: 256) }
            #expect(throws: AssociationError.self) { try ReceivedBatch(parsing: part, size: count) }
        }
        for count in [[0, 0], [0, 2], [255, 255]] as [[UInt8]] {
            let changed = Array(bytes.prefix(37)) + count + bytes.dropFirst(39)
            #expect(throws: AssociationError.self) { try ReceivedBatch(parsing: changed, size: 256) }
        }
        let huge = Array(bytes.prefix(39)) + [255, 255, 255, 255] + bytes.dropFirst(43)
        #expect(throws: AssociationError.wrongLength(256)) { try ReceivedBatch(parsing: huge, size: 256) }
    }

    @Test("have the digest of their contacts, whatever the authenticators are")
    func digest() throws {
        let first = try batch([.contact(scene.event(seed: 2))])
        let second = try batch([.contact(scene.event(seed: 3))])
        #expect(first != second && first.digest == second.digest)
        let other = try RiskExposureDetails([TaggedValue(code: 1, value: [1])])
        #expect(try batch([.contact(scene.event(details: other))]).digest != first.digest)
        #expect(batch([]).digest != first.digest)
        let manifest = try ReportManifest(batches: [first.digest, batch([]).digest, batch([]).digest])
        #expect(try ReportManifest(parsing: manifest.bytes) == manifest)
        #expect(try ReportManifest(batches: [first.digest]).digest != manifest.digest)
    }

    @Test("of a report are 1 to 64")
    func manifests() throws {
        let digest = batch([]).digest
        for (count, isAllowed) in [(0, false), (1, true), (64, true), (65, false)] {
            let digests = [Bytes32](repeating: digest, count: count)
            #expect(((try? ReportManifest(batches: digests)) != nil) == isAllowed)
        }
        #expect(throws: AssociationError.self) { try ReportManifest(parsing: [UInt8](repeating: 1, count: 33)) }
    }
}

@Suite("Plans of a report")
struct PlanTests {
    @Test("take the report of an office worker: 8 colleagues, 32 intervals, 10 days")
    func officeWorker() throws {
        let scene = try Scene(.sealed)
        let samples = (0..<30).map { RSSISample(second: UInt16($0 * 30), rssi: -60) }
        let handle = try TaggedValue(code: RiskExposureDetails.Code.ticketHandle, value: scene.received.handle.bytes)
        let details = RiskExposureDetails(try RSSISample.entries(of: samples) + [handle])
        let records = Array(repeating: UploadRecord.contact(try scene.event(details: details)), count: 8 * 32 * 10)
        let plan = try ReportPlan(batchSize: 1 << 18, batchCount: 8)
        let batches = try plan.divide(records)
        #expect(batches.count == 8 && batches.flatMap { $0 } == records)
        for batch in batches {
            #expect(UploadBatch.size(of: batch) + UploadBatch.minPaddingSize <= 1 << 18)
        }
        #expect(try plan.divide([]) == Array(repeating: [], count: 8))
        let small = try ReportPlan(batchSize: 1 << 18, batchCount: 2)
        #expect(throws: AssociationError.self) { try small.divide(records) }
    }

    @Test("have batches of up to 1 MiB, 1 to 64 of them")
    func limits() {
        let allowed = [(77, 1), (1 << 20, 64)]
        for (size, count) in allowed + [(76, 1), (1 << 20 + 1, 1), (4096, 0), (4096, 65)] {
            let isAllowed = allowed.contains { $0 == (size, count) }
            let plan = try? ReportPlan(batchSize: size, batchCount: count)
            #expect((plan != nil) == isAllowed, "\(size) × \(count)")
        }
    }

    @Test("have no more records than wanted")
    func recordLimit() throws {
        let (plan, record) = (try ReportPlan(batchSize: 4096, batchCount: 4), UploadRecord.padding(size: 8))
        let counts = try plan.divide(Array(repeating: record, count: 5), atMost: 2).map(\.count)
        #expect(counts == [2, 2, 1, 0])
        #expect(throws: AssociationError.wrongLength(8)) {
            try plan.divide(Array(repeating: record, count: 9), atMost: 2)
        }
    }

    @Test("refuse a record that no batch has room for")
    func tooLarge() throws {
        let plan = try ReportPlan(batchSize: 256, batchCount: 4)
        let room = 256 - 71 - 6 - 4
        let (fits, tooLarge) = (UploadRecord.padding(size: room), UploadRecord.padding(size: room + 1))
        #expect(try plan.divide([fits, fits]).filter { !$0.isEmpty }.count == 2)
        #expect(throws: AssociationError.wrongLength(1)) { try plan.divide([fits, tooLarge]) }
        #expect(throws: AssociationError.wrongLength(4)) { try plan.divide(Array(repeating: fits, count: 5)) }
    }
}
