import DiagnosisKeyStores
import Logging
import ServiceKit
import Testing

@testable import KeyPublication

@Suite("The publication service")
struct PublicationServiceTests {
    private func configuration(_ settings: [String: String] = [:]) async throws -> PublicationConfiguration {
        try PublicationConfiguration(
            await SettingsReader(commandLine: settings, environment: [:], catalogue: PublicationConfiguration.catalogue)
        )
    }

    @Test("its defaults are those of the documents")
    func defaults() async throws {
        let configuration = try await configuration()
        #expect(configuration.period == .seconds(14_400))
        #expect(configuration.rules == SamplePublication.rules(max: 10_000))
        #expect((configuration.rules.firstPeriod, configuration.rules.retention) == (14_400, 1_209_600))
        #expect(configuration.region == "222")
    }

    @Test(
        "settings outside their range are refused",
        arguments: [
            ("publication.period", "0s"), ("publication.period", "24h1s"), ("publication.max-key-count", "0"),
            ("publication.max-key-count", "500001"), ("publication.min-key-count", "0"),
            ("publication.min-key-count", "10001"), ("publication.padded-key-count", "-1"),
            ("publication.padded-key-count", "10001"),
        ]
    )
    func badSettings(name: String, value: String) async throws {
        await #expect(throws: SettingsError.self) { _ = try await configuration([name: value]) }
    }

    @Test("it publishes every four hours by default and cleans up every hour, and does both when told")
    func jobs() async throws {
        let sample = try SamplePublication()
        let service = ExposurePublicationService(
            publication: try sample.job(),
            cleanup: sample.cleanup,
            configuration: try await configuration(),
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        )
        #expect(service.jobs.map(\.name) == ["publication", "cleanup"])
        #expect(service.jobs.allSatisfy { $0.runsAtStart })
        #expect(service.jobs.map(\.period) == [.seconds(14_400), .seconds(3600)])
        #expect(service.publicRoutes.isEmpty && service.internalRoutes.isEmpty)
        try await sample.upload(0..<3)
        for job in service.jobs {
            try await job.run()
        }
        #expect(try await sample.offered() == 1...1)
    }

    @Test("its log lines are counts; keys never published are an error, traces not erased a warning")
    func events() {
        let outcome = PublicationJob.Outcome(chunks: [7, 8], keyCount: 12, byteCount: 900)
        let published = PublicationEvent.published(outcome)
        #expect(published.level == .info)
        #expect(published.fields.map { "\($0.name)=\($0.value)" } == ["chunks=2", "keys=12", "bytes=900"])
        for (unpublished, isErased, level) in [(0, true, Logger.Level.info), (0, false, .warning), (1, false, .error)] {
            let counts = DeletedCounts(keys: 5, unpublishedKeys: unpublished, chunks: 1, inboxEntries: 2, rights: 3)
            let event = PublicationEvent.cleaned(CleanupJob.Outcome(deleted: counts, tracesErased: isErased))
            #expect(event.level == level)
            #expect(event.name == "cleaned")
        }
    }
}
