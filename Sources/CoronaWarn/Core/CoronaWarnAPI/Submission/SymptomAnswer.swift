/// What a person answers about symptoms before an upload. The phone turns the answer into the levels and codes of its
/// keys and never sends the answer itself.
public enum SymptomAnswer: Hashable, Sendable, Codable {
    case noAnswer
    case noSymptoms
    case onsetUnknown
    case withinSevenDays
    case oneToTwoWeeksAgo
    case moreThanTwoWeeksAgo
    /// The onset was this many days ago, 0…21.
    case daysAgo(Int)

    /// The level 1…8 of a key of this age; nil for keys that are not sent.
    ///
    /// - Parameter age: days from the key's day to the day of the upload.
    public func transmissionRiskLevel(age: Int) -> Int? {
        guard Self.ages.contains(age) else {
            return nil
        }
        switch self {
        case .noAnswer: return Self.noAnswerLevels[age]
        case .noSymptoms: return Self.noSymptomsLevels[age]
        case .onsetUnknown: return Self.onsetUnknownLevels[age]
        case .withinSevenDays: return Self.withinSevenDaysLevels[age]
        case .oneToTwoWeeksAgo: return Self.oneToTwoWeeksLevels[age]
        case .moreThanTwoWeeksAgo: return Self.moreThanTwoWeeksLevels[age]
        case .daysAgo(let days):
            guard Self.daysAgo.contains(days) else {
                return nil
            }
            return OnsetCode(days - age).map(\.transmissionRiskLevel)
        }
    }

    /// The code of a key of this age; nil for keys that are not sent.
    public func onsetCode(age: Int) -> OnsetCode? {
        guard Self.ages.contains(age) else {
            return nil
        }
        switch self {
        case .noAnswer: return OnsetCode(4000 - age)
        case .noSymptoms: return OnsetCode(3000 - age)
        case .onsetUnknown: return OnsetCode(2000 - age)
        case .withinSevenDays: return OnsetCode(701 - age)
        case .oneToTwoWeeksAgo: return OnsetCode(708 - age)
        case .moreThanTwoWeeksAgo: return OnsetCode(715 - age)
        case .daysAgo(let days): return Self.daysAgo.contains(days) ? OnsetCode(days - age) : nil
        }
    }

    /// The levels of the apps at launch, by age, which asked nobody.
    public static let launchLevels = [5, 6, 8, 8, 8, 5, 3, 1, 1, 1, 1, 1, 1, 1, 1]

    /// The ages of keys that a phone sends, in days.
    public static let ages = 0...14
    /// The days ago that an exact answer may have.
    public static let daysAgo = 0...21

    // By age, today first.
    private static let noAnswerLevels = [5, 6, 7, 7, 7, 6, 4, 3, 2, 1, 1, 1, 1, 1, 1]
    private static let noSymptomsLevels = [4, 4, 3, 2, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1]
    private static let onsetUnknownLevels = [5, 6, 8, 8, 8, 7, 5, 3, 2, 1, 1, 1, 1, 1, 1]
    private static let withinSevenDaysLevels = [4, 5, 6, 7, 7, 7, 6, 5, 4, 3, 2, 1, 1, 1, 1]
    private static let oneToTwoWeeksLevels = [1, 1, 1, 1, 2, 3, 4, 5, 6, 6, 7, 7, 6, 6, 4]
    private static let moreThanTwoWeeksLevels = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 3, 4, 5]
}
