import ImmuniAPI
import ImmuniClient
import ImmuniTexts
import Localisation
import PhonePage
import WebPages

// The phone's problems and their repairs.

extension ScreenView {
    func problemTitle(_ problem: ServiceProblem) -> PermissionText {
        switch problem {
        case .hardwareUnsupported: .hardwareTitle
        case .frameworkNotAllowed: .frameworkTitle
        case .frameworkOff: .frameworkOffTitle
        case .locationOff: .locationTitle
        case .bluetoothOff: .bluetoothTitle
        case .notificationsOff: .notificationsTitle
        case .storageFull: .storageTitle
        }
    }

    private func problemBody(_ facts: RepairFacts) -> PermissionText {
        switch facts.problem {
        case .hardwareUnsupported: .hardwareBody
        case .frameworkNotAllowed: .frameworkBody
        case .frameworkOff: .frameworkOffBody
        case .locationOff: .locationBody
        case .bluetoothOff: bluetoothBody
        case .notificationsOff where facts.repair == .ask: .notificationsBody
        case .notificationsOff: platform == .iOS ? .notificationsRefusedIOS : .notificationsRefusedAndroid
        case .storageFull: .storageBody
        }
    }

    @HTMLBuilder func repair(_ facts: RepairFacts) -> [HTML] {
        title(problemTitle(facts.problem))
        paragraph(problemBody(facts))
        Tag.div(.class("actions")) {
            switch facts.repair {
            case .ask where facts.problem == .frameworkOff:
                button(ScreenAction("repair", facts.problem.rawValue), HomeText.switchOn)
            case .ask:
                button(ScreenAction("repair", facts.problem.rawValue), PermissionText.allow)
            case .systemSettings:
                systemSettings(facts.problem == .storageFull ? .mishaps : .switches)
            case .none: []
            }
            back
        }
    }

    @HTMLBuilder func update(_ problem: StartUpProblem) -> [HTML] {
        title(SettingsText.updateTitle)
        switch problem {
        case .systemTooOld(let needed):
            paragraph(AppPhrase.systemTooOld(needed: "\(needed)"))
            button(.update(.system), SettingsText.updateSystem)
        case .servicesTooOld(let needed):
            paragraph(AppPhrase.servicesTooOld(needed: "\(needed)"))
            button(.update(.services), SettingsText.updateServices)
        case .appTooOld:
            paragraph(SettingsText.appTooOld)
            button(.update(.app), SettingsText.updateApp)
        }
    }
}
