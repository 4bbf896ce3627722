import AssociationClient
import AssociationTexts
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
                SettingsText.switchOff,
                SettingsText.switchOffQuestion,
                yes: SettingsText.switchOffYes
            )
        } else {
            notice(HomeText.serviceOff)
            button(ScreenAction("service", "on"), HomeText.switchOn)
        }
        Tag.h2 { say(SettingsText.contactDays) }
        contactDays(facts.contactDays)
        menu([(.open(.language), say(SettingsText.language)), (.open(.deleteData), say(SettingsText.deleteTitle))])
        back
    }

    private func contactDays(_ chosen: Int) -> HTML {
        form(ScreenAction("contactDays")) {
            Tag.label(.for("days")) { say(SettingsText.contactDaysBody) }
            Tag.select(.id("days"), .name("what")) {
                for days in ContactDays.choices {
                    HTML.element(
                        .option,
                        [.value("\(days)")] + (days == chosen ? [.selected] : []),
                        [.text(say(AppPhrase.keptDays(count: days)))]
                    )
                }
            }
            Tag.div(.class("actions")) { Tag.button(.class("second")) { say(ActionText.save) } }
        }
    }
}
