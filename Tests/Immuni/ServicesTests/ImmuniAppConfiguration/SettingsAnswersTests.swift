import ImmuniAPI
import Persistence
import Testing

@testable import ImmuniAppConfiguration

@Suite("Cached answers for the revision in force")
struct SettingsAnswersTests {
    private func answer(_ value: String) -> SettingsResponse {
        SettingsResponse(of: [AppSetting(platform: "ios", startingBuild: 1, name: "a", value: Array(value.utf8))])
    }

    private func body(_ answers: SettingsAnswers, build: Int, revision: Int64, made: String) async throws -> String {
        let request = SettingsRequest(platform: .iOS, build: build)
        let cached = try await answers.answer(to: request, revision: revision) { answer(made) }
        return String(decoding: cached.body, as: UTF8.self)
    }

    @Test("one answer for each platform and build, until the revision changes")
    func revisions() async throws {
        let answers = SettingsAnswers()
        let requests = [(1, 1, 1, 1), (1, 1, 2, 1), (2, 1, 3, 3), (1, 2, 4, 4), (2, 2, 5, 5)]
        for (build, revision, made, answered) in requests {
            let body = try await body(answers, build: build, revision: Int64(revision), made: "\(made)")
            #expect(body == #"{"a":\#(answered)}"#)
        }
    }

    @Test("the number of cached answers is limited")
    func capacity() async throws {
        let answers = SettingsAnswers(capacity: 2)
        // All are let go for the third build.
        for (build, made, answered) in [(1, 1, 1), (2, 2, 2), (1, 0, 1), (3, 3, 3), (1, 4, 4)] {
            let body = try await body(answers, build: build, revision: 1, made: "\(made)")
            #expect(body == #"{"a":\#(answered)}"#)
        }
    }

    @Test("a failure is not cached")
    func failure() async throws {
        struct Unreadable: Error {}
        let answers = SettingsAnswers()
        await #expect(throws: Unreadable.self) {
            try await answers.answer(to: SettingsRequest(platform: .iOS, build: 1), revision: 1) { throw Unreadable() }
        }
        #expect(try await body(answers, build: 1, revision: 1, made: "1") == #"{"a":1}"#)
    }
}
