package import PhonePorts

/// The actions of a client's controls on the panel.
package struct ClientTester: Sendable {
    let client: ClientID
    let phone: SimulatedPhone
    let cast: PhoneCast

    /// The build that the next installation brings, from 1.
    package var newestBuild: Int { SimulatedPhone.newestBuild }

    /// Wakes the client as if the background task were due.
    package func wake(for task: PhoneTask) async {
        await phone.wake(client, for: task)
    }

    /// Gives an order to the servers that follow the clock of the cast.
    ///
    /// - Returns: their answer; empty if the order has none.
    /// - Throws: `PhonePageError.noAuthority` without such servers.
    @discardableResult package func order(_ name: String, _ value: String) async throws -> String {
        try await cast.give(AuthorityOrder(client: client, name: name, value: value))
    }
}
