import ServiceKit
package import WireFormat

/// The facts of a system's contract that its routes do not show, taken from the code's own values.
///
/// The published documents of the system state them (docs/openapi). The black-box tests compare the two: if a limit or
/// an error changes, the documents must change too.
package struct ContractFacts: Sendable {
    private let errors: [String: JSONValue]
    private let limits: [String: ClosedRange<Int>]
    private let values: [String: Int]
    private let patterns: [String: String]

    /// - Parameters:
    ///   - errors: the status and the members of the body of each refusal; empty for a contract without such bodies.
    ///   - limits: the bounds of numbers, lengths and counts.
    ///   - values: single numbers, besides those of the transport.
    ///   - patterns: regular expressions of texts.
    package init(
        errors: [String: JSONValue] = [:],
        limits: [String: ClosedRange<Int>] = [:],
        values: [String: Int] = [:],
        patterns: [String: String] = [:]
    ) {
        self.errors = errors
        self.limits = limits
        self.values = values
        self.patterns = patterns
    }

    var members: [JSONValue.Member] {
        [
            Self.object("errors", errors) { $0 },
            Self.object("limits", limits) {
                ["least": .integer($0.lowerBound), "greatest": .integer($0.upperBound)]
            },
            Self.object("values", values.merging(Self.transport) { own, _ in own }) { .integer($0) },
            Self.object("patterns", patterns) { .string($0) },
        ]
    }

    private static func object<Fact>(
        _ name: String,
        _ facts: [String: Fact],
        _ json: (Fact) -> JSONValue
    ) -> JSONValue.Member {
        let members = facts.sorted { $0.key < $1.key }.map { JSONValue.Member(name: $0.key, value: json($0.value)) }
        return JSONValue.Member(name: name, value: .object(members))
    }

    /// The numbers that every system gets from the server kit.
    private static var transport: [String: Int] {
        let transport = TransportLimits()
        let cover = CoverTraffic.standard
        return [
            "answerSize": cover.answerSize, "arrivalSeconds": Int(transport.arrival.components.seconds),
            "body": transport.body, "coverFloorMilliseconds": Int(cover.schedule.floor / .milliseconds(1)),
            "coverTickMilliseconds": Int(cover.schedule.tick / .milliseconds(1)),
            "handlingSeconds": Int(transport.handling.components.seconds), "headerBlock": transport.headerBlock,
            "internalTokenLength": HostSettings.minTokenLength, "target": transport.target,
        ]
    }
}
