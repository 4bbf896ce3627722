import ExposurePrimitives
import ExposureTesting
import ImmuniServing
import PageTesting
import PortalTesting
import Testing

@testable import ImmuniPortal

@Suite("Hostile input in the health worker's pages")
struct HostileInputTests {
    @Test("no code and no day changes the structure of the page", arguments: HostileText.all)
    func codes(text: String) async throws {
        let browser = try await SamplePortal().signedIn()
        let harmless = try await browser.post("/portal", ["code": "N", "day": "yesterday"])
        let answer = try await browser.post("/portal", ["code": text, "day": text])
        #expect(answer.status == 422)
        #expect(try PageReader.shape(of: answer.text) == PageReader.shape(of: harmless.text))
    }

    @Test("the reader understands every page")
    func pages() async throws {
        let sample = try await SamplePortal()
        let browser = try await sample.signedIn()
        sample.authority.answer(.authorised(until: PortalBench.noon.advanced(bySeconds: 150)))
        _ = try await browser.post("/portal", ["code": "9K2RAY8UUQ", "day": "2020-07-05"])
        for path in ["/portal", "/portal/authorised"] {
            #expect(try await PageReader.shape(of: browser.get(path).text).count > 40)
        }
    }
}
