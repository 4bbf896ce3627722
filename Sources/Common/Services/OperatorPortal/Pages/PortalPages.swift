import Localisation
import OperatorStores
import PortalSections
import WebPages

/// The shell's pages, and the frame of the sections' pages.
struct PortalPages: Sendable {
    let visit: Visit
    let sections: SectionList

    var parts: PageParts { visit.parts }

    static let style = PageAsset(.style, at: "/portal/style.css", BaseStyle.css, PackageResources.portal_css)
    private static let script = PageAsset(.script, at: "/portal/script.js", PackageResources.portal_js)

    static let icon = PageAsset(.icon, at: "/portal/icon.svg", BaseStyle.icon)

    /// The style sheet, the script and the icon of every page.
    static var assets: [PageAsset] { [icon, style, script] }

    /// - Parameter assets: the section's own.
    func page(_ content: SectionContent, assets: [PageAsset] = []) -> Page {
        Page(
            visit.language,
            title: "\(parts.say(content.title)) – Avviso",
            assets: Self.assets + assets,
            refresh: content.refresh,
            navigation: { navigation },
            content: { content.content }
        )
    }

    @HTMLBuilder private var navigation: [HTML] {
        Tag.span(.class("site")) { parts.say(sections.siteTitle(for: visit.signedIn?.account.roles)) }
        if let signedIn = visit.signedIn {
            Tag.nav(.aria("label", parts.say(PortalText.menu))) {
                Tag.span(.class("quiet")) { signedIn.session.name.description }
                if !signedIn.mustChangePassword {
                    for section in sections.visible(to: signedIn.account.roles) {
                        Tag.a(.href(.page(section.path))) { parts.say(section.title) }
                    }
                    Tag.a(.href(.page("/portal/password"))) { parts.say(PasswordText.changePassword) }
                }
            }
            parts.form(to: .page("/portal/sign-out")) {
                Tag.button(.class("second")) { parts.say(SignInText.signOut) }
            }
            // The script fills it before a session ends because of inactivity.
            Tag.p(
                .class("warning"),
                .id("ends-soon"),
                .role("alert"),
                .data("idle", "\(visit.idle)"),
                .data("soon", parts.say(SignInText.endsSoon))
            )
        }
    }
}
