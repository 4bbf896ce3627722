import AssociationAPI
import AssociationClient
import AssociationProtocol
import StoryKit
import WireFormat

/// The outcome of the story.
struct StoryOutcome: Sendable {
    /// How many minutes the phones were near each other.
    let minutes: Int
    /// How many contacts Anna's phone had.
    var contacts = 0
    /// For each change of what a phone with both schemes broadcast in an hour, whether everything changed.
    var changes: [Bool] = []
    var listeners: [Listener] = []
    var refusals: [ValidationRefusal: Int] = [:]
    /// The reports that wait for a person.
    var heldCases = 0
    var requests = SeenRequests()

    /// Somebody who did not report.
    struct Listener: Sendable {
        let name: String
        let alerts: [AlertFacts]
        /// Whether the phone told its owner that there is something to see.
        let isNotified: Bool

        var text: String {
            guard let alert = alerts.first else {
                return "\(name)'s app shows no alert."
            }
            return "\(name)'s app warns of \(alert.day), band \(alert.band), and notifies."
        }
    }
}

extension StoryOutcome {
    var expectations: [StoryExpectation] {
        [
            StoryExpectation(
                text: "address, identifier and key of a phone with both schemes changed together, four times an hour",
                held: changes == [true, true, true, true]
            ),
            warning,
            StoryExpectation(
                text: "Carla was too far away, Dora stayed five minutes, and Emil was not there: no alert",
                held: listeners.count == 4 && listeners.dropFirst().allSatisfy { $0.alerts.isEmpty && !$0.isNotified }
            ),
            StoryExpectation(
                text: "requests of phones to one path all have one size, genuine or not",
                held: [AssociationEndpoint.right, AssociationEndpoint.batch, AssociationEndpoint.poll].allSatisfy {
                    endpoint in
                    requests.sizes[endpoint.path]?.count == 1
                }
            ),
            refusal(.notYourID, "a stolen ticket is refused under the name of its owner"),
            refusal(.badTicket, "a stolen ticket is refused under the name of the thief"),
            refusal(.unknownIssuer, "an invented person is refused"),
            refusal(.replay, "a ticket counts once"),
            StoryExpectation(text: "a report that would warn a crowd is held for a person", held: heldCases == 1),
        ]
    }

    /// Nine near minutes on a day are needed.
    private var warning: StoryExpectation {
        let isLong = minutes >= Self.warningMinutes
        let bruno = listeners.first
        return StoryExpectation(
            text: "Bruno was near for \(minutes) minutes: \(isLong ? "an alert" : "no alert")",
            held: bruno?.alerts.isEmpty == !isLong && bruno?.isNotified == isLong
        )
    }

    private static let warningMinutes = 9

    private func refusal(_ reason: ValidationRefusal, _ text: String) -> StoryExpectation {
        StoryExpectation(text: text, held: refusals[reason] == 1)
    }
}
