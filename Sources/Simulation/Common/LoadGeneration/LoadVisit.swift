package import ExposurePrimitives
package import LoadModel
package import PhonePorts
package import WireFormat

/// Something that a phone or a person does on a day: some requests, one after the other.
package struct LoadVisit: Sendable {
    package let name: String
    /// The mean number of visits on a day.
    package let perDay: Double
    /// When they begin.
    package let curve: DayCurve
    package let steps: [LoadStep]
    /// A new visit. The generator is the visit's own, so a visit does not depend on the others.
    package let begin: @Sendable (SeededGenerator) -> any LoadSession

    package init(
        _ name: String,
        perDay: Double,
        on curve: DayCurve,
        _ steps: [LoadStep],
        begin: @escaping @Sendable (SeededGenerator) -> any LoadSession
    ) {
        (self.name, self.perDay, self.curve) = (name, perDay, curve)
        (self.steps, self.begin) = (steps, begin)
    }
}

/// A request of a visit, and its time.
package struct LoadStep: Hashable, Sendable {
    package let kind: LoadKind
    /// Seconds after the start of the visit. They are seconds of the run and not of the compressed day: what a person
    /// does takes its time, and what a server gives lives as long as on any day.
    package let after: Double

    package init(_ kind: LoadKind, after: Double) {
        (self.kind, self.after) = (kind, after)
    }
}

/// The state of one visit: what its answers said.
package protocol LoadSession: Sendable {
    /// Makes the request of a step, counted from 0, at the moment when it leaves.
    ///
    /// - Returns: nil if an earlier answer that it needs did not come, or could not be used.
    func request(_ step: Int) async throws -> PhoneRequest?

    /// Reads an answer with an expected status.
    ///
    /// - Returns: whether a phone could use it.
    func read(_ answer: HTTPAnswer, of step: Int) async -> Bool
}

extension LoadSession {
    // For visits that need nothing of their answers.
    package func read(_ answer: HTTPAnswer, of step: Int) async -> Bool { true }
}
