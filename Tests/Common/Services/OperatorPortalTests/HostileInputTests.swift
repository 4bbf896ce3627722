import ExposureTesting
import PageTesting
import PortalTesting
import Testing

@Suite("Hostile input in the operators' pages")
struct HostileInputTests {
    private static let hostile = [
        #""><script>alert(1)</script>"#, "'--></p><img src=x onerror=alert(1)>", "</main></body>", "&quot;&lt;",
        "{character}",
        "\u{0}\u{202E}<", "javascript:alert(1)", "\"\n autofocus onfocus=\"x",
    ]

    private func shape(_ shown: Shown) throws -> [String] {
        try PageReader.read(Array(shown.text.utf8)).flatMap(\.shape)
    }

    @Test("no name changes the structure of the page", arguments: hostile)
    func names(text: String) async throws {
        let browser = try await SamplePortal().browser()
        _ = try await browser.get("/portal/sign-in", query: [("lang", text), ("ended", text)])
        let harmless = try await browser.post("/portal/sign-in", ["name": "nobody", "password": "x"])
        let answer = try await browser.post("/portal/sign-in", ["name": text, "password": text])
        #expect(answer.status == 401)
        #expect(try shape(answer) == shape(harmless))
    }

    @Test("the reader understands every page")
    func pages() async throws {
        let sample = try await SamplePortal()
        let browser = try await sample.signedIn()
        for path in ["/portal", "/portal/password"] {
            #expect(try await shape(browser.get(path)).count > 40)
        }
        let failure = try await browser.post("/portal", [:], form: "x")
        #expect(try shape(failure).count > 20)
    }
}
