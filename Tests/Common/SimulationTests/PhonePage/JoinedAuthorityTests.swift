import ExposurePrimitives
import Testing

@testable import PhonePage

@Suite("Authorities of several systems with one clock")
struct JoinedAuthorityTests {
    private struct Part: CastAuthority {
        let name: String
        let next: UnixTime?

        func runDueTasks() async -> UnixTime? { next }
        func perform(_ order: AuthorityOrder) async throws -> String { "\(name) \(order.value)" }
    }

    @Test("each get the orders of their own client, and no others")
    func orders() async throws {
        let joined = JoinedAuthority(["one": Part(name: "first", next: nil), "two": Part(name: "second", next: nil)])
        func answer(_ client: ClientID) async throws -> String {
            try await joined.perform(AuthorityOrder(client: client, name: "order", value: "7"))
        }
        #expect(try await answer("one") == "first 7")
        #expect(try await answer("two") == "second 7")
        await #expect(throws: PhonePageError.self) { _ = try await answer("three") }
    }

    @Test("have the earliest of their next tasks")
    func times() async {
        func next(_ times: [Int64?]) async -> UnixTime? {
            let parts = times.enumerated().map { number, time in
                (ClientID(rawValue: "\(number)"), Part(name: "", next: time.map { UnixTime($0) }))
            }
            return await JoinedAuthority(Dictionary(uniqueKeysWithValues: parts)).runDueTasks()
        }
        #expect(await next([]) == nil)
        #expect(await next([nil, nil]) == nil)
        #expect(await next([nil, 5, 3]) == UnixTime(3))
    }
}
