package import LoadModel
package import PhonePorts

/// The phones of one system, and the people and laboratories around them.
package protocol LoadWorkflow: Sendable {
    /// The hosts that the requests go to, and the listener of each.
    var hosts: [PhoneHost: LoadListener] { get }

    /// Looks at the servers before the day begins, for example at the files on offer, and returns what happens on the
    /// day.
    func visits(of day: DayOfVisits, after preparation: LoadPreparation) async throws -> [LoadVisit]
}

/// A listener of a server.
package enum LoadListener: String, Sendable, CaseIterable {
    case `public`
    case `internal`
}
