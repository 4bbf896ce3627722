import Localisation
import PortalSections
import WebPages

extension PortalPages {
    /// A page about a failure, for every visitor, with the way back.
    static func failure(
        _ explanation: some LocalisedText,
        _ language: Language,
        siteTitle: some LocalisedText
    ) -> Page {
        Page(
            language,
            title: "\(PortalText.failure.text(in: language)) – Avviso",
            assets: [icon, style],
            navigation: { Tag.span(.class("site")) { siteTitle.text(in: language) } },
            content: { account(of: explanation, language) }
        )
    }

    /// A page that refuses what a signed-in operator asked for.
    func refusal(_ explanation: some LocalisedText) -> Page {
        page(SectionContent(PortalText.failure) { Self.account(of: explanation, visit.language) })
    }

    @HTMLBuilder private static func account(of explanation: some LocalisedText, _ language: Language) -> [HTML] {
        Tag.h1 { PortalText.failure.text(in: language) }
        Tag.p(.role("alert")) { explanation.text(in: language) }
        Tag.p { Tag.a(.href(.page("/portal"))) { PortalText.back.text(in: language) } }
    }
}
