import HTTPTypes
package import Localisation
package import ServiceKit

/// The frame of every page for people: language, title, a link that skips the navigation, the choice of language, and
/// headers.
///
/// With these headers a browser runs and shows only content of this server.
package struct Page: Sendable {
    private let language: Language
    private let title: String
    private let assets: [PageAsset]
    private let refresh: Int64?
    private let navigation: [HTML]
    private let content: [HTML]

    /// - Parameters:
    ///   - title: the page's subject first, and its place last.
    ///   - refresh: seconds after which browsers without scripts reload the page; nil for never.
    ///   - navigation: content above the main content on every page.
    package init(
        _ language: Language,
        title: String,
        assets: [PageAsset],
        refresh: Int64? = nil,
        @HTMLBuilder navigation: () -> [HTML],
        @HTMLBuilder content: () -> [HTML]
    ) {
        self.language = language
        self.title = title
        self.assets = assets
        self.refresh = refresh
        self.navigation = navigation()
        self.content = content()
    }

    package func response(status: Int = 200, cookies: [Cookie] = []) -> ServiceResponse {
        var headers = Self.securityHeaders
        headers[.contentType] = "text/html; charset=utf-8"
        headers[.contentLanguage] = language.tag
        headers[.cacheControl] = CacheControl.noStore.value
        for cookie in cookies {
            headers.append(cookie.field)
        }
        return ServiceResponse(status: status, headers: headers, body: .bytes(bytes))
    }

    /// A redirect to another page, by GET, after a POST or if the person may not see the page.
    package static func redirect(to link: PageLink, cookies: [Cookie] = []) -> ServiceResponse {
        var headers = securityHeaders
        headers[.location] = link.text
        headers[.cacheControl] = CacheControl.noStore.value
        for cookie in cookies {
            headers.append(cookie.field)
        }
        return ServiceResponse(status: 303, headers: headers)
    }

    var bytes: [UInt8] {
        Array("<!DOCTYPE html>\n".utf8)
            + Tag.html(.lang(language.tag)) {
                head
                Tag.body {
                    Tag.a(.class("skip"), .href(.element("content"))) { FrameText.skip.text(in: language) }
                    Tag.header {
                        navigation
                    }
                    Tag.main(.id("content"), .tabindex(-1)) { content }
                    Tag.footer { chooser }
                }
            }.bytes
    }

    private var head: HTML {
        Tag.head {
            Tag.meta(.charset)
            Tag.meta(.name("viewport"), .content("width=device-width, initial-scale=1"))
            Tag.meta(.name("color-scheme"), .content("light dark"))
            Tag.title { title }
            for asset in assets {
                switch asset.kind {
                case .icon: Tag.link(.rel("icon"), .href(asset.link))
                case .style: Tag.link(.rel("stylesheet"), .href(asset.link))
                case .script: Tag.script(.src(asset.link), .defer)
                }
            }
            if let refresh {
                Tag.noscript { Tag.meta(.httpEquiv("refresh"), .content("\(refresh)")) }
            }
        }
    }

    private var chooser: HTML {
        Tag.nav(.class("languages"), .aria("label", FrameText.languages.text(in: language))) {
            Tag.ul {
                for other in Language.allCases {
                    Tag.li { link(to: other) }
                }
            }
        }
    }

    private func link(to other: Language) -> HTML {
        let attributes: [Attribute] = [
            .href(.page("", query: [LanguageChoice.parameter: other.tag])), .lang(other.tag), .hreflang(other.tag),
        ]
        let current: [Attribute] = other == language ? [.aria("current", "true")] : []
        return .element(.a, attributes + current, [.text(other.ownName)])
    }

    /// The permissions of a browser for our answers: nothing from elsewhere, nothing inline, in no frame.
    static let securityHeaders: HTTPFields = {
        var headers: HTTPFields = [.xContentTypeOptions: "nosniff"]
        let others: KeyValuePairs = [
            "Content-Security-Policy": """
            default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; \
            form-action 'self'; base-uri 'none'; frame-ancestors 'none'
            """,
            "Referrer-Policy": "no-referrer",
            "X-Frame-Options": "DENY",
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
        ]
        for (name, value) in others {
            if let name = HTTPField.Name(name) {
                headers[name] = value
            }
        }
        return headers
    }()
}

/// The frame's own words.
enum FrameText: CaseIterable, LocalisedText {
    case skip
    case languages

    var localised: Localised {
        switch self {
        case .skip:
            Localised(
                en: "Skip to the content",
                it: "Vai al contenuto",
                de: "Zum Inhalt springen",
                fr: "Aller au contenu",
                es: "Ir al contenido"
            )
        case .languages: Localised(en: "Language", it: "Lingua", de: "Sprache", fr: "Langue", es: "Idioma")
        }
    }
}
