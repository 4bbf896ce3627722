import ExposurePrimitives
import Testing

@testable import KeyExport

@Suite("Random damage")
struct MutationTests {
    @Test("a damaged archive never crashes the reader and never verifies with other content", arguments: [1, 2, 3])
    func archives(seed: UInt64) async throws {
        let sample = try Sample()
        let verifier = try sample.verifier
        let archive = try await ExportWriter.archive(of: Sample.draft(count: 20, revised: 3), signedBy: [sample.signer])
        let original = try ExportArchive(archive).verified(by: verifier).contents.allKeys()
        var generator = SeededGenerator(seed: seed)
        var verified = 0
        for _ in 0..<1500 {
            let damaged = mutated(archive, using: &generator)
            guard damaged != archive, let export = try? ExportArchive(damaged).verified(by: verifier) else {
                continue
            }
            // Fields that do not affect the content, such as dates, may differ.
            #expect(try export.contents.allKeys() == original)
            verified += 1
        }
        #expect(verified < 150)
    }

    @Test("a damaged export.bin in a well-formed archive never verifies", arguments: [4, 5, 6])
    func contents(seed: UInt64) async throws {
        let sample = try Sample()
        let verifier = try sample.verifier
        let zip = try await sample.zip(signing: sample.exportBin())
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<1000 {
            let damaged = mutated(zip.entries[0].content, using: &generator)
            guard damaged != zip.entries[0].content else {
                continue
            }
            let bytes = zip.with { $0.entries[0].content = damaged }.bytes
            #expect(throws: ExportError.self) { try ExportArchive(bytes).verified(by: verifier) }
        }
    }

    @Test("a damaged export.bin without an archive is read or refused, the same way each time", arguments: [7, 8, 9])
    func bareExports(seed: UInt64) throws {
        let exportBin = try ExportWriter.exportBin(of: Sample.draft(count: 10, revised: 2), signatureInfos: [])
        var generator = SeededGenerator(seed: seed)
        for _ in 0..<1500 {
            let damaged = mutated(exportBin, using: &generator)
            guard let contents = try? ExportArchive(exportBin: damaged).unverified().contents else {
                continue
            }
            let keys = try contents.allKeys()
            #expect(keys.keys.count == contents.keyCount)
            #expect(keys.revisedKeys.count == contents.revisedKeyCount)
        }
    }

    @Test("a damaged export.sig never crashes the reader")
    func signatures() async throws {
        let sample = try Sample()
        let zip = try await sample.zip(signing: sample.exportBin())
        let verifier = try sample.verifier
        var generator = SeededGenerator(seed: 10)
        for _ in 0..<1500 {
            let damaged = zip.with { $0.entries[1].content = mutated($0.entries[1].content, using: &generator) }
            if let export = try? ExportArchive(damaged.bytes).verified(by: verifier) {
                #expect(export.contents.keyCount == 3)
            }
        }
    }

    /// One to four changes: a byte, a bit, a cut, an insertion or a doubled part.
    private func mutated(_ bytes: [UInt8], using generator: inout SeededGenerator) -> [UInt8] {
        var bytes = bytes
        for _ in 0..<Int.random(in: 1...4, using: &generator) {
            let position = Int.random(in: 0..<max(1, bytes.count), using: &generator)
            guard position < bytes.count else {
                return bytes
            }
            let end = min(bytes.count, position + .random(in: 1...20, using: &generator))
            switch Int.random(in: 0..<6, using: &generator) {
            case 0: bytes[position] = .random(in: 0...255, using: &generator)
            case 1: bytes[position] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            case 2: bytes[position] = 0xFF
            case 3: bytes.removeSubrange(position..<end)
            case 4: bytes.insert(.random(in: 0...255, using: &generator), at: position)
            default: bytes.insert(contentsOf: bytes[position..<end], at: position)
            }
        }
        return bytes
    }
}
