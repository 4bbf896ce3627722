import CoronaWarnDistribution
import ExposurePrimitives
import ExposureTesting
import ServiceKit
import Testing

@Suite("Keys that wait for others")
struct WaitingKeysTests {
    @Test("are measured and logged by region once they have waited for a day")
    func measured() async throws {
        let sample = try await SampleDistribution()
        let service = sample.service()
        let job = try #require(service.jobs.first { $0.name == "distribution" })
        sample.waiting.wait(since: sample.clock.now())
        for (seconds, count) in [(86_399, "0"), (1, "1")] as [(Int64, String)] {
            sample.clock.advance(bySeconds: seconds)
            try await job.run()
            let text = sample.metrics.prometheusText()
            #expect(text.contains("distribution_waiting_keys{region=\"DE\"} \(count)"))
            #expect(text.contains("distribution_waiting_keys{region=\"EUR\"} 0"))
        }
    }
}
