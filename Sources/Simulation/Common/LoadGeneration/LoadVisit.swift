package import ExposurePrimitives
package import LoadModel
package import PhonePorts
package import WireFormat

/// Something that a phone or a person does on a day, some requests one after the other, and how often it happens.
///
/// `avviso plan` counts it, and `avviso load` makes it of the same value.
package struct PlannedVisit: Sendable {
    package let name: String
    /// The mean number of visits on a day.
    package let perDay: Double
    /// From which settings and numbers this follows, for people.
    package let source: String
    /// When they begin.
    package let curve: DayCurve
    package let steps: [LoadStep]
    /// Connections that a visit opens, on average.
    package let connections: Double
    /// Seconds from the opening of a connection to its last request.
    package let seconds: Double
    package let cost: VisitCost

    /// - Parameter seconds: from the opening of a connection to its last request; nil for those of the steps.
    package init(
        _ name: String,
        perDay: Double,
        from source: String,
        on curve: DayCurve,
        _ steps: [LoadStep],
        connections: Double = 1,
        lasting seconds: Double? = nil,
        cost: VisitCost
    ) {
        (self.name, self.perDay, self.source, self.curve) = (name, perDay, source, curve)
        (self.steps, self.connections, self.cost) = (steps, connections, cost)
        self.seconds = seconds ?? steps.last?.after ?? 0
    }

    /// The same, and at least this often.
    package func atLeast(_ least: Double) -> PlannedVisit {
        PlannedVisit(
            name,
            perDay: max(perDay, least),
            from: source,
            on: curve,
            steps,
            connections: connections,
            lasting: seconds,
            cost: cost
        )
    }

    /// The moments of a day at which visits begin.
    func arrivals(using generator: inout some RandomNumberGenerator) -> [Double] {
        PoissonArrivals.seconds(perDay: perDay, on: curve, using: &generator)
    }

    /// What it asks of the servers.
    package var load: VisitLoad {
        let kinds = steps.map(\.kind)
        return VisitLoad(
            perDay: perDay,
            on: curve,
            requests: kinds.count,
            released: kinds.count { $0.group == .released },
            isFiles: kinds.allSatisfy { $0.endpoint.method == .get },
            connections: connections,
            seconds: seconds,
            sent: kinds.reduce(0) { $0 + $1.bytes.sent },
            received: kinds.reduce(0) { $0 + $1.bytes.received },
            cost: cost
        )
    }
}

/// A planned visit that can be made.
package struct LoadVisit: Sendable {
    package let planned: PlannedVisit
    /// Those of the plan, without files that are not on offer.
    package let steps: [LoadStep]
    /// A new visit. The generator is the visit's own, so a visit does not depend on the others.
    package let begin: @Sendable (SeededGenerator) -> any LoadSession

    /// - Parameter steps: nil for those of the plan.
    package init(
        _ planned: PlannedVisit,
        _ steps: [LoadStep]? = nil,
        begin: @escaping @Sendable (SeededGenerator) -> any LoadSession
    ) {
        (self.planned, self.steps, self.begin) = (planned, steps ?? planned.steps, begin)
    }

    package var name: String { planned.name }
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
