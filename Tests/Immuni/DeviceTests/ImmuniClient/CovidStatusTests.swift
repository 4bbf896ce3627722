import ExposurePrimitives
import ImmuniClient
import Testing

@Suite("The Covid status")
struct CovidStatusTests {
    private static let monday = CalendarDay(daysSinceEpoch: 20_000)
    private static let tuesday = CalendarDay(daysSinceEpoch: 20_001)

    struct Transition: Sendable {
        let from: CovidStatus
        let event: CovidStatus.Event
        let to: CovidStatus
        var action: CovidStatus.Action?
    }

    private static let transitions = [
        Transition(
            from: .neutral,
            event: .contactDetected(monday),
            to: .risk(lastContact: monday),
            action: .notifyOfRisk(lastContact: monday)
        ),
        Transition(from: .neutral, event: .dataUploaded(monday), to: .positive(lastUpload: monday)),
        Transition(from: .neutral, event: .alertDismissed, to: .neutral),
        Transition(from: .neutral, event: .recoveryConfirmed, to: .neutral),
        Transition(
            from: .risk(lastContact: monday),
            event: .contactDetected(tuesday),
            to: .risk(lastContact: tuesday),
            action: .notifyOfRisk(lastContact: tuesday)
        ),
        Transition(
            from: .risk(lastContact: tuesday),
            event: .contactDetected(monday),
            to: .risk(lastContact: tuesday),
            action: .notifyOfRisk(lastContact: tuesday)
        ),
        Transition(from: .risk(lastContact: monday), event: .dataUploaded(tuesday), to: .positive(lastUpload: tuesday)),
        Transition(from: .risk(lastContact: monday), event: .alertDismissed, to: .dismissed(lastContact: monday)),
        Transition(from: .risk(lastContact: monday), event: .alertRecalled, to: .risk(lastContact: monday)),
        Transition(from: .dismissed(lastContact: monday), event: .alertRecalled, to: .risk(lastContact: monday)),
        Transition(from: .dismissed(lastContact: monday), event: .alertDismissed, to: .dismissed(lastContact: monday)),
        Transition(
            from: .dismissed(lastContact: monday),
            event: .recoveryConfirmed,
            to: .dismissed(lastContact: monday)
        ),
        Transition(
            from: .dismissed(lastContact: monday),
            event: .contactDetected(tuesday),
            to: .risk(lastContact: tuesday),
            action: .notifyOfRisk(lastContact: tuesday)
        ),
        Transition(
            from: .dismissed(lastContact: monday),
            event: .dataUploaded(tuesday),
            to: .positive(lastUpload: tuesday)
        ),
        Transition(
            from: .dismissed(lastContact: monday),
            event: .dayBegan(monday.advanced(byDays: 14)),
            to: .dismissed(lastContact: monday)
        ),
        Transition(from: .dismissed(lastContact: monday), event: .dayBegan(monday.advanced(byDays: 15)), to: .neutral),
        Transition(from: .neutral, event: .alertRecalled, to: .neutral),
        Transition(from: .positive(lastUpload: monday), event: .alertRecalled, to: .positive(lastUpload: monday)),
        Transition(from: .risk(lastContact: monday), event: .recoveryConfirmed, to: .risk(lastContact: monday)),
        Transition(
            from: .positive(lastUpload: monday),
            event: .contactDetected(tuesday),
            to: .positive(lastUpload: monday)
        ),
        Transition(
            from: .positive(lastUpload: monday),
            event: .dataUploaded(tuesday),
            to: .positive(lastUpload: tuesday)
        ),
        Transition(
            from: .positive(lastUpload: tuesday),
            event: .dataUploaded(monday),
            to: .positive(lastUpload: tuesday)
        ),
        Transition(from: .positive(lastUpload: monday), event: .alertDismissed, to: .positive(lastUpload: monday)),
        Transition(from: .positive(lastUpload: monday), event: .recoveryConfirmed, to: .neutral),
        Transition(from: .neutral, event: .dayBegan(monday), to: .neutral),
        Transition(
            from: .risk(lastContact: monday),
            event: .dayBegan(monday.advanced(byDays: 14)),
            to: .risk(lastContact: monday)
        ),
        Transition(from: .risk(lastContact: monday), event: .dayBegan(monday.advanced(byDays: 15)), to: .neutral),
        Transition(
            from: .positive(lastUpload: monday),
            event: .dayBegan(monday.advanced(byDays: 100)),
            to: .positive(lastUpload: monday)
        ),
    ]

    @Test("changes as documented, and notifies of contacts only", arguments: transitions)
    func transition(_ transition: Transition) {
        var status = transition.from
        #expect(status.handle(transition.event) == transition.action)
        #expect(status == transition.to)
    }
}
