import ArgumentParser
import ImmuniAPI
import ImmuniWeeks
import PhoneWeeks

/// A week of a phone with Immuni's app.
struct ImmuniWeekBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "immuni-week")

    func run() async throws {
        try report(await ImmuniWeekPhone(.iOS, seed: 1).live())
    }
}
