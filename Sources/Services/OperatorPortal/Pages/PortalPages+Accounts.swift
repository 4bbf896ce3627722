import Localisation
import WebPages

extension PortalPages {
    func signIn(name: String = "", notice text: Localised? = nil) -> Page {
        page(PortalText.signIn) {
            Tag.h1 { say(PortalText.signIn) }
            if let text {
                notice(text)
            }
            Tag.form(.post, .action(.page("/portal/sign-in"))) {
                visit.formToken
                field(
                    "name",
                    PortalText.name,
                    [
                        .value(name), .autocomplete("username"), .autocapitalize("none"), .noSpellcheck,
                        .maxlength(64),
                    ]
                )
                field("password", PortalText.password, [.type("password"), .autocomplete("current-password")])
                Tag.div(.class("actions")) { Tag.button { say(PortalText.signIn) } }
            }
        }
    }

    func password(oldFault: Localised? = nil, newFault: Localised? = nil, isChanged: Bool = false) -> Page {
        page(PortalText.changePassword) {
            Tag.h1 { say(PortalText.changePassword) }
            if let fault = oldFault ?? newFault {
                notice(fault)
            } else if visit.mustChangePassword {
                notice(PortalText.passwordFirst)
            } else if isChanged {
                notice(PortalText.passwordChanged, isGood: true)
            }
            Tag.form(.post, .action(.page("/portal/password"))) {
                visit.formToken
                field(
                    "old",
                    PortalText.oldPassword,
                    [.type("password"), .autocomplete("current-password")],
                    fault: oldFault
                )
                field(
                    "new",
                    PortalText.newPassword,
                    [.type("password"), .autocomplete("new-password")],
                    hint: PortalText.passwordHint,
                    fault: newFault
                )
                field("again", PortalText.repeatPassword, [.type("password"), .autocomplete("new-password")])
                Tag.div(.class("actions")) { Tag.button { say(PortalText.changePassword) } }
            }
        }
    }
}
