package import CoronaWarnAPI
import CoronaWarnClient
import CoronaWarnFlyers
import Localisation
package import PhonePage
package import WebPages
package import WireFormat

// The panel: sheets with codes, the laboratory, and the hotline.

extension HostedCoronaWarnClient {
    package var switches: [PanelButton] { [PanelButton("background", CoronaWarnPanelText.background)] }

    package func cards(_ kit: PanelKit) async -> [HTML] {
        let state = site.present
        return [flyers(state, kit), laboratory(state, kit), hotline(state, kit)]
    }

    private func flyers(_ state: TestSite.State, _ kit: PanelKit) -> HTML {
        kit.card("flyers", CoronaWarnPanelText.flyers) {
            Tag.p { kit.say(CoronaWarnPanelText.flyersBody) }
            Tag.div(.class("flyers")) {
                for (number, code) in Self.numbered(state.flyers) {
                    Tag.div {
                        Self.drawing(of: code, label: kit.say(CoronaWarnPanelPhrase.drawing(number: number)))
                        kit.action(
                            ScreenAction("scan", code.exposedAddress),
                            CoronaWarnPanelPhrase.scan(number: number)
                        )
                    }
                }
            }
            kit.button(PanelButton("newFlyers", CoronaWarnPanelText.newFlyers))
        }
    }

    private static func numbered(_ flyers: FlyerStack) -> [(number: Int, code: TestCode)] {
        flyers.codes.enumerated().map { ($0.offset + 1, $0.element) }
    }

    @HTMLBuilder private static func drawing(of code: TestCode, label: String) -> [HTML] {
        if let drawing = CodeDrawing(code) {
            // Four light squares on each side separate the code from everything else.
            let side = drawing.size + 8
            Tag.svg(.class("qr"), .viewBox("-4 -4 \(side) \(side)"), .role("img"), .aria("label", label)) {
                Tag.path(.d(drawing.exposedPath))
            }
        }
    }

    private func laboratory(_ state: TestSite.State, _ kit: PanelKit) -> HTML {
        kit.card("laboratory", CoronaWarnPanelText.laboratory) {
            if kit.hasAuthority {
                kit.form("deliver") {
                    choice(
                        kit,
                        "flyer",
                        CoronaWarnPanelText.sample,
                        Self.numbered(state.flyers).map { number, _ in
                            ("\(number)", kit.say(CoronaWarnPanelPhrase.flyer(number: number)))
                        }
                    )
                    choice(
                        kit,
                        "result",
                        CoronaWarnPanelText.result,
                        TestKind.pcr.sentOutcomes.map { outcome in
                            ("\(outcome)", kit.say(Self.text(of: outcome)))
                        }
                    )
                    Tag.div(.class("actions")) {
                        Tag.button(.class("second"), .id(kit.id("deliver"))) { kit.say(CoronaWarnPanelText.deliver) }
                    }
                }
            } else {
                Tag.p(.class("quiet")) { kit.say(CoronaWarnPanelText.noAuthority) }
            }
            if let delivered = state.delivered {
                Tag.p(.role("status")) {
                    kit.say(
                        CoronaWarnPanelPhrase.delivered(
                            number: delivered.number,
                            result: kit.say(Self.text(of: delivered.outcome))
                        )
                    )
                }
            }
        }
    }

    @HTMLBuilder private func choice(
        _ kit: PanelKit,
        _ name: String,
        _ label: CoronaWarnPanelText,
        _ options: [(value: String, text: String)]
    ) -> [HTML] {
        Tag.label(.for(kit.id(name))) { kit.say(label) }
        Tag.select(.id(kit.id(name)), .name(name)) {
            for option in options {
                Tag.option(.value(option.value)) { option.text }
            }
        }
    }

    static func text(of outcome: TestOutcome) -> CoronaWarnPanelText {
        switch outcome {
        case .negative: .negative
        case .positive: .positive
        // The laboratory sends none of the other two.
        case .invalid, .pending, .redeemed: .invalid
        }
    }

    private func hotline(_ state: TestSite.State, _ kit: PanelKit) -> HTML {
        kit.card("hotline", CoronaWarnPanelText.hotline) {
            if kit.hasAuthority {
                Tag.p { kit.say(CoronaWarnPanelText.hotlineBody) }
                kit.button(PanelButton("giveTeleTAN", CoronaWarnPanelText.giveTeleTAN))
            } else {
                Tag.p(.class("quiet")) { kit.say(CoronaWarnPanelText.noAuthority) }
            }
            if let teleTAN = state.teleTAN {
                Tag.p(.role("status")) { kit.say(CoronaWarnPanelPhrase.given(teleTAN: teleTAN)) }
            }
        }
    }
}

// MARK: - What the controls do

extension HostedCoronaWarnClient {
    /// The order to deliver a result; its value is ``LaboratoryOrder``.
    package static let deliverResult = "deliverResult"
    /// The order to give a teleTAN, which is the answer. It has no value.
    package static let giveTeleTAN = "giveTeleTAN"

    package func perform(_ fields: FormFields, by tester: ClientTester) async throws {
        switch fields["do"] {
        case "background": await tester.wake(for: .session)
        case "newFlyers": site.takeNewFlyers()
        case "deliver": try await deliver(fields, by: tester)
        case Self.giveTeleTAN: site.give(teleTAN: try await tester.order(Self.giveTeleTAN, ""))
        default: throw PhonePageError.unknownControl
        }
    }

    private func deliver(_ fields: FormFields, by tester: ClientTester) async throws {
        let flyers = Self.numbered(site.present.flyers)
        guard let flyer = flyers.first(where: { "\($0.number)" == fields["flyer"] }),
            let outcome = TestKind.pcr.sentOutcomes.first(where: { "\($0)" == fields["result"] })
        else {
            throw PhonePageError.unknownControl
        }
        let order = LaboratoryOrder(test: TestIdentifier(hashing: flyer.code), outcome: outcome)
        try await tester.order(Self.deliverResult, order.exposedText)
        site.deliver(TestSite.Delivery(number: flyer.number, outcome: outcome))
    }
}

/// A result that a tester orders at the laboratory.
package struct LaboratoryOrder: Sendable {
    package let test: TestIdentifier
    package let outcome: TestOutcome

    init(test: TestIdentifier, outcome: TestOutcome) {
        (self.test, self.outcome) = (test, outcome)
    }

    /// Reads the value of an order; nil for anything else.
    package init?(_ text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 2, let test = TestIdentifier(code: String(parts[0])),
            let outcome = TestKind.pcr.sentOutcomes.first(where: { "\($0)" == parts[1] })
        else {
            return nil
        }
        self.init(test: test, outcome: outcome)
    }

    /// The value of an order, with the test's identifier.
    var exposedText: String { "\(test.exposedText) \(outcome)" }
}
