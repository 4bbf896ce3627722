import ExposurePrimitives
import FileStorage
import GAENCore
import KeyPublication
import Persistence
import SQLStores
import StoreConformance
import Testing

@Suite("Publication on a storage that fails")
struct FaultyStorageTests {
    private let sample: SamplePublication

    init() throws { sample = try SamplePublication() }

    /// The files that the database names and the storage does not have.
    private var missingFiles: Set<String> {
        get async throws { try await sample.chunks.objectNames().subtracting(sample.fileNames()) }
    }

    @Test("the index never names a missing file, and every key is published once", arguments: UInt64(1)...8)
    func everyFault(seed: UInt64) async throws {
        let faulty = FaultyObjects(sample.files, share: 0.4, generator: SeededGenerator(seed: seed))
        let keys = try SamplePublication.keys(0..<90)
        var served: [Int: [UInt8]] = [:]
        for round in 0..<9 {
            try await sample.upload(Array(keys[round * 10..<round * 10 + 10]))
            for _ in 0..<3 {
                _ = try? await sample.job(files: faulty).run()
                #expect(try await missingFiles == [])
                _ = try? await sample.cleanup(of: faulty).run()
                #expect(try await missingFiles == [])
                // A chunk that was on offer keeps its bytes.
                for index in try await sample.offered().map(Array.init) ?? [] {
                    let bytes = try await sample.bytes(ofChunk: index)
                    #expect(served.updateValue(bytes, forKey: index) ?? bytes == bytes)
                }
            }
        }
        #expect(faulty.faults > 10)
        _ = try await sample.job().run()
        let published = try await sample.offeredKeys().sorted { $0.key.keyData < $1.key.keyData }
        #expect(published == keys.sortedKeys)
        // No file is left that nobody names.
        _ = try await sample.cleanup.run()
        #expect(try await sample.fileNames() == sample.chunks.objectNames())
    }

    @Test("the search for missing files finds one")
    func control() async throws {
        try await sample.upload(0..<5)
        _ = try await sample.job().run()
        let name = try #require(try await sample.files.names().first)
        try await sample.files.delete(name)
        #expect(try await missingFiles == [name.description])
    }
}
