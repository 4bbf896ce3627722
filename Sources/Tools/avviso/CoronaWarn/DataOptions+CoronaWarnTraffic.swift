import CoronaWarnAdministration
import CoronaWarnConfiguration
import CoronaWarnLoad

extension DataOptions {
    /// How Corona-Warn's phones spend a day.
    func coronaWarnTraffic() async throws -> CoronaWarnTraffic {
        let configuration =
            nameServer
            ? try await phoneConfiguration().published().configuration : .published(country: "DE")
        return CoronaWarnTraffic(configuration)
    }
}
