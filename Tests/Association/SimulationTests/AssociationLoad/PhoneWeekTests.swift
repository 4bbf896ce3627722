import AssociationWeeks
import LoadGeneration
import LoadModel
import PhoneWeeks
import Testing

@testable import AssociationLoad

@Suite("The days of the association's phones in docs/battery.md")
struct PhoneWeekTests {
    @Test("cost what a simulated week counts")
    func week() async throws {
        let effort = try await AssociationWeekPhone(seed: 1).live()
        #expect(try BatteryPage.lacks(effort, of: "association, meeting nobody") == nil)
        var question = CapacityQuestion()
        (question.phones, question.cases, question.newPhones) = (1e6, 0, 0)
        let planned = AssociationTraffic().visits(of: question)
            .reduce(0) { $0 + $1.perDay * Double($1.steps.count) / question.phones }
        // A week has some slots more or less by chance.
        let perDay = Double(effort.requests) / Double(PhoneEffort.days)
        #expect(abs(planned - perDay) < 4, "the phone sends \(perDay) requests a day, and \(planned) are planned")
    }
}
