import HTTPTypes
import Localisation
import PageTesting
import ServiceKit
import Testing

@testable import WebPages

@Suite("HTML by construction")
struct HTMLTests {
    private func text(_ piece: HTML) -> String { String(decoding: piece.bytes, as: UTF8.self) }

    @Test("user input is text, in content and in attributes")
    func escapes() {
        let typed = #"</p><script>alert("1" & '2')</script>"#
        let piece = Tag.p(.id(typed), .data("x", typed)) { typed }
        let escaped = "&lt;/p&gt;&lt;script&gt;alert(&quot;1&quot; &amp; &#39;2&#39;)&lt;/script&gt;"
        #expect(text(piece) == #"<p id="\#(escaped)" data-x="\#(escaped)">\#(escaped)</p>"#)
        #expect(text(.text("a\0b é 漢")) == "a\u{FFFD}b é 漢")
    }

    @Test("void elements have neither end tag nor content, other elements have both")
    func voidElements() {
        #expect(text(Tag.br { "x" }) == "<br>")
        #expect(text(Tag.input(.required, .value(""))) == #"<input required value="">"#)
        #expect(text(Tag.div()) == "<div></div>")
        let list = Tag.ul {
            for number in 1...2 {
                Tag.li { "\(number)" }
            }
            if none.isEmpty { "end" } else { Tag.li { "more" } }
        }
        #expect(text(list) == "<ul><li>1</li><li>2</li>end</ul>")
    }

    private let none: [Int] = []

    @Test("links go to our pages or to https, with every value encoded")
    func links() {
        #expect(PageLink.page("/a", query: ["q": "a&b=c d/é\""]).text == "/a?q=a%26b%3Dc%20d%2F%C3%A9%22")
        #expect(PageLink.page("/a").text == "/a")
        #expect(PageLink.element("x y").text == "#x%20y")
        #expect(PageLink.web("https://example.org/?a=b")?.text == "https://example.org/?a=b")
        for address in ["javascript:alert(1)", "http://example.org", "//example.org", " https://example.org", ""] {
            #expect(PageLink.web(address) == nil)
        }
    }

    @Test(
        "a telephone number in common spelling becomes a link, and nothing else does",
        arguments: [
            ("800 91 24 91", "tel:800912491"), ("+49 (0)30/1234-5678", "tel:+4903012345678"),
            ("0039\u{A0}06.1234", "tel:0039061234"), ("1", "tel:1"), ("", nil), ("+", nil), ("call us", nil),
            ("12;ext=3", nil), ("+1+2", nil), ("1234567890123456", nil), ("٣", nil),
        ] as [(String, String?)]
    )
    func telephone(number: String, link: String?) { #expect(PageLink.telephone(number)?.text == link) }

    @Test(
        "a mail address becomes a link, and nothing that would add to the link does",
        arguments: [
            ("help@example.org", true), ("a.b-c_d+e@x-y.example.org", true), ("", false), ("@", false), ("a@", false),
            ("@b", false), ("a@b@c", false), ("a b@c", false), ("a@b?subject=x", false), ("a%40@b", false),
            ("ä@b", false),
        ]
    )
    func mail(address: String, isTouchable: Bool) {
        #expect(PageLink.mail(address)?.text == (isTouchable ? "mailto:\(address)" : nil))
    }
}

@Suite("The frame of pages")
struct PageTests {
    @Test("has every text in all languages", arguments: TextSample.all(of: FrameText.self, limit: 40))
    func texts(sample: TextSample) {
        #expect(TextRules(sameWords: []).violations(of: sample) == [])
    }

    private func answer(_ language: Language, refresh: Int64? = nil) -> ServiceResponse {
        let style = PageAsset(.style, at: "/s.css", Array("a{}".utf8))
        let script = PageAsset(.script, at: "/s.js", Array("1".utf8))
        return Page(
            language,
            title: "<T>",
            assets: [style, script],
            refresh: refresh,
            navigation: { "nav" },
            content: { Tag.h1 { "head" } }
        ).response(status: 422, cookies: [Cookie("a", "b", isSecure: false), Cookie("c", "d", isSecure: true)])
    }

    private func text(_ answer: ServiceResponse) -> String {
        if case .bytes(let bytes) = answer.body { String(decoding: bytes, as: UTF8.self) } else { "" }
    }

    @Test(
        "declare their language, offer the others, and begin with a link past the navigation",
        arguments: Language.allCases
    )
    func languages(language: Language) {
        let answer = answer(language)
        let page = text(answer)
        #expect(answer.headers[.contentLanguage] == language.tag)
        #expect(page.hasPrefix("<!DOCTYPE html>\n<html lang=\"\(language.tag)\">"))
        #expect(page.contains("<title>&lt;T&gt;</title>"))
        for other in Language.allCases {
            let current = other == language ? #" aria-current="true""# : ""
            #expect(
                page.contains(
                    #"<a href="?lang=\#(other.tag)" lang="\#(other.tag)" hreflang="\#(other.tag)"\#(current)>"#
                )
            )
        }
        #expect(page.contains(##"<a class="skip" href="#content">"##))
        #expect(page.contains("<main id=\"content\" tabindex=\"-1\"><h1>head</h1></main>"))
    }

    @Test("have nothing inline and nothing foreign, and cannot be framed or cached")
    func headers() throws {
        let answer = answer(.english)
        #expect(answer.status == 422)
        for (name, value) in [
            ("X-Content-Type-Options", "nosniff"), ("Referrer-Policy", "no-referrer"), ("X-Frame-Options", "DENY"),
            ("Cache-Control", "no-store"), ("Content-Type", "text/html; charset=utf-8"),
        ] {
            #expect(answer.headers[try #require(HTTPField.Name(name))] == value)
        }
        let policyName = try #require(HTTPField.Name("Content-Security-Policy"))
        let policy = try #require(answer.headers[policyName])
        #expect(policy.hasPrefix("default-src 'none'; "))
        #expect(policy.contains("frame-ancestors 'none'") && policy.contains("form-action 'self'"))
        #expect(!policy.contains("unsafe") && !policy.contains("*") && !policy.contains("http"))
        #expect(
            answer.headers[values: .setCookie] == [
                "a=b; Path=/; HttpOnly; SameSite=Strict", "c=d; Path=/; HttpOnly; SameSite=Strict; Secure",
            ]
        )
        let page = text(answer)
        #expect(page.contains(#"<script src="/s.js?v="#) && page.contains(#"defer></script>"#))
        #expect(!page.contains("style=") && !page.contains(" on"))
    }

    @Test("reload by themselves only if no script does it better")
    func refresh() {
        #expect(!text(answer(.german)).contains("refresh"))
        let wanted = #"<noscript><meta http-equiv="refresh" content="15"></noscript>"#
        #expect(text(answer(.german, refresh: 15)).contains(wanted))
    }

    @Test("an asset's address changes with its content, so browsers may cache it")
    func assets() async throws {
        let (one, other) = (PageAsset(.style, at: "/s.css", [1]), PageAsset(.style, at: "/s.css", [1], [2]))
        #expect(one.link != other.link)
        let answer = try await other.route.handler(ServiceRequest(method: .get, path: "/s.css"))
        #expect(answer.headers[.contentType] == "text/css; charset=utf-8")
        #expect(answer.headers[.cacheControl] == "public, max-age=31536000")
        #expect(answer.headers[.xContentTypeOptions] == "nosniff")
        if case .bytes(let bytes) = answer.body {
            #expect(bytes == [1, 10, 2])
        }
    }
}
