public import GAENCore

/// The levels that packages show for stored levels, and how they show them.
///
/// Packages carry a level twice: as itself, and for the framework's second generation in the report type and the days
/// since onset, which have no other meaning there.
public struct PublishedLevels: Hashable, Sendable {
    /// By stored level, 1 first; each 1…8.
    private let levels: [Int]

    /// - Throws: unless there are eight levels, each 1…8, that never decrease.
    public init(_ levels: [Int]) throws(PublishedLevelsError) {
        guard levels.count == SubmittedKey.transmissionRiskLevels.count else {
            throw .wrongCount(levels.count)
        }
        if let level = levels.first(where: { !SubmittedKey.transmissionRiskLevels.contains($0) }) {
            throw .outOfRange(level)
        }
        guard zip(levels, levels.dropFirst()).allSatisfy(<=) else {
            throw .decreasing
        }
        self.levels = levels
    }

    private init(unchecked levels: [Int]) {
        self.levels = levels
    }

    /// Every level as it is.
    public static let exact = PublishedLevels(unchecked: [1, 2, 3, 4, 5, 6, 7, 8])
    /// Three classes, so that the series of levels of one person's days is harder to recognise.
    public static let coarse = PublishedLevels(unchecked: [1, 1, 4, 4, 4, 7, 7, 7])

    /// The published level of a stored one; levels outside 1…8 are as the nearer of these.
    public func level(of stored: Int) -> Int {
        levels[min(max(stored, 1), levels.count) - 1]
    }

    /// A key as packages show it.
    public func diagnosisKey(_ key: TemporaryExposureKey, storedLevel: Int) -> DiagnosisKey {
        let level = level(of: storedLevel)
        let reportType: DiagnosisKey.ReportType =
            switch level {
            case ...2: .recursive
            case 3...4: .selfReport
            case 5...6: .confirmedClinicalDiagnosis
            default: .confirmedTest
            }
        return DiagnosisKey(
            key: key,
            transmissionRiskLevel: level,
            reportType: reportType,
            daysSinceOnsetOfSymptoms: level.isMultiple(of: 2) ? 2 : 1
        )
    }
}

/// The reason why a list of levels is refused.
public enum PublishedLevelsError: Error, Hashable, Sendable {
    case wrongCount(Int)
    case outOfRange(Int)
    case decreasing
}
