import PageTesting
import PortalTesting
import Testing

@Suite("Hostile input in the operators' pages")
struct HostileInputTests {
    @Test("no name changes the structure of the page", arguments: HostileText.all)
    func names(text: String) async throws {
        let browser = try await SamplePortal().browser()
        _ = try await browser.get("/portal/sign-in", query: [("lang", text), ("ended", text)])
        let harmless = try await browser.post("/portal/sign-in", ["name": "nobody", "password": "x"])
        let answer = try await browser.post("/portal/sign-in", ["name": text, "password": text])
        #expect(answer.status == 401)
        #expect(try PageReader.shape(of: answer.text) == PageReader.shape(of: harmless.text))
    }

    @Test("the reader understands every page")
    func pages() async throws {
        let sample = try await SamplePortal()
        let browser = try await sample.signedIn()
        for path in ["/portal", "/portal/password"] {
            #expect(try await PageReader.shape(of: browser.get(path).text).count > 40)
        }
        let failure = try await browser.post("/portal", [:], form: "x")
        #expect(try PageReader.shape(of: failure.text).count > 20)
    }
}
