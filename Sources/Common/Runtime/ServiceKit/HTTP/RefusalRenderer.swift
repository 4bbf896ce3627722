package import HTTPTypes
package import WireFormat

/// Turns refusals into the answers of one contract.
package protocol RefusalRenderer: Sendable {
    func answer(to refusal: Refusal) -> ServiceResponse

    /// The same answer in the client's language, if the contract has texts for people.
    ///
    /// - Parameter headers: of the refused request; empty if they did not arrive.
    func answer(to refusal: Refusal, headers: HTTPFields) -> ServiceResponse

    /// The answer to a refusal that only this contract has, and that a handler throws as a type of the contract; nil
    /// for any other error.
    func answer(toOwn error: any Error) -> ServiceResponse?
}

extension RefusalRenderer {
    package func answer(to refusal: Refusal, headers: HTTPFields) -> ServiceResponse { answer(to: refusal) }

    package func answer(toOwn error: any Error) -> ServiceResponse? { nil }
}

/// Refusals for contracts that give only a status: an answer without a body.
package struct EmptyRefusals: RefusalRenderer {
    private let statuses: [Refusal: Int]

    /// - Parameter statuses: the statuses of the contract that differ from ``Refusal/status``.
    package init(statuses: [Refusal: Int] = [:]) {
        self.statuses = statuses
    }

    package func answer(to refusal: Refusal) -> ServiceResponse {
        .empty(statuses[refusal] ?? refusal.status)
    }
}
