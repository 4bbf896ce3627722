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
        return String(
            decoding: try await answers.answer(to: request, revision: revision) { answer(made) }.body,
            as: UTF8.self
        )
    }

    @Test("one answer for each platform and build, until the revision changes")
    func revisions() async throws {
        let answers = SettingsAnswers()
        #expect(try await body(answers, build: 1, revision: 1, made: "1") == #"{"a":1}"#)
        #expect(try await body(answers, build: 1, revision: 1, made: "2") == #"{"a":1}"#)
        #expect(try await body(answers, build: 2, revision: 1, made: "3") == #"{"a":3}"#)
        #expect(try await body(answers, build: 1, revision: 2, made: "4") == #"{"a":4}"#)
        #expect(try await body(answers, build: 2, revision: 2, made: "5") == #"{"a":5}"#)
    }

    @Test("the number of cached answers is limited")
    func capacity() async throws {
        let answers = SettingsAnswers(capacity: 2)
        #expect(try await body(answers, build: 1, revision: 1, made: "1") == #"{"a":1}"#)
        #expect(try await body(answers, build: 2, revision: 1, made: "2") == #"{"a":2}"#)
        #expect(try await body(answers, build: 1, revision: 1, made: "0") == #"{"a":1}"#)
        #expect(try await body(answers, build: 3, revision: 1, made: "3") == #"{"a":3}"#)
        #expect(
            try await body(answers, build: 1, revision: 1, made: "4") == #"{"a":4}"#,
            "all were let go for the third"
        )
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
