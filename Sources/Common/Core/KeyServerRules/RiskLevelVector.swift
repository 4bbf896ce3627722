/// Which keys of a person are published, and with which transmission risk level, by the days from the onset of symptoms
/// to the day of the key.
public struct RiskLevelVector: Hashable, Sendable {
    /// Level 0…8 for each day; a day without an entry is not published.
    public let levels: [Int: Int]

    /// - Throws: where a day is outside −14…14 or a level outside 0…8.
    public init(levels: [Int: Int]) throws(Failure) {
        for (day, level) in levels {
            guard Self.days.contains(day) else {
                throw .dayOutOfRange(day)
            }
            guard Self.transmissionRiskLevels.contains(level) else {
                throw .levelOutOfRange(level)
            }
        }
        self.levels = levels
    }

    private init(unchecked levels: [Int: Int]) {
        self.levels = levels
    }

    /// Every key from two days before onset on carries level 8.
    public static let uniform = RiskLevelVector(
        unchecked: Dictionary(uniqueKeysWithValues: (-2...14).map { ($0, 8) })
    )

    /// The level of a key `days` after onset (before, when negative), or nil where such keys are not published. Days
    /// beyond +14 count as +14: a long illness does not silence its newest keys.
    public func level(daysSinceOnset days: Int) -> Int? {
        levels[min(days, Self.days.upperBound)]
    }

    public enum Failure: Error, Equatable {
        /// Text that is no `day:level` pair, or a day that stands twice.
        case notAPair(String)
        case dayOutOfRange(Int)
        case levelOutOfRange(Int)
    }

    /// Levels of the Exposure Notification framework.
    public static let transmissionRiskLevels = 0...8
    /// The days that the export format can name.
    public static let days = -14...14
}
