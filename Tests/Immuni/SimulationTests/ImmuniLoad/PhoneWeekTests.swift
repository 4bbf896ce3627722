import ImmuniAPI
import ImmuniWeeks
import LoadGeneration
import LoadModel
import PhoneWeeks
import Testing

@testable import ImmuniLoad

@Suite("The days of Immuni's phones in docs/battery.md")
struct PhoneWeekTests {
    /// Requests of a phone's day by the plan. The app stays in memory, and questions and answers are another host's.
    private static func planned() throws -> Double {
        var question = CapacityQuestion()
        (question.phones, question.cases) = (1e6, 2000)
        let plan = DayPlan(try ImmuniDayTests.traffic().visits(of: question))
        return ["background session", "new chunk"].map { plan[$0] }
            .reduce(0) { $0 + $1.perDay * Double($1.steps.count) / question.phones }
    }

    @Test("cost what a simulated week counts", arguments: [SettingsRequest.Platform.iOS, .android])
    func week(platform: SettingsRequest.Platform) async throws {
        let effort = try await ImmuniWeekPhone(platform, seed: 1).live()
        #expect(try BatteryPage.lacks(effort, of: "Immuni, \(platform == .iOS ? "iPhone" : "Android")") == nil)
        // One request of a day is for the questions and answers.
        let perDay = Double(effort.requests) / Double(PhoneEffort.days) - 1
        #expect(abs(try Self.planned() - perDay) < 0.2, "the phone sends \(perDay) requests a day")
    }

    @Test("cost more in a week with an upload")
    func upload() async throws {
        let phone = try await ImmuniWeekPhone(.iOS, seed: 1)
        let effort = await phone.live { await phone.upload() }
        #expect(try BatteryPage.lacks(effort, of: "Immuni, iPhone, in a week with an upload") == nil)
    }
}
