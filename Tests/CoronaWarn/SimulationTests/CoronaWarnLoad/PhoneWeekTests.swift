import CoronaWarnConfiguration
import CoronaWarnWeeks
import LoadGeneration
import LoadModel
import PhoneWeeks
import Testing

@testable import CoronaWarnLoad

@Suite("The days of Corona-Warn's phones in docs/battery.md")
struct PhoneWeekTests {
    /// Requests of a phone's day by the plan, as long as the app stays in memory.
    private static func planned(downloadInterval: Int) -> Double {
        var (question, configuration) = (CapacityQuestion(), PhoneConfiguration.published(country: "DE"))
        (question.phones, question.cases, configuration.downloadInterval) = (1e6, 2000, downloadInterval)
        let publication = CoronaWarnTraffic.Publication(minKeys: 140, multiplier: 1)
        return CoronaWarnTraffic(configuration, publication).visits(of: question).filter { $0.name != "opening" }
            .reduce(0) { $0 + $1.perDay * Double($1.steps.count) / question.phones }
    }

    @Test(
        "cost what a simulated week counts",
        arguments: [(3600, "Corona-Warn"), (14_400, "Corona-Warn, downloads every four hours")]
    )
    func week(downloadInterval: Int, name: String) async throws {
        let phone = try await CoronaWarnWeekPhone(seed: 1, downloadInterval: downloadInterval)
        let effort = await phone.live()
        #expect(try BatteryPage.lacks(effort, of: name) == nil)
        // The first downloads of a day also look for the hours of the day before.
        let perDay = Double(effort.requests) / Double(PhoneEffort.days)
        #expect(abs(Self.planned(downloadInterval: downloadInterval) - perDay) < 5, "the phone sends \(perDay) a day")
    }
}
