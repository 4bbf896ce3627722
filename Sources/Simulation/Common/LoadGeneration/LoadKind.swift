package import WireFormat

/// A kind of request: one line of the report.
package struct LoadKind: Hashable, Sendable {
    /// For people, for example `immuni upload`.
    package let name: String
    /// The endpoint, whose path is the route in the servers' metrics.
    package let endpoint: Endpoint
    /// The statuses that a server gives to such a request when all is well.
    package let expected: Set<Int>

    package init(_ name: String, _ endpoint: Endpoint, expected: Set<Int>) {
        (self.name, self.endpoint, self.expected) = (name, endpoint, expected)
    }

    package var group: LoadGroup { endpoint.hasDummies ? .released : .atOnce }
}

/// Answers whose times are comparable.
package enum LoadGroup: String, Hashable, Sendable, CaseIterable {
    /// They leave when they are ready.
    case atOnce = "at_once"
    /// They wait for a moment of the release schedule, which hides what they took.
    case released
}
