import Localisation
import PortalSections
import WebPages

extension PortalPages {
    func signIn(name: String = "", notice text: (any LocalisedText)? = nil) -> Page {
        frame(SignInText.signIn) {
            Tag.h1 { parts.say(SignInText.signIn) }
            if let text {
                parts.notice(text)
            }
            parts.form(to: .page("/portal/sign-in")) {
                parts.field(
                    "name",
                    SignInText.name,
                    [.value(name), .autocomplete("username"), .autocapitalize("none"), .noSpellcheck, .maxlength(64)]
                )
                parts.field("password", SignInText.password, [.type("password"), .autocomplete("current-password")])
                Tag.div(.class("actions")) { Tag.button { parts.say(SignInText.signIn) } }
            }
        }
    }

    func password(oldFault: (any LocalisedText)? = nil, newFault: (any LocalisedText)? = nil, isChanged: Bool = false)
        -> Page
    {
        frame(PasswordText.changePassword) {
            Tag.h1 { parts.say(PasswordText.changePassword) }
            if let fault = oldFault ?? newFault {
                parts.notice(fault)
            } else if visit.signedIn?.mustChangePassword == true {
                parts.notice(PasswordText.passwordFirst)
            } else if isChanged {
                parts.notice(PasswordText.passwordChanged, isGood: true)
            }
            parts.form(to: .page("/portal/password")) {
                parts.field(
                    "old",
                    PasswordText.oldPassword,
                    [.type("password"), .autocomplete("current-password")],
                    fault: oldFault
                )
                parts.field(
                    "new",
                    PasswordText.newPassword,
                    [.type("password"), .autocomplete("new-password")],
                    hint: PasswordText.passwordHint,
                    fault: newFault
                )
                parts.field("again", PasswordText.repeatPassword, [.type("password"), .autocomplete("new-password")])
                Tag.div(.class("actions")) { Tag.button { parts.say(PasswordText.changePassword) } }
            }
        }
    }

    private func frame(_ title: some LocalisedText, @HTMLBuilder content: () -> [HTML]) -> Page {
        page(SectionContent(title, content: content))
    }
}
