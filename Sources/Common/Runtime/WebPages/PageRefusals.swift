package import HTTPTypes
package import Localisation
package import ServiceKit
package import WireFormat

/// Refusals for people: a page in their language, with the way back.
package struct PageRefusals: RefusalRenderer {
    private let site: any LocalisedText
    private let home: PageLink
    private let back: any LocalisedText
    private let assets: [PageAsset]

    /// - Parameters:
    ///   - site: the name of the pages, on every page.
    ///   - home: the link of the page that people start from.
    ///   - back: the text of this link.
    ///   - assets: of every page. Their routes must be open to everybody.
    package init(site: any LocalisedText, home: PageLink, back: any LocalisedText, assets: [PageAsset]) {
        self.site = site
        self.home = home
        self.back = back
        self.assets = assets
    }

    package func answer(to refusal: Refusal) -> ServiceResponse {
        answer(to: refusal, headers: [:])
    }

    package func answer(to refusal: Refusal, headers: HTTPFields) -> ServiceResponse {
        let language = LanguageChoice.language(from: headers)
        let page = Page(
            language,
            title: "\(RefusalText.title.text(in: language)) – Avviso",
            assets: assets,
            navigation: { Tag.span(.class("site")) { site.text(in: language) } },
            content: {
                Tag.h1 { RefusalText.title.text(in: language) }
                Tag.p(.role("alert")) { RefusalText(refusal).text(in: language) }
                Tag.p { Tag.a(.href(home)) { back.text(in: language) } }
            }
        )
        return page.response(status: refusal.status)
    }
}
