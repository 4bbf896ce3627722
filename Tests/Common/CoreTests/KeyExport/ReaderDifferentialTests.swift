import ExposurePrimitives
import GAENCore
import SwiftProtobuf
import Testing

@testable import KeyExport

/// The reader parses keys of the ordinary form itself. It must accept and refuse exactly what the protobuf library
/// does.
@Suite("The reader of keys compared with the protobuf library")
struct ReaderDifferentialTests {
    @Test("ordinary and odd records give the same result", arguments: [1, 2, 3, 4] as [UInt64])
    func oddRecords(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        var accepted = 0
        for _ in 0..<1500 {
            let records = (0..<Int.random(in: 1...4, using: &generator)).map { _ in record(using: &generator) }
            accepted += try compare(ExportHeader.bytes + records.flatMap { $0 }) ? 1 : 0
        }
        #expect((100...1400).contains(accepted))
    }

    @Test("damaged exports give the same result", arguments: [5, 6, 7] as [UInt64])
    func damaged(seed: UInt64) throws {
        let exportBin = try ExportWriter.exportBin(of: Sample.draft(count: 10, revised: 4), signatureInfos: [])
        var generator = SeededGenerator(seed: seed)
        var accepted = 0
        for _ in 0..<2000 {
            var bytes = exportBin
            for _ in 0..<Int.random(in: 1...3, using: &generator) {
                bytes[.random(in: 16..<bytes.count, using: &generator)] = .random(in: 0...255, using: &generator)
            }
            accepted += try compare(bytes) ? 1 : 0
        }
        #expect((100...1900).contains(accepted))
    }

    @Test("blocks of any size give the same keys", arguments: [1, 17, 4096, 65_536, 100_000])
    func blocks(size: Int) throws {
        let draft = try Sample.draft(count: 9000, revised: 3000)
        let exportBin = try ExportWriter.exportBin(of: draft, signatureInfos: [])
        var rest = exportBin[...]
        var observed: [UInt8] = []
        let reader = ExportBinReader(
            blocks: {
                defer {
                    rest = rest.dropFirst(size)
                }
                return rest.isEmpty ? nil : Array(rest.prefix(size))
            },
            observe: { observed += $0 }
        )
        var (keys, revisedKeys): ([DiagnosisKey], [DiagnosisKey]) = ([], [])
        while let fields = try reader.next() {
            #expect(fields.batch.keys.count + fields.batch.revisedKeys.count <= 4096)
            keys += fields.batch.keys
            revisedKeys += fields.batch.revisedKeys
        }
        #expect(keys == Sample.inOrder(draft.keys))
        #expect(revisedKeys == Sample.inOrder(draft.revisedKeys))
        #expect(observed == exportBin)
    }

    @Test("the output of a key server is read without the library")
    func ordinary() throws {
        for key in try Sample.keys(count: 500, seed: 8) {
            let record: [UInt8] = try key.wire(index: 0).serializedBytes()
            #expect(KeyRecord.ordinaryKey(in: record.span) == key)
        }
    }

    @Test("fields within their ranges are read directly, and fields beyond are left to the library")
    func ranges() throws {
        let start: [UInt8] = [0x18, 1]
        let data: [UInt8] = [0x0A, 16] + [UInt8](repeating: 7, count: 16)
        let cases: [([UInt8], Bool)] = [
            (start, true), ([0x10, 8] + start, true), ([0x10, 9] + start, false), (start + [0x20, 1], true),
            (start + [0x20, 0], false), (start + [0x20, 0x90, 1], true), (start + [0x20, 0x91, 1], false),
            (start + [0x28, 5], true), (start + [0x28, 6], false), (start + [0x30, 27], true),
            (start + [0x30, 28], true), (start + [0x30, 29], false), (start + [0x30, 30], false),
            (start + [0x40, 4], true), (start + [0x40, 5], false), (start + [0x48, 0], false), ([0x10], false),
            ([0x10, 0x80], false), ([0x10, 0x81, 0x80, 0x80, 0x80, 0] + start, true),
            ([0x10, 0x81, 0x80, 0x80, 0x80, 0x80, 0] + start, false),
            ([0x18, 0xFF, 0xFF, 0xFF, 0xFF, 7], true), ([0x18, 0x80, 0x80, 0x80, 0x80, 8], false),
            // Another order, and a field that occurs twice.
            (start + [0x10, 8], false), (start + start, false),
        ]
        for (fields, isOrdinary) in cases {
            let record = data + fields
            #expect((KeyRecord.ordinaryKey(in: record.span) != nil) == isOrdinary, "\(fields)")
        }
        for record in [data, start] + (0..<data.count).map({ data.prefix($0) + start }) {
            #expect(KeyRecord.ordinaryKey(in: record.span) == nil, "\(record)")
        }
    }

