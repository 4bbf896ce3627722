import ExposurePrimitives
import Foundation
import GAENCore
import SwiftProtobuf
import Testing

@testable import KeyExport

@Suite("Rightly signed exports with faulty content are refused")
struct MalformedContentTests {
    private let sample: Sample

    init() throws {
        sample = try Sample()
    }

    @Test("key fields outside the format")
    func keys() async throws {
        let cases: [(ContentError, (inout WireTemporaryExposureKey) -> Void)] = [
            (.wrongKeyLength(key: 1, length: 96), { $0.keyData = Data(repeating: 1, count: 96) }),
            (.wrongKeyLength(key: 1, length: 15), { $0.keyData = Data(repeating: 1, count: 15) }),
            (.wrongKeyLength(key: 1, length: 17), { $0.keyData = Data(repeating: 1, count: 17) }),
            (.wrongKeyLength(key: 1, length: 0), { $0.clearKeyData() }),
            (.rollingPeriodOutOfRange(key: 1, value: 0), { $0.rollingPeriod = 0 }),
            (.rollingPeriodOutOfRange(key: 1, value: 145), { $0.rollingPeriod = 145 }),
            (.rollingPeriodOutOfRange(key: 1, value: -1), { $0.rollingPeriod = -1 }),
            (.transmissionRiskOutOfRange(key: 1, value: -1), { $0.transmissionRiskLevel = -1 }),
            (.transmissionRiskOutOfRange(key: 1, value: 9), { $0.transmissionRiskLevel = 9 }),
            (.daysSinceOnsetOutOfRange(key: 1, value: -15), { $0.daysSinceOnsetOfSymptoms = -15 }),
            (.daysSinceOnsetOutOfRange(key: 1, value: 15), { $0.daysSinceOnsetOfSymptoms = 15 }),
            (.missingRollingStart(key: 1), { $0.clearRollingStartIntervalNumber() }),
            (.rollingStartOutOfRange(key: 1, value: -1), { $0.rollingStartIntervalNumber = -1 }),
        ]
        for (error, change) in cases {
            try await expect(error) { change(&$0.keys[1]) }
        }
    }

    @Test("key fields at the ends of their ranges are read, and absent fields have their defaults")
    func accepted() async throws {
        let archive = try await sample.archive { message in
            for (key, period, risk, days) in [(0, 1, 0, -14), (1, 144, 8, 14)] as [(Int, Int32, Int32, Int32)] {
                message.keys[key].rollingPeriod = period
                message.keys[key].transmissionRiskLevel = risk
                message.keys[key].daysSinceOnsetOfSymptoms = days
            }
            message.keys[2].clearRollingPeriod()
            message.keys[2].clearTransmissionRiskLevel()
            message.keys[2].clearDaysSinceOnsetOfSymptoms()
            message.keys[2].clearReportType()
        }
        let keys = try sample.read(archive).contents.allKeys().keys
        #expect(keys.map(\.key.rollingPeriod) == [1, 144, 144])
        #expect(keys.map(\.transmissionRiskLevel) == [0, 8, 0])
        #expect(keys.map(\.daysSinceOnsetOfSymptoms) == [-14, 14, nil])
        #expect(keys[2].reportType == nil)
    }

    @Test("revised keys are also checked, and counted after the new ones")
    func revisedKeys() async throws {
        try await expect(.wrongKeyLength(key: 3, length: 2)) { message in
            message.revisedKeys = [message.keys[0]]
            message.revisedKeys[0].keyData = Data([1, 2])
        }
    }

    @Test("metadata that is missing or outside the format")
    func metadata() async throws {
        try await expect(.missingField("start_timestamp")) { $0.clearStartTimestamp() }
        try await expect(.missingField("end_timestamp")) { $0.clearEndTimestamp() }
        try await expect(.missingField("batch_num")) { $0.clearBatchNum() }
        try await expect(.missingField("batch_size")) { $0.clearBatchSize() }
        try await expect(.batchNumberOutOfRange(0, size: 1)) { $0.batchNum = 0 }
        try await expect(.batchNumberOutOfRange(2, size: 1)) { $0.batchNum = 2 }
        try await expect(.batchSizeOutOfRange(0)) { $0.batchSize = 0 }
        try await expect(.batchSizeOutOfRange(1_000_001)) { $0.batchSize = 1_000_001 }
        let end = UnixTime(1_594_220_404)
        try await expect(.periodInvalid(start: UnixTime(.max), end: end)) { $0.startTimestamp = .max }
    }

    @Test("a header other than 'EK Export v1' and four spaces")
    func header() async throws {
        let content = try sample.exportBin().dropFirst(16)
        let wrong = ["EK Export v2    ", "EK Export v1\0\0\0\0", "ek export v1    ", "EK Export v1"]
        let short = ["", "EK Export v1", "EK Export v1   "].map { Array($0.utf8) }
        for exportBin in wrong.map({ Array($0.utf8) + content }) + short {
            let archive = try await sample.archive(signing: exportBin)
            #expect(throws: ExportError.content(.wrongHeader)) { try sample.read(archive) }
        }
        #expect(throws: ExportError.content(.wrongHeader)) { try ExportArchive(Array("EK Export v2    ".utf8)) }
    }

