import CoronaWarnAdministration
import CoronaWarnConfiguration
import CoronaWarnDistribution
import CoronaWarnLoad
import CoronaWarnSubmission

extension DataOptions {
    /// How Corona-Warn's phones spend a day.
    func coronaWarnTraffic() async throws -> CoronaWarnTraffic {
        let reader = try await reader()
        let configuration =
            nameServer(reader)
            ? try await phoneConfiguration().published().configuration : .published(country: "DE")
        return CoronaWarnTraffic(
            configuration,
            CoronaWarnTraffic.Publication(
                minKeys: try DistributionConfiguration(reader).threshold,
                multiplier: try SubmissionConfiguration(reader).multiplier
            )
        )
    }
}
