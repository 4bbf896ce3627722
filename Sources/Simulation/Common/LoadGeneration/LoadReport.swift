/// What a run says to people and programs.
package struct LoadReport: Sendable {
    package let record: LoadRecord
    /// What was planned.
    package let visits: [PlannedVisit]
    /// The answers before the day, by kind and status.
    package let prepared: [LoadKind: [Int: Int]]
    /// The lateness, in microseconds, above which the generator itself spoils the run.
    package let maxLateness: Int64

    package init(
        _ record: LoadRecord,
        visits: [PlannedVisit] = [],
        prepared: [LoadKind: [Int: Int]] = [:],
        maxLateness: Int64
    ) {
        (self.record, self.visits, self.prepared, self.maxLateness) = (record, visits, prepared, maxLateness)
    }

    /// Whether the generator kept its times. The figures of a run that it did not keep are those of the generator.
    package var isValid: Bool { record.lateness <= maxLateness }

    /// The faults of the run, as sentences; empty if every planned request left in time and was answered as
    /// expected.
    package var problems: [String] {
        var problems: [String] = []
        if !isValid {
            problems.append(
                "The run is not valid: one request in a hundred left more than "
                    + "\(Self.milliseconds(record.lateness)) ms late, and \(Self.milliseconds(maxLateness)) ms are "
                    + "allowed. The generator had too little of the machine."
            )
        }
        let failed = record.kinds.filter { $0.tally.failed > 0 }
        if !failed.isEmpty {
            let count = failed.reduce(0) { $0 + $1.tally.failed }
            let names = failed.map { "\($0.kind.name) \($0.tally.failed)" }.joined(separator: ", ")
            problems.append("\(count) of \(record.total.planned) requests had no answer, or another one: \(names).")
        }
        return problems
    }

    /// Shares of all requests whose times are told.
    package static let shares: [(name: String, share: Double)] = [
        ("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("p99.9", 0.999),
    ]

    /// A time in milliseconds, with three digits.
    package static func milliseconds(_ microseconds: Int64) -> String {
        let value = Double(microseconds) / 1000
        let digits = value < 10 ? 100.0 : value < 100 ? 10.0 : 1.0
        let rounded = (value * digits).rounded() / digits
        return rounded == rounded.rounded() ? "\(Int64(rounded))" : "\(rounded)"
    }
}
