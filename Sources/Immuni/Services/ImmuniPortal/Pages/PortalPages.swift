import ExposurePrimitives
import ImmuniAPI
import Localisation
import OperatorStores
import ServiceKit
import WebPages

/// The operators' pages. Each page is made from its content.
struct PortalPages: Sendable {
    let visit: Visit

    static let style = PageAsset(
        .style,
        at: "/portal/style.css",
        BaseStyle.css,
        PackageResources.portal_css
    )
    private static let script = PageAsset(.script, at: "/portal/script.js", PackageResources.portal_js)

    static let icon = PageAsset(.icon, at: "/portal/icon.svg", BaseStyle.icon)

    /// The routes of the style sheet, the script and the icon.
    static var assetRoutes: [Route] { [style.route, script.route, icon.route] }

    /// The text in the language of the visit.
    func say(_ text: some LocalisedText) -> String { text.text(in: visit.language) }

    func page(_ title: some LocalisedText, refresh: Int64? = nil, @HTMLBuilder content: () -> [HTML]) -> Page {
        Page(
            visit.language,
            title: "\(say(title)) – Avviso",
            assets: [Self.icon, Self.style, Self.script],
            refresh: refresh,
            navigation: { navigation },
            content: content
        )
    }

    @HTMLBuilder private var navigation: [HTML] {
        Tag.span(.class("site")) { say(PortalText.site) }
        if let session = visit.session {
            Tag.nav(.aria("label", say(PortalText.menu))) {
                Tag.span(.class("quiet")) { session.name.description }
                if !visit.mustChangePassword {
                    Tag.a(.href(.page("/portal"))) { say(CodeText.authoriseTitle) }
                    Tag.a(.href(.page("/portal/password"))) { say(PasswordText.changePassword) }
                }
            }
            Tag.form(.post, .action(.page("/portal/sign-out"))) {
                visit.formToken
                Tag.button(.class("second")) { say(SignInText.signOut) }
            }
            // The script fills it before a session ends because of inactivity.
            Tag.p(
                .class("warning"),
                .id("ends-soon"),
                .role("alert"),
                .data("idle", "\(visit.idle)"),
                .data("soon", say(SignInText.endsSoon))
            )
        }
    }

    /// The outcome of the last action. It is read out, and has the focus.
    func notice(_ text: some LocalisedText, isGood: Bool = false) -> HTML {
        Tag.div(
            .class(isGood ? "panel good" : "panel bad"),
            .role("alert"),
            .tabindex(-1),
            .autofocus
        ) {
            Tag.p { say(text) }
        }
    }

    /// A labelled field with its error.
    func field(
        _ name: String,
        _ label: some LocalisedText,
        _ attributes: [Attribute],
        hint: (any LocalisedText)? = nil,
        fault: (any LocalisedText)? = nil
    ) -> [HTML] {
        var described = hint == nil ? [] : ["\(name)-hint"]
        described += fault == nil ? [] : ["\(name)-fault"]
        var all: [Attribute] = [.id(name), .name(name), .required] + attributes
        if !described.isEmpty {
            all.append(.aria("describedby", described.joined(separator: " ")))
        }
        if fault != nil {
            all.append(.aria("invalid", "true"))
        }
        var pieces = [Tag.label(.for(name)) { say(label) }]
        if let hint {
            pieces.append(Tag.p(.class("hint"), .id("\(name)-hint")) { say(hint) })
        }
        pieces.append(.element(.input, all, []))
        if let fault {
            pieces.append(Tag.p(.class("fault"), .id("\(name)-fault")) { say(fault) })
        }
        return pieces
    }
}