    @Test("a record of a whole day with any byte changed gives the same result as the library")
    func changedBytes() throws {
        let data: [UInt8] = [0x0A, 16] + (1...16)
        var accepted = 0
        for start in [[0x80, 0x80, 0x80, 0x01], [0xA0, 0x94, 0xA2, 0x01], [0xFF, 0xFF, 0xFF, 0x7F]] as [[UInt8]] {
            let record = data + [0x10, 8, 0x18] + start + [0x20, 0x90, 0x01]
            #expect(KeyRecord.ordinaryKey(in: record.span)?.transmissionRiskLevel == 8)
            for index in record.indices {
                for value in UInt8.min...UInt8.max {
                    var changed = record
                    changed[index] = value
                    let field = field(7, varint(UInt64(changed.count)) + changed, type: 2)
                    accepted += try compare(ExportHeader.bytes + field) ? 1 : 0
                }
            }
        }
        // Each of sixteen bytes of data, and the levels from 0 to 8, were accepted with each start.
        #expect(accepted > 3 * (16 * 256 + 9))
    }

    /// Reads the bytes in both ways, and returns whether they were accepted.
    private func compare(_ exportBin: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) throws -> Bool {
        let found = try? keys(in: exportBin)
        let expected = try? referenceKeys(in: exportBin)
        #expect(found == expected, "\(exportBin)", sourceLocation: sourceLocation)
        return expected != nil
    }

    private func keys(in exportBin: [UInt8]) throws -> KeyBatch {
        let reader = ExportKeyReader(ExportBinReader(.bytes(exportBin)))
        var all = KeyBatch()
        while let batch = try reader.next() {
            all.keys += batch.keys
            all.revisedKeys += batch.revisedKeys
        }
        return all
    }

    /// The library reads the whole message at once; only the framing is checked before.
    private func referenceKeys(in exportBin: [UInt8]) throws -> KeyBatch {
        let body = Array(exportBin.dropFirst(ExportHeader.bytes.count))
        var end = 0
        while let field = try FieldFramer.field(in: body.span, from: end, file: .exportBin) {
            end = field.range.upperBound
        }
        guard end == body.count else {
            throw ExportError.content(.truncatedMessage(file: "export.bin"))
        }
        let message: WireTemporaryExposureKeyExport = try WireMessage.decode(body, file: .exportBin)
        return KeyBatch(
            keys: try message.keys.map { try DiagnosisKey($0, index: 0) },
            revisedKeys: try message.revisedKeys.map { try DiagnosisKey($0, index: 0) }
        )
    }

    // MARK: - Odd records

    private func record(using generator: inout SeededGenerator) -> [UInt8] {
        var content = field(1, [16] + Bytes16.random(using: &generator).bytes, type: 2)
        content += field(3, varint(2_650_000), type: 0)
        for _ in 0..<Int.random(in: 0...5, using: &generator) {
            let odd = oddField(using: &generator)
            content = Bool.random(using: &generator) ? content + odd : odd + content
        }
        if Int.random(in: 0..<30, using: &generator) == 0 {
            content.removeLast()
        }
        return field(Bool.random(using: &generator) ? 7 : 8, varint(UInt64(content.count)) + content, type: 2)
    }

    private func oddField(using generator: inout SeededGenerator) -> [UInt8] {
        let number = Int.random(in: 1...9, using: &generator)
        switch Int.random(in: 0..<12, using: &generator) {
        case 0: return field(number, [UInt8](repeating: 1, count: 8), type: 1)
        case 1: return field(number, [3, 1, 2, 3], type: 2)
        case 2: return field(number, [1, 2, 3, 4], type: 5)
        case 3: return [UInt8(number << 3 | 3), 0x08, 0x01, UInt8(number << 3 | 4)]
        case 4: return [UInt8(number << 3 | 4)]
        case 5: return field(number, varint(.random(in: 0 ... .max, using: &generator)), type: 0)
        case 6: return field(number, [0x85, 0x80, 0x00], type: 0)
        case 7: return [UInt8(number << 3 | 0x80), 0x00, 0x01]
        case 8: return field(1, [16] + Bytes16.random(using: &generator).bytes, type: 2)
        case 9: return field(4, varint(.random(in: 0...150, using: &generator)), type: 0)
        default: return field(.random(in: 2...8, using: &generator), [.random(in: 0...30, using: &generator)], type: 0)
        }
    }

    private func field(_ number: Int, _ content: [UInt8], type: Int) -> [UInt8] {
        [UInt8(number << 3 | type)] + content
    }

    private func varint(_ value: UInt64) -> [UInt8] {
        var bytes: [UInt8] = []
        var rest = value
        while rest >= 0x80 {
            bytes.append(UInt8(rest & 0x7F | 0x80))
            rest >>= 7
        }
        return bytes + [UInt8(rest)]
    }
}
