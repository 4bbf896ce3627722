/// What a code of the European gateway says about the days since the onset of symptoms.
///
/// A code near n × 100 has an offset of up to 14 days to it. The ranges of n say what the offset counts from.
public enum OnsetMeaning: Hashable, Sendable {
    /// −14…14 days after the onset.
    case onset(days: Int)
    /// The onset lies in a range of some days, 1…19. The days count from the end of the range.
    case range(length: Int, daysSinceEnd: Int)
    /// There were symptoms. The days count from the submission, like those of the following cases.
    case unknownOnset(daysSinceSubmission: Int)
    case noSymptoms(daysSinceSubmission: Int)
    case unknownSymptoms(daysSinceSubmission: Int)

    /// Nil for a number that is no code.
    public init?(code: Int) {
        let hundreds = (code + 50 >= 0 ? code + 50 : code - 49) / 100
        let offset = code - hundreds * 100
        guard Self.offsets.contains(offset) else {
            return nil
        }
        switch hundreds {
        case 0: self = .onset(days: offset)
        case 1...19: self = .range(length: hundreds, daysSinceEnd: offset)
        case 20: self = .unknownOnset(daysSinceSubmission: offset)
        case 30: self = .noSymptoms(daysSinceSubmission: offset)
        case 40: self = .unknownSymptoms(daysSinceSubmission: offset)
        default: return nil
        }
    }

    public var code: Int {
        switch self {
        case .onset(let days): days
        case .range(let length, let days): length * 100 + days
        case .unknownOnset(let days): 2000 + days
        case .noSymptoms(let days): 3000 + days
        case .unknownSymptoms(let days): 4000 + days
        }
    }

    /// The days from the earliest possible onset to the key's day, or from the submission where no onset is known.
    public var days: Int {
        switch self {
        case .onset(let days), .unknownOnset(let days), .noSymptoms(let days), .unknownSymptoms(let days): days
        case .range(let length, let days): days + length - 1
        }
    }

    /// The meaning of a key for which the phone sent no code: symptoms without a date.
    ///
    /// - Parameter days: from the submission to the key's day, 0 or less; cut to the days that a code can hold.
    public static func submitted(days: Int) -> OnsetMeaning {
        .unknownOnset(daysSinceSubmission: min(max(days, offsets.lowerBound), offsets.upperBound))
    }

    private static let offsets = -14...14
}
