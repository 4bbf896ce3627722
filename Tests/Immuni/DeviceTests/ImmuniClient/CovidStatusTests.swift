import ExposurePrimitives
import ImmuniClient
import Testing

@Suite("The Covid status")
struct CovidStatusTests {
    private static let monday = CalendarDay(daysSinceEpoch: 20_000)
    private static let tuesday = CalendarDay(daysSinceEpoch: 20_001)

    private static let (day14, day15) = (monday.advanced(byDays: 14), monday.advanced(byDays: 15))

    private static func risk(_ day: CalendarDay) -> CovidStatus { .risk(lastContact: day) }
    private static func dismissed(_ day: CalendarDay) -> CovidStatus { .dismissed(lastContact: day) }
    private static func positive(_ day: CalendarDay) -> CovidStatus { .positive(lastUpload: day) }
    private static func notify(_ day: CalendarDay) -> CovidStatus.Action { .notifyOfRisk(lastContact: day) }

    private static let transitions: [(CovidStatus, CovidStatus.Event, CovidStatus, CovidStatus.Action?)] = [
        (.neutral, .contactDetected(monday), risk(monday), notify(monday)),
        (.neutral, .dataUploaded(monday), positive(monday), nil),
        (.neutral, .alertDismissed, .neutral, nil),
        (.neutral, .recoveryConfirmed, .neutral, nil),
        (risk(monday), .contactDetected(tuesday), risk(tuesday), notify(tuesday)),
        (risk(tuesday), .contactDetected(monday), risk(tuesday), notify(tuesday)),
        (risk(monday), .dataUploaded(tuesday), positive(tuesday), nil),
        (risk(monday), .alertDismissed, dismissed(monday), nil),
        (risk(monday), .alertRecalled, risk(monday), nil),
        (dismissed(monday), .alertRecalled, risk(monday), nil),
        (dismissed(monday), .alertDismissed, dismissed(monday), nil),
        (dismissed(monday), .recoveryConfirmed, dismissed(monday), nil),
        (dismissed(monday), .contactDetected(tuesday), risk(tuesday), notify(tuesday)),
        (dismissed(monday), .dataUploaded(tuesday), positive(tuesday), nil),
        (dismissed(monday), .dayBegan(day14), dismissed(monday), nil),
        (dismissed(monday), .dayBegan(day15), .neutral, nil),
        (.neutral, .alertRecalled, .neutral, nil),
        (positive(monday), .alertRecalled, positive(monday), nil),
        (risk(monday), .recoveryConfirmed, risk(monday), nil),
        (positive(monday), .contactDetected(tuesday), positive(monday), nil),
        (positive(monday), .dataUploaded(tuesday), positive(tuesday), nil),
        (positive(tuesday), .dataUploaded(monday), positive(tuesday), nil),
        (positive(monday), .alertDismissed, positive(monday), nil),
        (positive(monday), .recoveryConfirmed, .neutral, nil),
        (.neutral, .dayBegan(monday), .neutral, nil),
        (risk(monday), .dayBegan(day14), risk(monday), nil),
        (risk(monday), .dayBegan(day15), .neutral, nil),
        (positive(monday), .dayBegan(monday.advanced(byDays: 100)), positive(monday), nil),
    ]

    @Test("changes as documented, and notifies of contacts only", arguments: transitions)
    func transition(from: CovidStatus, event: CovidStatus.Event, to: CovidStatus, action: CovidStatus.Action?) {
        var status = from
        #expect(status.handle(event) == action)
        #expect(status == to)
    }
}
