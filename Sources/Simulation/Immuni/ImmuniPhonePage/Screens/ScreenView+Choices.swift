import ImmuniAPI
import ImmuniClient
import ImmuniTexts
import Localisation
import PhonePage
import WebPages

// Region and province, for the onboarding and the settings.

extension ScreenView {
    /// A list to choose from. Before the owner chooses, no entry is selected.
    private func select(_ options: [(value: String, text: String)], label: some LocalisedText, chosen: String?)
        -> [HTML]
    {
        let list = options.map { option in
            HTML.element(
                .option,
                [.value(option.value)] + (option.value == chosen ? [.selected] : []),
                [.text(option.text)]
            )
        }
        let none = chosen == nil ? [Tag.option(.value(""), .selected, .disabled) { say(SettingsText.choose) }] : []
        return [
            Tag.label(.for("what")) { say(label) },
            .element(.select, [.id("what"), .name("what"), .required], none + list),
        ]
    }

    /// The form for one choice.
    private func choice(
        _ action: ScreenAction,
        _ options: [(value: String, text: String)],
        label: some LocalisedText,
        chosen: String?
    ) -> HTML {
        form(action) {
            select(options, label: label, chosen: chosen)
            Tag.div(.class("actions")) { Tag.button { say(SettingsText.proceed) } }
        }
    }

    func choice(of facts: RegionFacts) -> HTML {
        choice(
            ScreenAction("region"),
            facts.choices.map { ($0.rawValue, PlaceNames.name(of: $0, in: language)) },
            label: OnboardingText.regionTitle,
            chosen: facts.current?.rawValue
        )
    }

    func choice(of facts: ProvinceFacts) -> HTML {
        choice(
            ScreenAction("province"),
            facts.choices.map { ($0.code, PlaceNames.province($0.code, in: language)) }.sorted { $0.1 < $1.1 },
            label: OnboardingText.provinceTitle,
            chosen: facts.current?.code
        )
    }
}
