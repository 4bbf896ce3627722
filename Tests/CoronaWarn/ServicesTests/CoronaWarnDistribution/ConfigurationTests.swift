import CoronaWarnAPI
import CoronaWarnConfiguration
import CoronaWarnDistribution
import Testing

@Suite("The configuration in the tree")
struct ConfigurationTests {
    private typealias Sample = SampleDistribution

    @Test("five files, each signed and with its statement, of one sequence")
    func files() async throws {
        let sample = try await Sample.started()
        var sequences: Set<Int64> = []
        for file in ConfigurationFile.allCases {
            #expect(try await sample.file(file.rawValue)?.starts(with: [0x50, 0x4B, 3, 4]) == true)
            sequences.insert(try await sample.statement(.configuration(file)).sequence)
        }
        #expect(sequences.count == 1)
        let first = try await sample.file(ConfigurationFile.first.rawValue)
        #expect(try await first != sample.file(ConfigurationFile.secondIOS.rawValue))
    }

    @Test("an unchanged configuration keeps its bytes, a changed one has a higher sequence, also when it goes back")
    func changes() async throws {
        let sample = try await Sample()
        let path = TreePath.configuration(.secondAndroid)
        try await sample.run(atHour: 1)
        let first = try await sample.file(path.path)
        try await sample.run(atHour: 2)
        #expect(try await sample.file(path.path) == first)
        var sequence = try await sample.statement(path).sequence
        for interval in [7200, 3600] {
            sample.phones.change { $0.downloadInterval = interval }
            _ = try await sample.job().run()
            #expect(try await sample.file(path.path) != first)
            let next = try await sample.statement(path).sequence
            #expect(next > sequence)
            sequence = next
        }
    }

    @Test("a configuration that cannot be published stops no package, and stays as it was for phones")
    func broken() async throws {
        let sample = try await Sample.started(["distribution.min-keys": "1"])
        let first = try await sample.file(ConfigurationFile.first.rawValue)
        try await sample.store(0..<1, fromHour: 1)
        sample.phones.change { $0.downloadInterval = 1 }
        await #expect(throws: (any Error).self) { try await sample.run(atHour: 2) }
        #expect(try await sample.keys(sample.hour(1)) == [0])
        #expect(try await sample.file(ConfigurationFile.first.rawValue) == first)
    }
}
