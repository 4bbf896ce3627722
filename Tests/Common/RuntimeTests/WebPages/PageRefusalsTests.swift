import HTTPTypes
import Localisation
import PageTesting
import ServiceKit
import Testing
import WireFormat

@testable import WebPages

@Suite("Refusals for people")
struct PageRefusalsTests {
    private static let style = PageAsset(.style, at: "/desk/style.css", Array("a{}".utf8))
    private let refusals = PageRefusals(
        site: FrameText.languages,
        home: .page("/desk"),
        back: FrameText.skip,
        assets: [style]
    )

    private func text(_ answer: ServiceResponse) throws -> String {
        guard case .bytes(let bytes) = answer.body else {
            throw WrongBody()
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    private struct WrongBody: Error {}

    @Test("each refusal is a page with the refusal's status and the way back", arguments: Refusal.allCases)
    func pages(refusal: Refusal) throws {
        let answer = refusals.answer(to: refusal)
        #expect(answer.status == refusal.status)
        #expect(answer.headers[.contentType] == "text/html; charset=utf-8")
        #expect(answer.headers[.cacheControl] == "no-store")
        #expect(answer.headers[.setCookie] == nil)
        let text = try text(answer)
        #expect(text.contains(RefusalText(refusal).text(in: .fallback)))
        #expect(text.contains("href=\"/desk\""))
        #expect(text.contains("href=\"/desk/style.css?v="))
    }

    @Test("the page is in the chosen language, or else in the browser's")
    func languages() throws {
        for (headers, language) in [
            ([:], .english), ([.acceptLanguage: "de-AT, en;q=0.5"], .german), ([.acceptLanguage: "xx"], .english),
            ([.cookie: "avviso-language=it", .acceptLanguage: "de"], .italian),
            ([.cookie: "avviso-language=xx", .acceptLanguage: "fr"], .french),
        ] as [(HTTPFields, Language)] {
            let answer = refusals.answer(to: .wrongMethod, headers: headers)
            #expect(answer.headers[.contentLanguage] == language.tag)
            #expect(try text(answer).contains(RefusalText.notUnderstood.text(in: language)))
        }
    }

    @Test("speaks all languages", arguments: TextSample.all(of: RefusalText.self, limit: 130))
    func texts(sample: TextSample) {
        #expect(TextRules(sameWords: []).violations(of: sample) == [])
    }
}
