import ArgumentParser
import AssociationWeeks
import PhoneWeeks

/// A week of a phone with the association's app that meets nobody, or a day of work after others, whose contacts are in
/// the phone's log.
struct AssociationWeekBench: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "association-week")

    @Option(help: "Days of work before the one that is measured; without it the phone meets nobody.")
    var worked: Int?

    @Option(help: "Phones around at work.")
    var colleagues = 8

    func run() async throws {
        let phone = try await AssociationWeekPhone(seed: 1)
        guard let worked else {
            return try report(await phone.live())
        }
        for _ in 0..<worked {
            _ = try await phone.work(beside: colleagues, signals: 1)
        }
        phone.meter.reset()
        let contacts = try await phone.work(beside: colleagues)
        try report(phone.meter.effort, days: 1, contacts: contacts)
    }
}
