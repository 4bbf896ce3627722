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
}