    @Test("every truncation of the message is refused, signed or not")
    func truncation() throws {
        let exportBin = try sample.exportBin()
        var refused = 0
        for count in 16..<exportBin.count {
            // A cut between two fields leaves a message that only lacks some fields.
            do throws(ExportError) {
                _ = try ExportArchive(exportBin: Array(exportBin.prefix(count))).unverified()
            } catch .content(.truncatedMessage), .content(.missingField) {
                refused += 1
            }
        }
        // Every cut except those after the metadata and between the keys.
        #expect(refused > exportBin.count - 16 - 8)
    }

    private static let noProtobuf: [[UInt8]] = [
        [0x00], [0x03], [0x0B, 0x0C], [0x0E], [0x0F], [0x82, 0x80, 0x80, 0x80, 0x80, 0x01],
        [0x78, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x02],
        [0x78] + [UInt8](repeating: 0x80, count: 10) + [0x01], [0x3A, 0x02, 0x0A, 0x10],
        // A region that is not UTF-8.
        [0x1A, 0x02, 0xFF, 0xFE],
    ]

    @Test("bytes that are not protobuf", arguments: noProtobuf)
    func malformed(tail: [UInt8]) async throws {
        let archive = try await sample.archive(signing: sample.exportBin() + tail)
        let error = #expect(throws: ExportError.self) { try sample.read(archive) }
        switch error {
        case .content(.malformedMessage(file: "export.bin")), .content(.truncatedMessage(file: "export.bin")): break
        default: Issue.record("refused with \(String(describing: error))")
        }
    }

    @Test("a field longer than any real one is refused, on both sides of the limit")
    func longField() async throws {
        func archive(length: Int) async throws -> [UInt8] {
            let field = [0x7A, UInt8(length & 0x7F | 0x80), UInt8(length >> 7)] + [UInt8](repeating: 1, count: length)
            return try await sample.archive(signing: sample.exportBin() + field)
        }
        let longest = try await archive(length: 4096)
        #expect(throws: Never.self) { try sample.read(longest) }
        let tooLong = try await archive(length: 4097)
        #expect(throws: ExportError.content(.fieldTooLong(number: 15, length: 4097))) { try sample.read(tooLong) }
        let huge = try await sample.archive(signing: sample.exportBin() + [0x3A, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F])
        let error = ExportError.content(.fieldTooLong(number: 7, length: 34_359_738_367))
        #expect(throws: error) { try sample.read(huge) }
    }

    @Test("fields of a later format are skipped")
    func unknownFields() async throws {
        let tail: [UInt8] = [0x48, 0x05, 0x51, 1, 2, 3, 4, 5, 6, 7, 8, 0x5A, 0x01, 0xFF, 0x65, 1, 2, 3, 4]
        let archive = try await sample.archive(signing: sample.exportBin() + tail)
        #expect(try sample.read(archive).contents.keyCount == 3)
    }

    @Test("a report type of a later format is read as none")
    func unknownReportType() async throws {
        // A key of sixteen bytes 0xFF, start 2656800, report type 9.
        let key = [0x0A, 16] + [UInt8](repeating: 0xFF, count: 16) + [0x18, 0xA0, 0x94, 0xA2, 0x01, 0x28, 0x09]
        let archive = try await sample.archive(signing: sample.exportBin() + [0x3A, UInt8(key.count)] + key)
        let keys = try sample.read(archive).contents.allKeys().keys
        #expect(keys.last?.reportType == nil)
        #expect(keys.last?.key.rollingPeriod == 144)
    }

    @Test("more signature infos than any writer makes are refused, on both sides of the limit")
    func signatureInfos() throws {
        func exportBin(infos: Int) throws -> [UInt8] {
            try sample.exportBin {
                $0.signatureInfos = [WireSignatureInfo](repeating: WireSignatureInfo(), count: infos)
            }
        }
        #expect(try ExportArchive(exportBin(infos: 64)).unverified().contents.signatureInfos.count == 64)
        let error = ExportError.content(.tooManySignatureInfos(limit: 64))
        #expect(throws: error) { try ExportArchive(exportBin(infos: 65)).unverified() }
    }

    @Test("unsorted keys are read with a warning")
    func unsorted() async throws {
        let archive = try await sample.archive { message in
            message.revisedKeys = message.keys
            message.keys.reverse()
        }
        let contents = try sample.read(archive).contents
        #expect(contents.warnings == [.unsortedKeys])
        let other = try await sample.archive { $0.revisedKeys = $0.keys.reversed() }
        #expect(try sample.read(other).contents.warnings == [.unsortedRevisedKeys])
    }

    private func expect(
        _ error: ContentError,
        _ change: (inout WireTemporaryExposureKeyExport) -> Void,
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let archive = try await sample.archive(changing: change)
        #expect(throws: ExportError.content(error), sourceLocation: sourceLocation) { try sample.read(archive) }
    }
}
