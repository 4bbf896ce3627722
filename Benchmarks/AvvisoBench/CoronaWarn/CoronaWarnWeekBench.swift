import ArgumentParser
import CoronaWarnWeeks
import PhoneWeeks

/// A week of a phone with Corona-Warn's app.
struct CoronaWarnWeekBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "coronawarn-week")

    func run() async throws {
        try report(await CoronaWarnWeekPhone(seed: 1).live())
    }
}
