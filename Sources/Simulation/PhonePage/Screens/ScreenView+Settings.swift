import AppTexts
import ImmuniAPI
import Localisation
import MobileClient
import WebPages

extension ScreenView {
    @HTMLBuilder func settings(_ facts: SettingsFacts) -> [HTML] {
        title(SettingsText.title)
        Tag.h2 { say(SettingsText.service) }
        if facts.isServiceOn {
            Tag.details {
                Tag.summary { say(HomeText.switchOff) }
                paragraph(HomeText.switchOffQuestion)
                button(ScreenAction("service", "off"), HomeText.switchOff, second: true)
            }
        } else {
            button(ScreenAction("service", "on"), HomeText.switchOn)
        }
        menu([
            (.open(.language), say(SettingsText.language)), (.open(.province), say(SettingsText.province)),
            (.open(.privacyNotice), say(SettingsText.privacyNotice)), (.open(.terms), say(SettingsText.terms)),
            (.open(.faq), say(SettingsText.questions)), (.open(.support), say(SettingsText.support)),
            (.open(.deleteData), say(SettingsText.deleteTitle)),
        ])
        paragraph(AppPhrase.build(number: facts.build), quiet: true)
        back
    }

    @HTMLBuilder func languages(chosen: Language?) -> [HTML] {
        title(SettingsText.language)
        Tag.ul(.class("menu")) {
            Tag.li { choice("", say(SettingsText.languageOfPhone), language, isChosen: chosen == nil) }
            for other in Language.allCases {
                Tag.li { choice(other.rawValue, other.ownName, other, isChosen: chosen == other) }
            }
        }
        back
    }

    private func choice(_ value: String, _ text: String, _ language: Language, isChosen: Bool) -> HTML {
        form(ScreenAction("language", value)) {
            HTML.element(
                .button,
                [.class("second"), .lang(language.tag)] + (isChosen ? [.aria("current", "true")] : []),
                [.text(text)]
            )
        }
    }

    @HTMLBuilder func province(_ facts: ProvinceFacts) -> [HTML] {
        title(SettingsText.province)
        form(ScreenAction("province")) {
            select(
                facts.regions.flatMap { region in
                    region.domiciles.map { ($0.code, PlaceNames.province($0.code, in: language)) }
                }
                .sorted { $0.1 < $1.1 },
                label: say(OnboardingText.provinceTitle),
                chosen: facts.current?.code
            )
            Tag.div(.class("actions")) { Tag.button { say(SettingsText.proceed) } }
        }
        back
    }

    @HTMLBuilder func document(_ heading: SettingsText, _ url: String?) -> [HTML] {
        title(heading)
        link(heading, url)
        back
    }

    @HTMLBuilder func faq(_ facts: FAQFacts) -> [HTML] {
        title(SettingsText.questions)
        if facts.isAvailable {
            form(ScreenAction("search")) {
                Tag.label(.for("query")) { say(FAQText.search) }
                Tag.input(.id("query"), .name("what"), .type("search"), .value(facts.query))
                Tag.div(.class("actions")) { Tag.button { say(FAQText.search) } }
            }
            if facts.results.isEmpty {
                notice(FAQText.noneFound)
            } else {
                Tag.p(.role("status")) {
                    say(AppPhrase.questionsFound(count: facts.results.count))
                }
                menu(facts.results.map { (.open(.faqEntry($0.index)), $0.title) })
            }
            if !facts.query.isEmpty {
                button(ScreenAction("search"), FAQText.allQuestions, second: true)
            }
        } else {
            paragraph(FAQText.notYetHere)
            for question in Question.allCases {
                Tag.details {
                    Tag.summary { question.question[language] }
                    Tag.p { question.answer[language] }
                }
            }
        }
        back
    }

    @HTMLBuilder func faqEntry(_ entry: FAQ.Entry) -> [HTML] {
        Tag.h1(.id("title"), .tabindex(-1), .autofocus) { entry.title }
        Tag.p { entry.content }
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
            Tag.li { say(facts.service == .working ? HomeText.working : HomeText.impaired) }
            if let day = facts.lastDetection {
                Tag.li { say(AppPhrase.lastChecked(day: self.day(day))) }
            }
        }
        back
    }

    @HTMLBuilder func deleteData(hasFailed: Bool) -> [HTML] {
        title(SettingsText.deleteTitle)
        if hasFailed {
            notice(SettingsText.deleteFailed)
        }
        paragraph(SettingsText.deleteBody)
        Tag.div(.class("actions")) {
            button(ScreenAction("deleteEverything"), SettingsText.deleteConfirm)
            back
        }
    }
}
