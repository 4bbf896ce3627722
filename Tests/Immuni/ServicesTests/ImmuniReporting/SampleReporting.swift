import DiagnosisKeyStores
import ExposurePrimitives
import ExposureTesting
import FileStorage
import Foundation
import GAENCore
import ImmuniReporting
import Persistence
import ServiceKit
import SQLiteTesting
import StoreConformance
import Testing

/// An Exposure Reporting Service on a database of its own, files in a folder, and a clock that stands still.
struct SampleReporting: SampleService {
    /// Noon UTC of a summer day.
    static let noon = UnixTime(1_594_209_600)
    static let day: Int64 = 86_400

    let clock = ManualClock(noon)
    let stores: ExposureStores
    let files: FileObjectStore
    let service: ExposureReportingService

    init(folder: URL, fault: SQLFault? = nil) async throws {
        stores = try await .temporary(fault: fault)
        files = try FileObjectStore(folder: folder)
        service = ExposureReportingService(chunks: stores.chunks, files: files, clock: clock)
    }

    /// Runs a service that published a chunk with `bytes`, or none if they are nil.
    static func run(
        publishing bytes: [UInt8]? = Array("a chunk".utf8),
        _ body: @escaping @Sendable (SampleReporting, BoundPorts) async throws -> Void
    ) async throws {
        try await TemporaryFolder.with { folder in
            let sample = try await SampleReporting(folder: folder)
            if let bytes {
                try await sample.publish(bytes)
            }
            try await sample.run { try await body(sample, $0) }
        }
    }

    /// Plans a chunk of one key at the clock's present.
    func plan() async throws -> PlannedChunk {
        let now = clock.now()
        let identifier = RightIdentifier(mac: (0..<32).map { _ in UInt8.random(in: 0...255) })
        let (evidence, end) = (RightEvidence(now.utcDay), now.advanced(bySeconds: 150))
        _ = try await stores.rights.grant(.init(identifier: identifier, evidence: evidence, expiresAt: end), now: now)
        var generator = SystemRandomNumberGenerator()
        let yesterday = try #require(IntervalNumber(clamping: now).advanced(by: -288))
        let key = try TemporaryExposureKey.generate(forDayOf: yesterday, using: &generator)
        let stored = StoredKey(diagnosisKey: .init(key: key, transmissionRiskLevel: 8), releasableAt: now)
        let number = Bytes16.random(using: &generator)
        let entry = InboxEntry(identifier: number, receivedOn: now.utcDay, area: "RM", content: [])
        let content = UploadContent(keys: [stored], inboxEntry: entry)
        _ = try await stores.uploads.consume(identifier, now: now) { _ in content }
        let rules = ChunkRules(
            maxKeyCount: 10,
            minKeyCount: 1,
            maxHeldRuns: 0,
            firstPeriod: 14_400,
            retention: 14 * Self.day
        )
        #expect(try await stores.chunks.planChunks(rules: rules, now: now) == 1)
        return try #require(try await stores.chunks.plannedChunks().last)
    }

    /// Publishes a chunk whose file is `bytes`.
    func publish(_ bytes: [UInt8] = Array("a chunk".utf8)) async throws {
        let planned = try await plan()
        let name = try #require(ObjectName("chunk-\(planned.index).zip"))
        try await files.put(bytes, as: name)
        let chunk = PublishedChunk(
            index: planned.index,
            periodEnd: planned.periodEnd,
            objectName: name.description,
            size: bytes.count,
            digest: [UInt8](repeating: UInt8(truncatingIfNeeded: planned.index), count: 32)
        )
        #expect(try await stores.chunks.publish(chunk))
    }
}
