/// The transmission risk level of each published key of a person, by the days from the onset of symptoms to the key's
/// day.
public struct RiskLevelVector: Hashable, Sendable {
    /// The level 0…8 of each day. Keys of a day without an entry are not published.
    public let levels: [Int: Int]

    /// - Throws: if a day is outside −14…14 or a level outside 0…8.
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

    /// Every key from two days before onset on has level 8.
    public static let uniform = RiskLevelVector(unchecked: Dictionary(uniqueKeysWithValues: (-2...14).map { ($0, 8) }))

    /// The level of a key `days` after onset (before, if negative); nil if such keys are not published.
    ///
    /// Days beyond +14 count as +14, so that the newest keys of a long illness are published.
    public func level(daysSinceOnset days: Int) -> Int? {
        levels[min(days, Self.days.upperBound)]
    }

    public enum Failure: Error, Equatable {
        /// A text that is no `day:level` pair, or a repeated day.
        case notAPair(String)
        case dayOutOfRange(Int)
        case levelOutOfRange(Int)
    }

    /// Levels of the Exposure Notification framework.
    public static let transmissionRiskLevels = 0...8
    /// The days that the export format can express.
    public static let days = -14...14
}
