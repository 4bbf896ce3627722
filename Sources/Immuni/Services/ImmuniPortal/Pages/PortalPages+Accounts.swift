import Localisation
import WebPages

extension PortalPages {
    func signIn(name: String = "", notice text: (any LocalisedText)? = nil) -> Page {
        page(SignInText.signIn) {
            Tag.h1 { say(SignInText.signIn) }
            if let text {
                notice(text)
            }
            Tag.form(.post, .action(.page("/portal/sign-in"))) {
                visit.formToken
                field(
                    "name",
                    SignInText.name,
                    [
                        .value(name), .autocomplete("username"), .autocapitalize("none"), .noSpellcheck,
                        .maxlength(64),
                    ]
                )
                field("password", SignInText.password, [.type("password"), .autocomplete("current-password")])
                Tag.div(.class("actions")) { Tag.button { say(SignInText.signIn) } }
            }
        }
    }

    func password(oldFault: (any LocalisedText)? = nil, newFault: (any LocalisedText)? = nil, isChanged: Bool = false)
        -> Page
    {
        page(PasswordText.changePassword) {
            Tag.h1 { say(PasswordText.changePassword) }
            if let fault = oldFault ?? newFault {
                notice(fault)
            } else if visit.mustChangePassword {
                notice(PasswordText.passwordFirst)
            } else if isChanged {
                notice(PasswordText.passwordChanged, isGood: true)
            }
            Tag.form(.post, .action(.page("/portal/password"))) {
                visit.formToken
                field(
                    "old",
                    PasswordText.oldPassword,
                    [.type("password"), .autocomplete("current-password")],
                    fault: oldFault
                )
                field(
                    "new",
                    PasswordText.newPassword,
                    [.type("password"), .autocomplete("new-password")],
                    hint: PasswordText.passwordHint,
                    fault: newFault
                )
                field("again", PasswordText.repeatPassword, [.type("password"), .autocomplete("new-password")])
                Tag.div(.class("actions")) { Tag.button { say(PasswordText.changePassword) } }
            }
        }
    }
}
