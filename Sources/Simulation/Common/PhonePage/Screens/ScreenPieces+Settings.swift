package import Localisation
package import WebPages

/// A client's words on the screens of its settings that every client has.
package protocol SettingsScreenText: LocalisedText {
    static var language: Self { get }
    static var languageOfPhone: Self { get }
    static var deleteTitle: Self { get }
    static var deleteFailed: Self { get }
    static var deleteBody: Self { get }
    static var deleteConfirm: Self { get }
    static var deleteQuestion: Self { get }
    static var deleteYes: Self { get }
}

extension ScreenPieces {
    @HTMLBuilder package func languages<Text: SettingsScreenText>(_ text: Text.Type, chosen: Language?) -> [HTML] {
        title(Text.language)
        languages(chosen: chosen, ofPhone: Text.languageOfPhone)
    }

    @HTMLBuilder package func deleteData<Text: SettingsScreenText>(_ text: Text.Type, hasFailed: Bool) -> [HTML] {
        title(Text.deleteTitle)
        if hasFailed {
            notice(Text.deleteFailed)
        }
        paragraph(Text.deleteBody)
        asking(ScreenAction("deleteEverything"), Text.deleteConfirm, Text.deleteQuestion, yes: Text.deleteYes)
    }
}
