import ImmuniAPI
import ImmuniClient
import ImmuniTexts
import Localisation
import PhonePage
import WebPages

extension ScreenView {
    @HTMLBuilder func settings(_ facts: SettingsFacts) -> [HTML] {
        title(SettingsText.title)
        Tag.h2 { say(SettingsText.service) }
        if facts.isServiceOn {
            asking(
                ScreenAction("service", "off"),
                HomeText.switchOff,
                HomeText.switchOffQuestion,
                yes: HomeText.switchOffYes
            )
        } else {
            notice(HomeText.switchedOff)
            button(ScreenAction("service", "on"), HomeText.switchOn)
        }
        if let province = facts.province {
            paragraph(AppPhrase.province(name: PlaceNames.province(province.code, in: language)))
        }
        menu([
            (.open(.language), say(SettingsText.language)), (.open(.region), say(SettingsText.province)),
            (.open(.privacyNotice), say(SettingsText.privacyNotice)), (.open(.terms), say(SettingsText.terms)),
            (.open(.faq), say(SettingsText.questions)), (.open(.support), say(SettingsText.support)),
            (.open(.deleteData), say(SettingsText.deleteTitle)),
        ])
        paragraph(AppPhrase.build(number: facts.build), quiet: true)
        back
    }

    @HTMLBuilder func region(_ facts: RegionFacts) -> [HTML] {
        title(SettingsText.province)
        choice(of: facts)
        back
    }

    @HTMLBuilder func province(_ facts: ProvinceFacts) -> [HTML] {
        title(OnboardingText.provinceTitle)
        choice(of: facts)
        back
    }

    @HTMLBuilder func document(_ heading: SettingsText, _ url: String?) -> [HTML] {
        title(heading)
        link(heading, url)
        back
    }

    @HTMLBuilder func faq(_ facts: FAQFacts) -> [HTML] {
        title(SettingsText.questions)
        form(ScreenAction("search")) {
            Tag.label(.for("query")) { say(FAQText.search) }
            Tag.input(.id("query"), .name("what"), .type("search"), .value(facts.query))
            Tag.div(.class("actions")) { Tag.button { say(FAQText.search) } }
        }
        if facts.results.isEmpty {
            notice(FAQText.noneFound)
        } else if !facts.query.isEmpty {
            Tag.p(.role("status")) { say(AppPhrase.questionsFound(count: facts.results.count)) }
        }
        questions(facts.results.filter { !$0.isServed }, FAQText.aboutTheApp, in: language)
        if let served = facts.servedLanguage {
            questions(facts.results.filter(\.isServed), FAQText.fromTheAuthority, in: served)
        } else {
            paragraph(FAQText.notYetHere, quiet: true)
        }
        if !facts.query.isEmpty {
            button(ScreenAction("search"), FAQText.allQuestions, second: true)
        }
        back
    }

    @HTMLBuilder private func questions(_ results: [FAQFacts.Result], _ heading: FAQText, in language: Language)
        -> [HTML]
    {
        if !results.isEmpty {
            Tag.h2 { say(heading) }
            menu(results.map { (.open(.faqEntry($0.index)), $0.title) }, in: language)
        }
    }

    @HTMLBuilder func faqEntry(_ facts: FAQEntryFacts) -> [HTML] {
        Tag.h1(.id("title"), .tabindex(-1), .autofocus, .lang(facts.language.tag)) { facts.entry.title }
        Tag.p(.lang(facts.language.tag)) { facts.entry.content }
        back
    }

    @HTMLBuilder func support(_ facts: SupportFacts) -> [HTML] {
        title(SettingsText.support)
        paragraph(SettingsText.supportBody)
        contact(facts.contact)
        paragraph(SettingsText.supportFacts)
        Tag.ul {
            Tag.li { "\(facts.model), \(facts.platform == .iOS ? "iOS" : "Android") \(facts.systemVersion)" }
            if let version = facts.servicesVersion {
                Tag.li { "Google Play services \(version)" }
            }
            Tag.li { say(AppPhrase.build(number: facts.build)) }
            Tag.li { say(Self.text(of: facts.service)) }
            if let check = facts.lastCheck {
                Tag.li { say(AppPhrase.lastChecked(moment: moment(check))) }
            }
        }
        back
    }

    private static func text(of service: ServiceStatus) -> HomeText {
        switch service {
        case .working: .working
        case .switchedOff: .switchedOff
        case .impaired: service.canDetect ? .limited : .impaired
        }
    }
}
