package import WireFormat

/// A kind of request: one line of the report.
package struct LoadKind: Hashable, Sendable {
    /// For people, for example `immuni upload`.
    package let name: String
    /// The endpoint, whose path is the route in the servers' metrics.
    package let endpoint: Endpoint
    /// The statuses that a server gives to such a request when all is well.
    package let expected: Set<Int>
    /// Bytes of a phone's request and of the answer, over HTTP/1.1 with their heads. Requests of laboratories, health
    /// workers and operators have none: `avviso plan` counts what phones send.
    package let bytes: Sizes

    package struct Sizes: Hashable, Sendable {
        package let sent: Int
        package let received: Int

        package init(sent: Int, received: Int) {
            (self.sent, self.received) = (sent, received)
        }

        package static let none = Sizes(sent: 0, received: 0)

        /// Of a request whose answer has the one size of all that are released: the default of `cover.answer-size`.
        package static func released(sent: Int) -> Sizes { Sizes(sent: sent, received: 512) }
    }

    package init(_ name: String, _ endpoint: Endpoint, expected: Set<Int>, _ bytes: Sizes = .none) {
        (self.name, self.endpoint, self.expected, self.bytes) = (name, endpoint, expected, bytes)
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
