import ExposurePrimitives
import Localisation
import WebPages

/// The content of the panel for testers.
struct PanelView: Sendable {
    let language: Language
    let platform: PhonePlatform
    let now: UnixTime
    /// The progress of the clock's move, while there is one.
    let progress: ClockMove.Progress?
    /// Whether the clock's last move failed.
    let hasMoveFailed: Bool
    let others: [String]
    /// Whether the servers follow the clock.
    let hasAuthority: Bool
    let lastMeeting: SimulatedPhone.Meeting?
    /// Whether the phone has just replaced another.
    let isNew: Bool
    let system: SystemState
    let clients: [Client]

    /// A client of the phone, and what is its own on the panel.
    struct Client: Sendable {
        let host: any HostedClient
        let kit: PanelKit
        /// Whether it has a permission for exposure notifications that the owner can withdraw.
        let hasFramework: Bool
        let cards: [HTML]
        let requests: [RecordedRequest]
    }

    var html: HTML {
        Tag.aside(.class("testers"), .aria("labelledby", "testers")) {
            Tag.h2(.id("testers")) { say(PanelText.testers) }
            Tag.div(.class("cards")) {
                clock
                meeting
                switches
                mishaps
                for client in clients {
                    client.cards
                }
            }
            for client in clients {
                requestList(of: client)
            }
            if isNew {
                Tag.p(.role("status")) { say(PanelText.isNew) }
            }
            Tag.details(.class("ask destructive"), .id("new-phone")) {
                Tag.summary { say(PanelText.reset) }
                Tag.p { say(PanelText.resetBody) }
                kit.form("reset") { Tag.button(.class("destructive"), .id("reset")) { say(PanelText.reset) } }
            }
        }
    }

    var kit: PanelKit { PanelKit(language) }

    var hasSeveral: Bool { clients.count > 1 }

    func say(_ text: any LocalisedText) -> String { kit.say(text) }

    private var clock: HTML {
        kit.card("clock", PanelText.clock) {
            Tag.p(.id("now")) {
                say(PanelPhrase.now("\(ShownTime.day(now.utcDay, in: language)) \(ShownTime.time(now))"))
            }
            Tag.div(.id("moving")) { moving }
            if !hasAuthority {
                Tag.p(.class("quiet")) { say(PanelText.ownClock) }
            }
            kit.form("advance") {
                Tag.label(.for("hours")) { say(PanelText.advanceBy) }
                Tag.select(.id("hours"), .name("hours")) {
                    for hours in Self.steps {
                        HTML.element(
                            .option,
                            [.value("\(hours)")] + (hours == Self.usualStep ? [.selected] : []),
                            [.text(say(hours < 24 ? PanelPhrase.hours(hours) : PanelPhrase.days(hours / 24)))]
                        )
                    }
                }
                Tag.div(.class("actions")) { Tag.button(.class("second"), .id("advance")) { say(PanelText.advance) } }
            }
        }
    }

    @HTMLBuilder private var moving: [HTML] {
        if let progress {
            let phrase: PanelPhrase =
                switch progress.unit {
                case .hour: .hourPasses(progress.number, count: progress.count)
                case .day: .dayPasses(progress.number, count: progress.count)
                }
            Tag.p(.id("progress")) { say(phrase) }
            Tag.progress(.aria("labelledby", "progress"), .value("\(progress.number)"), .max("\(progress.count)"))
        } else if hasMoveFailed {
            Tag.p(.role("status")) { say(PanelText.clockFailed) }
        }
    }

    /// Hours.
    static let steps = [1, 4, 12, 24, 48, 168, 336]
    private static let usualStep = 24
    /// An uploaded key ends ten minutes before the upload. An owner who tests positive at once still has half an hour
    /// left.
    private static let usualMinutes = "40"

    private var meeting: HTML {
        kit.card("meeting", PanelText.meeting) {
            if others.isEmpty {
                Tag.p(.class("quiet")) { say(PanelText.nobodyNear) }
            } else {
                kit.form("meet") {
                    Tag.label(.for("whom")) { say(PanelText.whom) }
                    Tag.select(.id("whom"), .name("whom")) {
                        for other in others {
                            Tag.option(.value(other)) { other }
                        }
                    }
                    Tag.div(.class("pair")) {
                        Tag.div { field("metres", PanelText.metres, value: "1") }
                        Tag.div { field("minutes", PanelText.minutes, value: Self.usualMinutes) }
                    }
                    Tag.div(.class("actions")) { meetButton }
                }
            }
            if let met = lastMeeting {
                Tag.p(.role("status"), .id("met")) {
                    say(PanelPhrase.met(met.name, minutes: met.minutes, packets: met.packets))
                }
            }
        }
    }

    /// The button for a meeting. It moves the clock itself, so it waits until the clock stands still.
    @HTMLBuilder private var meetButton: [HTML] {
        if progress == nil {
            Tag.button(.class("second"), .id("meet")) { say(PanelText.meet) }
        } else {
            Tag.button(.class("second"), .id("meet"), .disabled, .aria("describedby", "meet-later")) {
                say(PanelText.meet)
            }
            Tag.p(.class("quiet"), .id("meet-later")) { say(PanelText.meetLater) }
        }
    }

    private func field(_ name: String, _ label: some LocalisedText, value: String) -> [HTML] {
        [
            Tag.label(.for(name)) { say(label) },
            Tag.input(.id(name), .name(name), .inputmode("decimal"), .value(value), .autocomplete("off"), .required),
        ]
    }
}
