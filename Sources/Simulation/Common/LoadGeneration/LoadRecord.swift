import LoadModel

/// The measurements of a run.
package struct LoadRecord: Sendable {
    /// Each kind with what became of its requests, in the order of the schedule.
    package let kinds: [(kind: LoadKind, tally: LoadTally)]
    /// The requests of each part of the compressed day, in ``slotCount`` parts. Those of visits that go on after its
    /// end are in none.
    package let slots: [LoadGroup: [LoadTally]]
    /// Microseconds of the compressed day.
    package let length: Int64
    /// Microseconds from the first planned moment to the last answer.
    package let duration: Int64

    package init(kinds: [(LoadKind, LoadTally)], slots: [LoadGroup: [LoadTally]], length: Int64, duration: Int64) {
        self.kinds = kinds.map { (kind: $0.0, tally: $0.1) }
        (self.slots, self.length, self.duration) = (slots, length, duration)
    }

    /// All kinds together.
    package var total: LoadTally {
        kinds.reduce(into: LoadTally()) { $0.merge($1.tally) }
    }

    /// All kinds of a group together.
    package func total(of group: LoadGroup) -> LoadTally {
        kinds.reduce(into: LoadTally()) { sum, next in
            if next.kind.group == group {
                sum.merge(next.tally)
            }
        }
    }

    /// The lateness that a hundredth of all requests exceeded, in microseconds: how well the generator kept its times.
    package var lateness: Int64 { total.lateness.quantile(0.99) ?? 0 }

    /// Parts of the day: fifteen minutes each.
    package static let slotCount = 96

    /// The part in which a moment is; nil outside the day.
    static func slot(of time: Int64, in length: Int64) -> Int? {
        guard (0..<max(length, 0)).contains(time) else {
            return nil
        }
        return min(Int(Double(time) / Double(length) * Double(slotCount)), slotCount - 1)
    }
}
