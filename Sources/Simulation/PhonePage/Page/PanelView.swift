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
    /// Whether the servers follow the clock.
    let hasAuthority: Bool
    let lastMeeting: SimulatedPhone.Meeting?
    let system: SystemState
    let requests: [RecordedRequest]

    var html: HTML {
        Tag.aside(.class("testers"), .aria("labelledby", "testers")) {
            Tag.h2(.id("testers")) { say(PanelText.testers) }
            Tag.div(.class("cards")) {
                clock
                meeting
                switches
                mishaps
            }
            requestList
            Tag.details(.id("new-phone")) {
                Tag.summary { say(PanelText.reset) }
                Tag.p { say(PanelText.resetBody) }
                simple("reset", PanelText.reset)
            }
        }
    }

    private func card(_ id: String, _ title: some LocalisedText, @HTMLBuilder content: () -> [HTML]) -> HTML {
        Tag.section(.class("card"), .aria("labelledby", "\(id)-title")) {
            Tag.h3(.id("\(id)-title")) { say(title) }
            content()
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
        card("clock", PanelText.clock) {
            Tag.p(.id("now")) {
                say(
                    PanelPhrase.now(
                        "\(ShownTime.day(now.utcDay, in: language)) \(ShownTime.time(now))"
                    )
                )
            }
            if !hasAuthority {
                Tag.p(.class("quiet")) { say(PanelText.ownClock) }
            }
            form("advance") {
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

    /// Hours.
    static let steps = [1, 4, 12, 24, 48, 168, 336]
    private static let usualStep = 24
    /// A key that is uploaded ends with the ten minutes before: an owner who tests positive at once still has half an hour left.
    private static let usualMinutes = "40"

    private var meeting: HTML {
        card("meeting", PanelText.meeting) {
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
                    Tag.div(.class("pair")) {
                        Tag.div { field("metres", PanelText.metres, value: "1") }
                        Tag.div { field("minutes", PanelText.minutes, value: Self.usualMinutes) }
                    }
                    Tag.div(.class("actions")) { Tag.button(.class("second"), .id("meet")) { say(PanelText.meet) } }
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
        card("switches", PanelText.switches) {
            toggle("bluetooth", PanelText.bluetooth, isOn: system.isBluetoothOn)
            if platform == .android {
                toggle("location", PanelText.location, isOn: system.isLocationOn)
            }
            toggle(
                "notifications",
                PanelText.notifications,
                isOn: system.mayNotify ?? (platform == .android)
            )
            Tag.div(.class("column")) {
                simple("revoke", PanelText.revoke)
                simple("background", PanelText.background)
                simple("restart", PanelText.restart)
            }
        }
    }

    private func toggle(_ verb: String, _ text: some LocalisedText, isOn: Bool) -> HTML {
        form(verb) {
            Tag.button(.class("switch"), .id(verb), .role("switch"), .aria("checked", isOn ? "true" : "false")) {
                say(text)
            }
        }
    }

    private func simple(_ verb: String, _ text: some LocalisedText) -> HTML {
        form(verb) { Tag.button(.class("second"), .id(verb)) { say(text) } }
    }

    private var mishaps: HTML {
        Tag.section(.class("card")) {
            Tag.details(.id("mishaps")) {
                Tag.summary { say(PanelText.mishaps) }
                network
                toggle("oldSystem", PanelText.oldSystem, isOn: system.mishaps.isSystemOld)
                if platform == .android {
                    toggle("oldServices", PanelText.oldServices, isOn: system.mishaps.areServicesOld)
                }
                toggle("noRadio", PanelText.noRadio, isOn: !system.mishaps.hasRadio)
                toggle("fullStorage", PanelText.fullStorage, isOn: system.mishaps.isStorageFull)
                Tag.div(.class("column")) {
                    simple("damage", PanelText.damage)
                    if hasAuthority {
                        simple("requireBuild", PanelText.requireBuild)
                    }
                    simple("install", PanelText.install)
                }
            }
        }
    }

    private var network: HTML {
        form("network") {
            Tag.label(.for("network")) { say(PanelText.network) }
            Tag.div(.class("line")) {
                Tag.select(.id("network"), .name("network")) {
                    for network in SystemState.Network.allCases {
                        HTML.element(
                            .option,
                            [.value(network.rawValue)] + (network == system.mishaps.network ? [.selected] : []),
                            [.text(say(Self.text(of: network)))]
                        )
                    }
                }
                Tag.button(.class("second")) { say(PanelText.setNetwork) }
            }
        }
    }

    private static func text(of network: SystemState.Network) -> PanelText {
        switch network {
        case .works: PanelText.networkWorks
        case .isOff: PanelText.networkIsOff
        case .losesAnswers: PanelText.networkLosesAnswers
        case .refuses: PanelText.networkRefuses
        }
    }

    private var requestList: HTML {
        Tag.section(.class("card"), .id("requests"), .aria("labelledby", "requests-title")) {
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
            Tag.td { ShownTime.time(request.time) }
            Tag.td {
                if let purpose = request.purpose {
                    Tag.span(.class("purpose")) { say(PanelPhrase.purpose(purpose)) }
                }
                Tag.span(.class("path"), .lang("en")) { "\(request.method) \(request.path)" }
            }
            Tag.td { "\(request.sent)" }
            Tag.td { request.status.map { "\($0) (\(request.received))" } ?? say(PanelText.noAnswer) }
            Tag.td {
                if let isDummy = request.isDummy {
                    Tag.span(.class(isDummy ? "tag" : "tag real")) {
                        say(isDummy ? PanelText.dummy : PanelText.genuine)
                    }
                } else {
                    "–"
                }
            }
        }
    }

    private static let shownRequests = 60
}
