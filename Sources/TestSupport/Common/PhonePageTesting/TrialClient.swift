package import Localisation
package import PhonePage
package import PhonePorts
package import ProximityRadio
package import WebPages
package import WireFormat

/// A diary: the smallest client that has everything that a client can have on the page. It belongs to no system, so it
/// shows that the page knows none.
package struct TrialClient: HostedClient {
    package let id: ClientID
    package let words: ClientWords
    package let rotation: RotationSchedule
    package let server = TrialServer()
    /// Whether it uses the framework.
    private let isExposed: Bool
    /// Seconds from one background task to the next.
    private let period: Int64

    package init(
        _ id: ClientID,
        name: String,
        usesFramework isExposed: Bool,
        period: Int64 = 3600,
        rotation: RotationSchedule = .irregular
    ) {
        (self.id, self.isExposed, self.period, self.rotation) = (id, isExposed, period, rotation)
        words = ClientWords(name: name, open: TrialText("Open \(name)"), notifications: TrialText("Notify of \(name)"))
    }

    package var transport: any PhoneTransport { server }

    package func start(on ports: ClientPorts) throws -> any RunningClient {
        try RunningTrialClient(on: ports, framework: isExposed ? ports.makeFramework() : nil, period: period)
    }

    package func words(of question: SystemQuestion) -> QuestionWords {
        QuestionWords(
            title: TrialText("\(words.name) asks to \(question)"),
            body: TrialText("Please answer."),
            no: TrialText("No"),
            yes: TrialText("Yes")
        )
    }

    package func words(of notification: PhoneNotification) -> NotificationWords? {
        notification == .news
            ? NotificationWords(title: TrialText("News of \(words.name)"), body: TrialText("Read them.")) : nil
    }

    package func describe(_ request: PhoneRequest) -> RequestDescription {
        RequestDescription(purpose: TrialText("News"), isDummy: false)
    }

    package func samples(on platform: PhonePlatform) -> [ScreenSample] {
        [("entries", TrialScreen.entries(["Made up"])), ("form", .form)].map { name, screen in
            ScreenSample(name) { frame, language in TrialView(frame: frame, language: language, screen: screen).section
            }
        }
    }
}

// MARK: - Panel

extension TrialClient {
    package var switches: [PanelButton] { [PanelButton("news", TrialText("Fetch news of \(words.name)"))] }

    package func mishaps(hasAuthority: Bool) -> [PanelButton] {
        hasAuthority ? [PanelButton("rumour", TrialText("Spread a rumour in \(words.name)"))] : []
    }

    /// A flyer that the person can copy with one click.
    package func cards(_ kit: PanelKit) async -> [HTML] {
        [
            kit.card("flyer", TrialText("Flyer for \(words.name)")) {
                kit.action(ScreenAction("write", "Text of a flyer"), TrialText("Copy the flyer"))
            }
        ]
    }

    package func perform(_ fields: FormFields, by tester: ClientTester) async throws {
        switch fields["do"] {
        case "news": await tester.wake(for: .fetchNews)
        case "rumour": try await tester.order("rumour", words.name)
        default: throw PhonePageError.unknownControl
        }
    }
}

/// A text that is the same in all languages.
package struct TrialText: LocalisedText {
    private let text: String

    package init(_ text: String) {
        self.text = text
    }

    package var localised: Localised { Localised(en: text, it: text, de: text, fr: text, es: text) }
}
