import CoronaWarnClient
import CoronaWarnTexts
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
                RiskText.switchOff,
                RiskText.switchOffQuestion,
                yes: RiskText.switchOffYes
            )
        } else {
            notice(RiskText.inactiveTitle)
            button(ScreenAction("service", "on"), RiskText.switchOn)
        }
        menu([
            (.open(.language), say(SettingsText.language)), (.open(.hotline), say(ActionText.help)),
            (.open(.deleteData), say(SettingsText.deleteTitle)),
        ])
        back
    }

    @HTMLBuilder func languages(chosen: Language?) -> [HTML] {
        title(SettingsText.language)
        languages(chosen: chosen, ofPhone: SettingsText.languageOfPhone)
        back
    }

    @HTMLBuilder func deleteData(hasFailed: Bool) -> [HTML] {
        title(SettingsText.deleteTitle)
        if hasFailed {
            notice(SettingsText.deleteFailed)
        }
        paragraph(SettingsText.deleteBody)
        asking(
            ScreenAction("deleteEverything"),
            SettingsText.deleteConfirm,
            SettingsText.deleteQuestion,
            yes: SettingsText.deleteYes
        )
        back
    }
}
