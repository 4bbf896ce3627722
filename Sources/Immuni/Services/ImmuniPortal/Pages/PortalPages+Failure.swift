import Localisation
import WebPages

extension PortalPages {
    /// A page about a failure, for every visitor, with the way back.
    static func failure(_ explanation: some LocalisedText, _ language: Language) -> Page {
        Page(
            language,
            title: "\(PortalText.failure.text(in: language)) – Avviso",
            assets: [icon, style],
            navigation: { Tag.span(.class("site")) { PortalText.site.text(in: language) } },
            content: {
                Tag.h1 { PortalText.failure.text(in: language) }
                Tag.p(.role("alert")) { explanation.text(in: language) }
                Tag.p { Tag.a(.href(.page("/portal"))) { PortalText.back.text(in: language) } }
            }
        )
    }
}
