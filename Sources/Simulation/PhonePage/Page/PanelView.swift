import ExposurePrimitives
import ImmuniAPI
import Localisation
import WebPages

/// What the panel for testers shows.
struct PanelView: Sendable {
    let language: Language
    let platform: SettingsRequest.Platform
    let now: UnixTime
    let others: [String]
    let lastMeeting: SimulatedPhone.Meeting?
    let system: SystemState
    let requests: [RecordedRequest]

    var html: HTML {
        Tag.aside(.class("testers"), .aria("labelledby", "testers")) {
            Tag.h2(.id("testers")) { say(PanelText.testers) }
            clock
            meeting
            switches
            Tag.section {
                form("background") { Tag.button(.class("second")) { say(PanelText.background) } }
            }
            requestList
            Tag.details {
                Tag.summary { say(PanelText.reset) }
                Tag.p { say(PanelText.resetBody) }
                form("reset") { Tag.button(.class("second")) { say(PanelText.reset) } }
            }
        }
    }

    private func say(_ text: some LocalisedText) -> String { text.text(in: language) }

    private func form(_ verb: String, @HTMLBuilder content: () -> [HTML]) -> HTML {
        Tag.form(.post, .action(.page("/tester"))) {
            Tag.input(.type("hidden"), .name("do"), .value(verb))
            content()
        }
    }

    private var clock: HTML {
        Tag.section(.aria("labelledby", "clock")) {
            Tag.h3(.id("clock")) { say(PanelText.clock) }
            Tag.p(.id("now")) {
                say(
                    PanelPhrase.now(
                        "\(ShownTime.day(now.utcDay, in: language)) \(ShownTime.time(now, in: language))"
                    )
                )
            }
            form("advance") {
                Tag.label(.for("hours")) { say(PanelText.advanceBy) }
                Tag.select(.id("hours"), .name("hours")) {
                    for hours in Self.steps {
                        Tag.option(.value("\(hours)")) {
                            say(hours < 24 ? PanelPhrase.hours(hours) : PanelPhrase.days(hours / 24))
                        }
                    }
                }
                Tag.div(.class("actions")) { Tag.button(.class("second")) { say(PanelText.advance) } }
            }
        }
    }

    /// Hours.
    static let steps = [1, 4, 12, 24, 48, 168, 336]

    private var meeting: HTML {
        Tag.section(.aria("labelledby", "meeting")) {
            Tag.h3(.id("meeting")) { say(PanelText.meeting) }
            if others.isEmpty {
                Tag.p(.class("quiet")) { say(PanelText.nobodyNear) }
            } else {
                form("meet") {
                    Tag.label(.for("whom")) { say(PanelText.whom) }
                    Tag.select(.id("whom"), .name("whom")) {
                        for other in others {
                            Tag.option(.value(other)) { other }
                        }
                    }
                    field("metres", PanelText.metres, value: "1")
                    field("minutes", PanelText.minutes, value: "25")
                    Tag.div(.class("actions")) { Tag.button(.class("second")) { say(PanelText.meet) } }
                }
            }
            if let met = lastMeeting {
                Tag.p(.role("status"), .id("met")) {
                    say(PanelPhrase.met(met.name, minutes: met.minutes, packets: met.packets))
                }
            }
        }
    }

    private func field(_ name: String, _ label: some LocalisedText, value: String) -> [HTML] {
        [
            Tag.label(.for(name)) { say(label) },
            Tag.input(.id(name), .name(name), .inputmode("decimal"), .value(value), .autocomplete("off"), .required),
        ]
    }

    private var switches: HTML {
        Tag.section(.aria("labelledby", "switches")) {
            Tag.h3(.id("switches")) { say(PanelText.switches) }
            toggle("bluetooth", PanelText.bluetooth, isOn: system.isBluetoothOn)
            if platform == .android {
                toggle("location", PanelText.location, isOn: system.isLocationOn)
            }
            toggle(
                "notifications",
                PanelText.notifications,
                isOn: system.mayNotify ?? (platform == .android)
            )
            form("revoke") { Tag.button(.class("second")) { say(PanelText.revoke) } }
        }
    }

    private func toggle(_ verb: String, _ text: some LocalisedText, isOn: Bool) -> HTML {
        form(verb) {
            Tag.button(.class("switch"), .role("switch"), .aria("checked", isOn ? "true" : "false")) { say(text) }
        }
    }

    private var requestList: HTML {
        Tag.section(.id("requests"), .aria("labelledby", "requests-title")) {
            Tag.h3(.id("requests-title")) { say(PanelText.requests) }
            if requests.isEmpty {
                Tag.p(.class("quiet")) { say(PanelText.noRequests) }
            } else {
                Tag.div(.class("scroll"), .role("region"), .aria("labelledby", "requests-title"), .tabindex(0)) {
                    table
                }
            }
        }
    }

    private var table: HTML {
        Tag.table {
            Tag.thead {
                Tag.tr {
                    for text in [
                        PanelText.time, PanelText.request, PanelText.bytesSent, PanelText.answer, PanelText.kind,
                    ] {
                        Tag.th(.scope("col")) { say(text) }
                    }
                }
            }
            Tag.tbody {
                for request in requests.prefix(Self.shownRequests) {
                    row(request)
                }
            }
        }
    }

    private func row(_ request: RecordedRequest) -> HTML {
        Tag.tr {
            Tag.td { ShownTime.time(request.time, in: language) }
            Tag.td(.lang("en")) { "\(request.method) \(request.path)" }
            Tag.td { "\(request.sent)" }
            Tag.td { request.status.map { "\($0) (\(request.received))" } ?? say(PanelText.noAnswer) }
            Tag.td { request.isDummy.map { say($0 ? PanelText.dummy : PanelText.genuine) } ?? "–" }
        }
    }

    private static let shownRequests = 60
}
