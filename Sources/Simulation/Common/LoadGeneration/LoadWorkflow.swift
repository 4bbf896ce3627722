package import LoadModel
package import PhonePorts

/// How the phones of one system, and the people and laboratories around them, spend a day, by the settings in force.
package protocol LoadTraffic: Sendable {
    /// Everything that happens on a day. No server is asked.
    func visits(of question: CapacityQuestion) -> [PlannedVisit]

    /// Bytes of memory that a server needs for each phone, whatever the phone does.
    var memoryPerPhone: Double { get }
}

extension LoadTraffic {
    // Most systems keep nothing of phones in memory.
    package var memoryPerPhone: Double { 0 }
}

/// Makes the visits of a day.
package protocol LoadWorkflow: Sendable {
    var traffic: any LoadTraffic { get }
    /// The hosts that the requests go to, and the listener of each.
    var hosts: [PhoneHost: LoadListener] { get }

    /// Looks at the servers before the day begins, for example at the files on offer, and makes the visits of a plan.
    func visits(of plan: DayPlan, after preparation: LoadPreparation) async throws -> [LoadVisit]
}

/// The planned visits of one system by their names.
package struct DayPlan: Sendable {
    private let visits: [String: PlannedVisit]

    /// - Parameter least: what each visit happens at least, so that a day of few phones has something of each kind.
    package init(_ visits: [PlannedVisit], atLeast least: Double = 0) {
        self.visits = Dictionary(visits.map { ($0.name, $0.atLeast(least)) }) { first, _ in first }
    }

    package subscript(name: String) -> PlannedVisit {
        guard let visit = visits[name] else {
            preconditionFailure("\(name) is no visit of this system")
        }
        return visit
    }
}

/// A listener of a server.
package enum LoadListener: String, Sendable, CaseIterable {
    case `public`
    case `internal`
}
