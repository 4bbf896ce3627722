import CoronaWarnAPI
public import ExposurePrimitives
import GAENCore

/// The levels and onset codes of one person's keys.
///
/// It holds the answer about symptoms for the uploads to come. Nothing but levels and codes leaves it.
struct UploadLevels: Codable, Hashable, Sendable {
    private let basis: Basis
    /// The day of the answer, from which ages count. So a key has the same level whenever it is uploaded.
    private let day: CalendarDay

    private enum Basis: Codable, Hashable {
        case answer(SymptomAnswer)
        /// Nobody was asked: the levels of the launch, without codes.
        case launch
    }

    /// The levels of somebody who was asked.
    init(_ answer: SymptomAnswer, on day: CalendarDay) {
        basis = .answer(answer)
        self.day = day
    }

    /// The levels of the launch, where the configuration asks nobody (contract 4.1).
    static func launch(on day: CalendarDay) -> UploadLevels {
        UploadLevels(basis: .launch, day: day)
    }

    private init(basis: Basis, day: CalendarDay) {
        (self.basis, self.day) = (basis, day)
    }

    /// The key as it is uploaded; nil if it is older than the keys that phones send.
    ///
    /// Keys of days after the answer count as those of its day, except that an exact onset goes on counting.
    func submitted(_ key: TemporaryExposureKey) -> SubmittedKey? {
        let keyDay = key.rollingStart.start.utcDay
        let age = max(day.days(since: keyDay), 0)
        switch basis {
        case .launch:
            guard SymptomAnswer.launchLevels.indices.contains(age) else {
                return nil
            }
            return SubmittedKey(key: key, transmissionRiskLevel: SymptomAnswer.launchLevels[age], onsetCode: nil)
        case .answer(.daysAgo(let days)) where keyDay > day:
            guard let code = OnsetCode(days + keyDay.days(since: day)), days + keyDay.days(since: day) < 100 else {
                return nil
            }
            return SubmittedKey(key: key, transmissionRiskLevel: code.transmissionRiskLevel, onsetCode: code)
        case .answer(let answer):
            guard let level = answer.transmissionRiskLevel(age: age) else {
                return nil
            }
            return SubmittedKey(key: key, transmissionRiskLevel: level, onsetCode: answer.onsetCode(age: age))
        }
    }
}

extension UploadLevels: CustomStringConvertible, CustomReflectable {
    var description: String { "<redacted>" }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}

/// What a person says about symptoms, step by step, as the screens ask it.
public enum SymptomStatement: Hashable, Sendable {
    case noAnswer
    case noSymptoms
    case symptoms(Onset)

    public enum Onset: Hashable, Sendable {
        case unknown
        case day(CalendarDay)
        case withinSevenDays
        case oneToTwoWeeksAgo
        case moreThanTwoWeeksAgo
    }

    /// The answer of the contract; nil for a day in the future.
    ///
    /// A day longer ago than an exact answer can say is "more than two weeks ago".
    func answer(on today: CalendarDay) -> SymptomAnswer? {
        switch self {
        case .noAnswer: return .noAnswer
        case .noSymptoms: return .noSymptoms
        case .symptoms(.unknown): return .onsetUnknown
        case .symptoms(.withinSevenDays): return .withinSevenDays
        case .symptoms(.oneToTwoWeeksAgo): return .oneToTwoWeeksAgo
        case .symptoms(.moreThanTwoWeeksAgo): return .moreThanTwoWeeksAgo
        case .symptoms(.day(let onset)):
            let days = today.days(since: onset)
            guard days >= 0 else {
                return nil
            }
            return days <= SymptomAnswer.daysAgo.upperBound ? .daysAgo(days) : .moreThanTwoWeeksAgo
        }
    }
}
