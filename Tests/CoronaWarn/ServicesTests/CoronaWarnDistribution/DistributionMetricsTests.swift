import CoronaWarnDistribution
import ExposurePrimitives
import ExposureTesting
import ServiceKit
import Testing

@Suite("The measurements of distribution")
struct DistributionMetricsTests {
    @Test("files and keys are counted by region and kind, and the newest hour has an age")
    func measured() async throws {
        let sample = try await SampleDistribution(["distribution.min-keys": "1", "distribution.max-keys": "2"])
        let service = sample.service()
        let job = try #require(service.jobs.first { $0.name == "distribution" })
        #expect(sample.metrics.prometheusText().contains("distribution_newest_hour_age_seconds{region=\"DE\"} NaN"))
        try await job.run(atHour: 1, of: sample)
        try await sample.store(0..<3, fromHour: 1)
        try await job.run(atHour: 2, of: sample)
        sample.clock.advance(bySeconds: 77)
        let text = sample.metrics.prometheusText()
        for line in [
            #"distribution_files_total{region="DE",kind="hour"} 3"#,
            #"distribution_keys_total{region="DE",kind="hour"} 3"#,
            #"distribution_keys_total{region="DE",kind="day"} 0"#,
            #"distribution_keys_total{region="EUR",kind="hour"} 3"#,
            #"distribution_newest_hour_age_seconds{region="EUR"} 77"#,
        ] {
            #expect(text.contains(line + "\n"), "\(line) is not in \(text)")
        }
    }
}

extension PeriodicJob {
    /// Runs it at the beginning of an hour of the sample's day.
    fileprivate func run(atHour hour: Int, of sample: SampleDistribution) async throws {
        sample.clock.set(SampleDistribution.midnight.advanced(bySeconds: Int64(hour) * 3600))
        try await run()
    }
}

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
