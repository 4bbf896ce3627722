import PageTesting
import PortalTesting
import Testing

@testable import CoronaWarnPortal

@Suite("Hostile input in Corona-Warn's operators' pages")
struct HostileInputTests {
    private static let path = "/portal/laboratory"

    @Test("nothing that is typed changes the structure of a page", arguments: HostileText.all)
    func typed(text: String) async throws {
        let luca = try await SamplePortal().signedIn("luca")
        _ = try await luca.get(Self.path)
        func post(_ text: String) async throws -> Shown {
            try await luca.post(Self.path, ["code": text, "result": text, "kind": text, "birth-date": text])
        }
        let harmless = try await post("x")
        let answer = try await post(text)
        #expect(answer.status == 422)
        #expect(try PageReader.shape(of: answer.text) == PageReader.shape(of: harmless.text))
    }

    @Test("no file changes the structure of a page", arguments: HostileText.all)
    func files(text: String) async throws {
        let luca = try await SamplePortal().signedIn("luca")
        _ = try await luca.get(Self.path)
        func upload(_ text: String) async throws -> Shown {
            let line = text.replacing("\n", with: " ")
            return try await luca.upload("\(Self.path)/file", Array("code,result\n\(line),1".utf8))
        }
        let (harmless, answer) = (try await upload("x"), try await upload(text))
        #expect(answer.status == 422)
        #expect(try PageReader.shape(of: answer.text) == PageReader.shape(of: harmless.text))
    }

    @Test("the reader understands every page")
    func pages() async throws {
        let sample = try await SamplePortal(settings: ["verification.health-authorities": "h-1"])
        let elena = try await sample.signedIn("elena")
        var pages = [try await elena.ask(), try await elena.ask()]
        for path in ["/portal/hotline", Self.path, "\(Self.path)/keys"] {
            pages.append(try await elena.get(path))
        }
        let luca = try await sample.signedIn("luca")
        pages.append(try await luca.changeKey("create"))
        pages.append(try await luca.get("\(Self.path)/keys"))
        for page in pages {
            #expect(try PageReader.shape(of: page.text).count > 40)
        }
    }

    @Test("a form without this page's field does nothing", arguments: ["/portal/hotline", "/portal/laboratory/keys"])
    func foreignForms(path: String) async throws {
        let sample = try await SamplePortal(settings: ["verification.health-authorities": "h-1"])
        let elena = try await sample.signedIn("elena")
        let turn = try #require(try await elena.get("/portal/hotline").value(of: "turn"))
        let fields: KeyValuePairs = [
            "reason": "TEST", "check-result": "yes", "check-need": "yes", "check-app": "yes", "turn": turn,
            "change": "create",
        ]
        for form in ["", "x", String(elena.token.dropLast())] {
            #expect(try await elena.post(path, fields, form: form).status == 403)
        }
        #expect(try await sample.events.isEmpty)
    }
}
