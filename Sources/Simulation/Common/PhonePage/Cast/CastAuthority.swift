package import ExposurePrimitives

/// The authority's servers, if they follow the clock of a cast.
package protocol CastAuthority: Sendable {
    /// Performs all due tasks, such as publishing, and returns once none is under way.
    ///
    /// - Returns: the time of the next task.
    func runDueTasks() async -> UnixTime?

    /// Performs what a tester orders on the panel of a phone.
    ///
    /// - Throws: for an order that these servers cannot perform.
    func perform(_ order: AuthorityOrder) async throws
}

/// An order of a client's panel to the authority. The client and its servers agree on names and values.
package struct AuthorityOrder: Codable, Hashable, Sendable {
    package let client: ClientID
    package let name: String
    package let value: String
}

/// An authority in another process of the cast.
struct RemoteAuthority: CastAuthority {
    let link: CastLink

    func runDueTasks() async -> UnixTime? {
        let answer: DueAnswer? = await link.ask(CastQuestion.runDueTasks, 0)
        return answer?.time
    }

    func perform(_ order: AuthorityOrder) async throws {
        let answer: AuthorityOrder? = await link.ask(CastQuestion.order, order)
        guard answer == order else {
            throw PhonePageError.noAuthority
        }
    }
}
