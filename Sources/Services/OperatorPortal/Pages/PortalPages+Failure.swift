import Localisation
import WebPages

extension PortalPages {
    /// Says that something did not work, to whoever it is, with the way back.
    static func failure(_ explanation: Localised, _ language: Language) -> Page {
        Page(
            language,
            title: "\(PortalText.failure[language]) – Avviso",
            assets: [icon, style],
            navigation: { Tag.span(.class("site")) { PortalText.site[language] } },
            content: {
                Tag.h1 { PortalText.failure[language] }
                Tag.p(.role("alert")) { explanation[language] }
                Tag.p { Tag.a(.href(.page("/portal"))) { PortalText.back[language] } }
            }
        )
    }
}
