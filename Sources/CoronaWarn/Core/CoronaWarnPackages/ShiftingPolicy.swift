/// Decides which hours publish keys: only hours with enough of them, so that a package never shows a single person.
///
/// Keys of an hour that has too few wait for a later hour. The decision of an hour is made once and stored; later runs
/// begin after it. A key store makes the decision in one transaction. This is the rule that it must follow, to which
/// its decisions are compared.
public struct ShiftingPolicy: Hashable, Sendable {
    /// The minimum number of keys in a package that is not empty; at least 1.
    public let threshold: Int
    /// The number of hours after which waiting keys are published however few they are; nil if they wait for ever.
    public let maxWait: Int?

    public init(threshold: Int = ShiftingPolicy.defaultThreshold, maxWait: Int? = nil) {
        self.threshold = max(threshold, 1)
        self.maxWait = maxWait.map { max($0, 0) }
    }

    /// The decision about one hour.
    public struct Decision: Hashable, Sendable {
        public let hour: PackageHour
        /// The number of keys in the package; 0 for a signed package without keys.
        public let keyCount: Int
    }

    /// The decisions of a run.
    public struct Plan: Hashable, Sendable {
        /// One for each hour, in their order.
        public let decisions: [Decision]
        /// The number of keys that wait for a later run.
        public let waitingCount: Int

        /// The hour whose package gets the keys that may be published from `earliest` on; nil if they wait.
        public func hour(ofKeysFrom earliest: PackageHour) -> PackageHour? {
            decisions.first { $0.keyCount > 0 && $0.hour >= earliest }?.hour
        }
    }

    /// Decides about hours that have no decision yet.
    ///
    /// - Parameters:
    ///   - waiting: the numbers of keys without a package, by the first hour that may hold them. Hours before those
    /// that     are decided stand for keys that wait since then.
    ///   - hours: the hours to decide, without gaps, from the one after the last decision to the last that is over.
    public func plan(waiting: [PackageHour: Int], hours: [PackageHour]) -> Plan {
        var rest = waiting.filter { $0.value > 0 }.sorted { $0.key < $1.key }[...]
        var (count, oldest): (Int, PackageHour?) = (0, nil)
        var decisions: [Decision] = []
        for hour in hours {
            while let next = rest.first, next.key <= hour {
                count = Self.sum(count, next.value)
                oldest = oldest ?? next.key
                rest.removeFirst()
            }
            let isPublished = count >= threshold || count > 0 && hasWaited(since: oldest, until: hour)
            decisions.append(Decision(hour: hour, keyCount: isPublished ? count : 0))
            if isPublished {
                (count, oldest) = (0, nil)
            }
        }
        return Plan(decisions: decisions, waitingCount: rest.reduce(count) { Self.sum($0, $1.value) })
    }

    private func hasWaited(since oldest: PackageHour?, until hour: PackageHour) -> Bool {
        guard let oldest, let maxWait else {
            return false
        }
        return hour >= oldest.advanced(by: maxWait)
    }

    private static func sum(_ first: Int, _ second: Int) -> Int {
        let (sum, overflow) = first.addingReportingOverflow(second)
        return overflow ? .max : sum
    }

    /// Ten people with fourteen keys each.
    public static let defaultThreshold = 140
}
