import ExposurePrimitives
import ExposureTesting
import OperatorPorts
import PageTesting
import PortalTesting
import Testing

@testable import ImmuniPortal

@Suite("Hostile input in the health worker's pages")
struct HostileInputTests {
    private static let hostile = [
        #""><script>alert(1)</script>"#, "'--></p><img src=x onerror=alert(1)>", "</main></body>", "&quot;&lt;",
        "{character}",
        "\u{0}\u{202E}<", "javascript:alert(1)", "\"\n autofocus onfocus=\"x",
    ]

    private func shape(_ shown: Shown) throws -> [String] {
        try PageReader.read(Array(shown.text.utf8)).flatMap(\.shape)
    }

    @Test("no code and no day changes the structure of the page", arguments: hostile)
    func codes(text: String) async throws {
        let browser = try await SamplePortal().signedIn()
        let harmless = try await browser.post("/portal", ["code": "N", "day": "yesterday"])
        let answer = try await browser.post("/portal", ["code": text, "day": text])
        #expect(answer.status == 422)
        #expect(try shape(answer) == shape(harmless))
    }

    @Test("the reader understands every page")
    func pages() async throws {
        let sample = try await SamplePortal()
        let browser = try await sample.signedIn()
        sample.authority.answer(.authorised(until: PortalBench.noon.advanced(bySeconds: 150)))
        _ = try await browser.post("/portal", ["code": "9K2RAY8UUQ", "day": "2020-07-05"])
        for path in ["/portal", "/portal/authorised"] {
            #expect(try await shape(browser.get(path)).count > 40)
        }
    }
}
