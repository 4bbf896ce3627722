import ImmuniTexts
import ExposurePrimitives
import ImmuniAPI
import Localisation
import ImmuniClient
import WebPages

/// The screen of the app as part of a page. Each control is its own form and posts one action.
struct ScreenView: Sendable {
    let language: Language
    let screen: AppScreen
    let platform: SettingsRequest.Platform
    private let now: UnixTime
    private let place: Place

    /// The place of a screen.
    enum Place: Sendable {
        /// On the phone, beside the panel.
        case phone
        /// Alone, with made-up facts; its controls have no effect.
        case sample
    }

    init(
        _ screen: AppScreen,
        in language: Language,
        platform: SettingsRequest.Platform,
        now: UnixTime,
        at place: Place = .phone
    ) {
        self.language = language
        self.screen = screen
        self.platform = platform
        self.now = now
        self.place = place
    }

    /// The part of the page with the app.
    var section: HTML {
        Tag.section(.class("screen"), .id("screen"), .lang(language.tag), .aria("labelledby", "title")) { html }
    }

    private var html: [HTML] {
        switch screen {
        case .starting: [title(SettingsText.settingUp)]
        case .updateRequired(let problem): update(problem)
        case .settingUp(let facts): settingUp(facts)
        case .onboarding(let facts): onboarding(facts)
        case .home(let facts): home(facts)
        case .repair(let facts): repair(facts)
        case .upload(let facts): upload(facts)
        case .settings(let facts): settings(facts)
        case .language(let chosen): languages(chosen: chosen)
        case .region(let facts): region(facts)
        case .province(let facts): province(facts)
        case .privacyNotice(let url): document(SettingsText.privacyNotice, url)
        case .terms(let url): document(SettingsText.terms, url)
        case .faq(let facts): faq(facts)
        case .faqEntry(let facts): faqEntry(facts)
        case .support(let facts): support(facts)
        case .deleteData(let hasFailed): deleteData(hasFailed: hasFailed)
        case .deleting: [title(SettingsText.deleting)]
        }
    }

    // MARK: - Pieces

    func say(_ text: some LocalisedText) -> String { text.text(in: language) }

    /// The heading. On a new screen it has the focus, so a screen reader begins there.
    func title(_ text: some LocalisedText) -> HTML {
        Tag.h1(.id("title"), .tabindex(-1), .autofocus) { say(text) }
    }

    func paragraph(_ text: some LocalisedText, quiet: Bool = false) -> HTML {
        quiet ? Tag.p(.class("quiet")) { say(text) } : Tag.p { say(text) }
    }

    func notice(_ text: some LocalisedText, isBad: Bool = true) -> HTML {
        Tag.div(.class(isBad ? "panel bad" : "panel good"), .role("status")) { Tag.p { say(text) } }
    }

    func form(_ action: ScreenAction, @HTMLBuilder content: () -> [HTML]) -> HTML {
        Tag.form(.post, .action(place == .phone ? .page("/act") : .page("/screens"))) {
            Tag.input(.type("hidden"), .name("do"), .value(action.verb))
            if !action.object.isEmpty {
                Tag.input(.type("hidden"), .name("what"), .value(action.object))
            }
            content()
        }
    }

    func button(_ action: ScreenAction, _ text: String, second: Bool = false) -> HTML {
        form(action) {
            second ? Tag.button(.class("second")) { text } : Tag.button { text }
        }
    }

    func button(_ action: ScreenAction, _ text: some LocalisedText, second: Bool = false) -> HTML {
        button(action, say(text), second: second)
    }

    /// A question before an action.
    ///
    /// - Parameter isDestructive: whether the action removes something.
    func asking(
        _ action: ScreenAction,
        _ label: some LocalisedText,
        _ question: some LocalisedText,
        yes: some LocalisedText,
        isDestructive: Bool = true
    ) -> HTML {
        Tag.details(.class(isDestructive ? "ask destructive" : "ask"), .id("ask-\(action.verb)")) {
            Tag.summary { say(label) }
            paragraph(question)
            form(action) { Tag.button(.class(isDestructive ? "destructive" : "second")) { say(yes) } }
        }
    }

    /// A link to the switches beside the phone, which replace its settings.
    func systemSettings(_ id: String) -> HTML {
        Tag.a(.class("button"), .href(place == .phone ? .element(id) : .page("/"))) {
            say(PermissionText.openSystemSettings)
        }
    }

    /// A list of links to other screens.
    ///
    /// - Parameter other: the language of the entries, if it is not the screen's.
    func menu(_ entries: [(ScreenAction, String)], in other: Language? = nil) -> HTML {
        Tag.ul(.class("menu"), .lang((other ?? language).tag)) {
            for (action, text) in entries {
                Tag.li { button(action, text, second: true) }
            }
        }
    }

    var back: HTML { button(ScreenAction("goBack"), SettingsText.back, second: true) }

    /// A link to the authority's text, if there is one.
    func link(_ text: some LocalisedText, _ url: String?) -> HTML {
        guard let url, let link = PageLink.web(url) else {
            return paragraph(SettingsText.notAvailable, quiet: true)
        }
        return Tag.p {
            Tag.a(.href(link)) { say(text) }
            Tag.span(.class("quiet")) { say(SettingsText.opensInBrowser) }
        }
    }

    /// A day in a form for people.
    func day(_ day: CalendarDay) -> String { ShownTime.day(day, in: language) }

    /// The time of a check in a form for people.
    func moment(_ check: CheckTime) -> String { ShownTime.moment(check.time, now: now, in: language) }
}
