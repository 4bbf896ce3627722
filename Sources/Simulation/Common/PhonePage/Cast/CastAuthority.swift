package import ExposurePrimitives

/// The authority's servers, if they follow the clock of a cast.
package protocol CastAuthority: Sendable {
    /// Performs all due tasks, such as publishing, and returns once none is under way.
    ///
    /// - Returns: the time of the next task.
    func runDueTasks() async -> UnixTime?

    /// Performs what a tester orders on the panel of a phone.
    ///
    /// - Returns: what the servers answer, for example a code; empty if the order has no answer.
    /// - Throws: for an order that these servers cannot perform.
    func perform(_ order: AuthorityOrder) async throws -> String
}

/// An order of a client's panel to the authority. The client and its servers agree on names and values.
package struct AuthorityOrder: Codable, Hashable, Sendable {
    package let client: ClientID
    package let name: String
    package let value: String
}

/// The authorities of several systems whose servers follow the clock of one cast. Each gets the orders of its own
/// client.
package struct JoinedAuthority: CastAuthority {
    private let parts: [ClientID: any CastAuthority]

    /// - Parameter parts: each under the name of its client.
    package init(_ parts: [ClientID: any CastAuthority]) {
        self.parts = parts
    }

    package func runDueTasks() async -> UnixTime? {
        var next: UnixTime?
        for part in parts.values {
            if let time = await part.runDueTasks() {
                next = min(next ?? time, time)
            }
        }
        return next
    }

    package func perform(_ order: AuthorityOrder) async throws -> String {
        guard let part = parts[order.client] else {
            throw PhonePageError.noAuthority
        }
        return try await part.perform(order)
    }
}

/// An authority in another process of the cast.
struct RemoteAuthority: CastAuthority {
    let link: CastLink

    func runDueTasks() async -> UnixTime? {
        let answer: DueAnswer? = await link.ask(CastQuestion.runDueTasks, 0)
        return answer?.time
    }

    func perform(_ order: AuthorityOrder) async throws -> String {
        guard let answer: String = await link.ask(CastQuestion.order, order) else {
            throw PhonePageError.noAuthority
        }
        return answer
    }
}
