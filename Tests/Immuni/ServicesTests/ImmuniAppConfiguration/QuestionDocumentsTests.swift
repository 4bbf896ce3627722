import ImmuniAPI
import ImmuniAppConfiguration
import SQLStores
import SQLiteTesting
import ServiceKit
import ServiceTesting
import Testing
import WireFormat

@Suite("Questions and answers")
struct QuestionDocumentsTests {
    private func withService(
        _ questions: QuestionDocuments,
        _ body: @escaping @Sendable (BoundPorts) async throws -> Void
    ) async throws {
        let store = SQLSettings(try await TemporaryDatabase(.settings))
        let service = AppConfigurationService(store: store, questions: questions)
        try await withRunningHost([service]) { ports, _ in try await body(ports) }
    }

    @Test("the demo serves them in five languages, at the paths of its settings")
    func demo() async throws {
        try await withService(.demo) { ports async throws in
            var bodies: Set<[UInt8]> = []
            for language in ["it", "en", "de", "fr", "es"] {
                let target = "/docs/faq-\(language).json"
                let answer = try await ports.get(target)
                #expect(answer.status == 200)
                #expect(answer["Cache-Control"] == "public, max-age=86400")
                #expect(QuestionDocuments.isUsable(answer.body))
                bodies.insert(answer.body)
                let tag = try #require(answer["ETag"])
                #expect(try await ports.get(target, headers: ["If-None-Match: \(tag)"]).status == 304)
            }
            #expect(bodies.count == 5)
            for target in ["/docs/faq-xx.json", "/docs/demo.json", "/docs/..%2Fdemo.json", "/docs/"] {
                #expect(try await ports.get(target).status == 404, "\(target)")
            }
        }
    }

    @Test("do not exist if the authority has none")
    func none() async throws {
        try await withService(QuestionDocuments([:])) { ports async throws in
            #expect(try await ports.get("/docs/faq-en.json").status == 404)
        }
    }

    @Test(
        "have a form that apps can read",
        arguments: [
            (#"{"faqs":[]}"#, true), (#"{"faqs":[{"title":"a","content":"b"}]}"#, true), ("", false), ("[]", false),
            (#"{"faqs":[{"title":"a"}]}"#, false), (#"{"faqs":[{"title":1,"content":"b"}]}"#, false),
            (#"{"faqs":{}}"#, false),
        ]
    )
    func form(text: String, isUsable: Bool) {
        #expect(QuestionDocuments.isUsable(Array(text.utf8)) == isUsable)
    }

    @Test("are at most as long as apps read", arguments: [(1 << 20, true), ((1 << 20) + 1, false)])
    func length(count: Int, isUsable: Bool) {
        let frame = #"{"faqs":[]}"#
        let file = Array(frame.utf8) + [UInt8](repeating: UInt8(ascii: " "), count: count - frame.utf8.count)
        #expect(QuestionDocuments.isUsable(file) == isUsable)
    }
}
