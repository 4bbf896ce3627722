import Testing

@testable import LoadModel

@Suite("What phones do on a day")
struct DayOfVisitsTests {
    @Test("downloads, uploads and peak are those of the plan")
    func agreesWithPlan() throws {
        var question = CapacityQuestion()
        (question.phones, question.casesPerDay, question.peak) = (1e6, 50, 4)
        let plan = try CapacityPlan(question)
        let day = DayOfVisits(plan)
        #expect(day.downloads == plan.answer.downloads)
        #expect(day.cases + day.covers == plan.answer.uploads)
        #expect((day.cases, day.peak) == (50, 4))
        #expect(plan.answer.peakDownloads == day.downloads / 86_400 * day.peak)
    }

    @Test("what phones do grows with their number, and without phones nothing happens")
    func scale() throws {
        var question = CapacityQuestion()
        (question.activeShare, question.casesPerDay) = (0, 0)
        let none = DayOfVisits(try CapacityPlan(question))
        question.activeShare = 1
        let all = DayOfVisits(try CapacityPlan(question))
        let names: [KeyPath<DayOfVisits, Double>] = [
            \.downloads, \.covers, \.reports, \.registrations, \.slots, \.attestations,
        ]
        for name in names {
            #expect(none[keyPath: name] == 0 && all[keyPath: name] > 0, "\(name)")
        }
        #expect(all.cases == 0 && all.otherTests == 0)
    }

    @Test("everything happens at least as often as wanted, and the frequent is as before")
    func leastNumber() throws {
        var question = CapacityQuestion()
        (question.phones, question.activeShare, question.casesPerDay) = (100, 1, 1)
        let plan = try CapacityPlan(question)
        let (usual, raised) = (DayOfVisits(plan), DayOfVisits(plan, atLeast: 50))
        #expect(raised.cases == 50 && raised.registrations == 50 && raised.reports == 50 && raised.otherTests == 50)
        #expect(raised.downloads == usual.downloads && raised.slots == usual.slots)
        #expect(raised.attestations == 100 && raised.peak == usual.peak)
    }
}
