import ExposurePrimitives
import GAENCore
import Testing

@testable import KeyExport

@Suite("The order of keys in a file")
struct KeyOrderTests {
    @Test("random keys come in the order of their bytes", arguments: [0, 1, 2, 16, 17, 140, 5000])
    func randomKeys(count: Int) throws {
        let keys = try Sample.keys(count: count, seed: UInt64(count))
        #expect(KeyOrder.sorted(keys) == inOrder(keys))
    }

    @Test("keys in order stay as they are, and keys in the opposite order are turned", arguments: [1, 2, 17, 1000])
    func ordered(count: Int) throws {
        let keys = inOrder(try Sample.keys(count: count, seed: UInt64(count)))
        #expect(KeyOrder.sorted(keys) == keys)
        #expect(KeyOrder.sorted(keys.reversed()) == keys)
    }

    @Test("chosen leading bytes change no order", arguments: [(1, 0), (1, 0xFF), (4, 0x7F), (8, 0), (15, 0x80)])
    func chosenKeys(length: Int, byte: UInt8) throws {
        let beginning = [UInt8](repeating: byte, count: length)
        let random = try Sample.keys(count: 500, seed: 1)
        let chosen = try random.map { try key($0, beginning: beginning) }
        #expect(KeyOrder.sorted(chosen) == inOrder(chosen))
        let mixed = chosen + random.reversed()
        #expect(KeyOrder.sorted(mixed) == inOrder(mixed))
    }

    @Test("the keys of a batch, which are a part of a range, come in order", arguments: [2, 10, 1000])
    func batch(parts: Int) throws {
        let keys = inOrder(try Sample.keys(count: 2000, seed: 4))
        let batch = Array(keys[..<(keys.count / parts)])
        var generator = SeededGenerator(seed: 5)
        #expect(KeyOrder.sorted(batch.shuffled(using: &generator)) == batch)
        #expect(KeyOrder.sorted(Array(keys.suffix(batch.count).reversed())) == Array(keys.suffix(batch.count)))
    }

    @Test("the other fields order equal keys, whatever the order of uploads was", arguments: [2, 16, 17, 100])
    func equalKeys(count: Int) throws {
        let bytes = [UInt8](repeating: 1, count: 16)
        let keys = try Sample.keys(count: count, seed: 3).map { try key($0, beginning: bytes) }
        let sorted = KeyOrder.sorted(keys)
        #expect(KeyOrder.sorted(keys.reversed()) == sorted)
        #expect(sorted.map(\.key.rollingStart) == keys.map(\.key.rollingStart).sorted())
    }

    /// A key with the same fields, whose bytes begin with `beginning`.
    private func key(_ key: DiagnosisKey, beginning: [UInt8]) throws -> DiagnosisKey {
        let bytes = beginning + key.key.keyData.exposedBytes.dropFirst(beginning.count)
        return DiagnosisKey(
            key: try TemporaryExposureKey(bytes, start: key.key.rollingStart.rawValue, period: key.key.rollingPeriod),
            transmissionRiskLevel: key.transmissionRiskLevel,
            reportType: key.reportType,
            daysSinceOnsetOfSymptoms: key.daysSinceOnsetOfSymptoms,
            variantOfConcern: key.variantOfConcern
        )
    }

    /// Sorted by comparing bytes and the first other field. Samples differ in one of them.
    private func inOrder(_ keys: [DiagnosisKey]) -> [DiagnosisKey] {
        keys.sorted { lhs, rhs in
            lhs.key.keyData == rhs.key.keyData
                ? lhs.key.rollingStart < rhs.key.rollingStart
                : lhs.key.keyData.exposedBytes.lexicographicallyPrecedes(rhs.key.keyData.exposedBytes)
        }
    }
}
