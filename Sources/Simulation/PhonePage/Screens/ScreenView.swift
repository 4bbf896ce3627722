import AppTexts
import ExposurePrimitives
import ImmuniAPI
import Localisation
import MobileClient
import WebPages

/// The screen of the app as a piece of a page. Each control is a form of its own that posts one action.
struct ScreenView: Sendable {
    let language: Language
    let screen: AppScreen
    let platform: SettingsRequest.Platform
    /// Where controls post to.
    private let target: PageLink

    init(_ display: AppDisplay, platform: SettingsRequest.Platform) {
        language = display.language
        screen = display.screen
        self.platform = platform
        target = .page("/act")
    }

    /// A screen whose controls post to `target`.
    init(_ screen: AppScreen, in language: Language, platform: SettingsRequest.Platform, postingTo target: PageLink) {
        self.language = language
        self.screen = screen
        self.platform = platform
        self.target = target
    }

    /// The part of the page that is the app.
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
        case .repair(let problem): repair(problem)
        case .upload(let facts): upload(facts)
        case .settings(let facts): settings(facts)
        case .language(let chosen): languages(chosen: chosen)
        case .province(let facts): province(facts)
        case .privacyNotice(let url): document(SettingsText.privacyNotice, url)
        case .terms(let url): document(SettingsText.terms, url)
        case .faq(let facts): faq(facts)
        case .faqEntry(let entry): faqEntry(entry)
        case .support(let facts): support(facts)
        case .deleteData(let hasFailed): deleteData(hasFailed: hasFailed)
        case .deleting: [title(SettingsText.deleting)]
        }
    }

    // MARK: - Pieces

    func say(_ text: some LocalisedText) -> String { text.text(in: language) }

    /// The heading, which has the focus on a new screen, so that a reader begins there.
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
        Tag.form(.post, .action(target)) {
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

    /// A list of places to go to.
    func menu(_ entries: [(ScreenAction, String)]) -> HTML {
        Tag.ul(.class("menu")) {
            for (action, text) in entries {
                Tag.li { button(action, text, second: true) }
            }
        }
    }

    func select(_ options: [(value: String, text: String)], label: String, chosen: String? = nil) -> [HTML] {
        let list = options.map { option in
            HTML.element(
                .option,
                [.value(option.value)] + (option.value == chosen ? [.selected] : []),
                [.text(option.text)]
            )
        }
        return [
            Tag.label(.for("what")) { label },
            .element(.select, [.id("what"), .name("what"), .required], list),
        ]
    }

    var back: HTML { button(ScreenAction("goBack"), SettingsText.back, second: true) }

    /// A link to the authority's text, where there is one.
    func link(_ text: some LocalisedText, _ url: String?) -> HTML {
        guard let url, let link = PageLink.web(url) else {
            return paragraph(SettingsText.notAvailable, quiet: true)
        }
        return Tag.p {
            Tag.a(.href(link)) { say(text) }
            Tag.span(.class("quiet")) { " (\(say(SettingsText.opensInBrowser)))" }
        }
    }

    /// A day as people write it.
    func day(_ day: CalendarDay) -> String { ShownTime.day(day, in: language) }
}
