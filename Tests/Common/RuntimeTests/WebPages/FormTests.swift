import HTTPTypes
import Localisation
import ServiceKit
import Testing
import WebPages
import WireFormat

@Suite("Requests of browsers")
struct FormTests {
    private func form(_ body: String, type: String = "application/x-www-form-urlencoded") -> FormFields? {
        FormFields(ServiceRequest(method: .post, path: "/", headers: [.contentType: type], body: Array(body.utf8)))
    }

    @Test("fields are decoded, plus signs as spaces")
    func decodes() throws {
        let fields = try #require(form("a=1+2&b=%C3%A9%26%3D%2B&c=&d&e=x=y"))
        #expect(["a", "b", "c", "d", "e", "f"].map { fields[$0] } == ["1 2", "é&=+", "", "", "x=y", ""])
        // The signs `=`, `&` and `+` are bytes. A combining character after one does not hide it.
        let combined = try #require(form("a=1&\u{301}b=2+\u{301}"))
        #expect([combined["a"], combined["\u{301}b"]] == ["1", "2 \u{301}"])
        #expect(form("") != nil)
        #expect(form("a=1", type: "Application/X-WWW-Form-Urlencoded; charset=UTF-8") != nil)
    }

    @Test(
        "a body that no form of ours sends is refused",
        arguments: ["a=%", "a=%4", "a=%GG", "a=%FF", "%ZZ=1", "a=1&a=2", "a=\u{1}&a"]
    )
    func refuses(body: String) { #expect(form(body) == nil) }

    @Test("other types, other encodings and too many fields are refused")
    func limits() {
        #expect(form("a=1", type: "text/plain") == nil)
        #expect(form("a=1", type: "multipart/form-data") == nil)
        let latin = ServiceRequest(
            method: .post,
            path: "/",
            headers: [.contentType: "application/x-www-form-urlencoded"],
            body: [0x61, 0x3D, 0xE9]
        )
        #expect(FormFields(latin) == nil)
        let fields = (0..<64).map { "a\($0)=1" }.joined(separator: "&")
        #expect(form(fields) != nil)
        #expect(form(fields + "&b=1") == nil)
    }

    @Test("a cookie is found by its whole name, and one that occurs twice is ignored")
    func cookies() {
        func value(_ text: String) -> String? { Cookie.value(of: "a", in: [.cookie: text]) }
        #expect(value("a=1") == "1")
        #expect(value("b=2; a=1;c=3") == "1")
        #expect(value("a=") == "")
        #expect(value("a=1=2") == "1=2")
        for text in ["", "aa=1", "A=1", "b=a=1", "a", "a=1; a=2", "a=1;a=1", "a=1;\u{301}x; a=2", "a=1; a=\u{301}"] {
            #expect(value(text) == nil, "\(text)")
        }
    }

    @Test("a cookie's value cannot begin another field or attribute")
    func cookieValue() {
        let cookie = Cookie("a", "x; Domain=evil\r\nSet-Cookie: b=1é", isSecure: true)
        #expect(cookie.value == "xDomainevilSet-Cookieb1")
    }

    @Test("a chosen language wins over a remembered one, and that over the browser's")
    func language() {
        func choice(_ query: [(name: String, value: String)]?, _ headers: HTTPFields) -> LanguageChoice {
            LanguageChoice(ServiceRequest(method: .get, path: "/", query: query, headers: headers), isSecure: true)
        }
        let browser: HTTPFields = [.acceptLanguage: "fr"]
        var both = browser
        both[.cookie] = "avviso-language=es"
        #expect(choice([], [:]).language == .english)
        #expect(choice([], browser).language == .french)
        #expect(choice(nil, both).language == .spanish)
        #expect(choice([], both).cookie == nil)
        let chosen = choice([("lang", "de")], both)
        #expect(chosen.language == .german)
        #expect(chosen.cookie?.name == "avviso-language")
        #expect(chosen.cookie?.value == "de")
        #expect(choice([("lang", "xx")], both).language == .spanish)
        #expect(choice([("lang", "en-GB")], both).cookie?.value == "en-GB")
    }
}
