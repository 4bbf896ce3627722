import ExposurePrimitives
import RiskModels

/// The app's choice of how keys are read.
///
/// It may change once in seven days, so that an app cannot find out a person's onset of symptoms by trying mappings.
struct MappingChoice: Hashable {
    private(set) var mapping: DiagnosisKeysDataMapping
    private(set) var setAt: UnixTime?

    init(mapping: DiagnosisKeysDataMapping = .standard, setAt: UnixTime? = nil) {
        self.mapping = mapping
        self.setAt = setAt
    }

    /// Sets the mapping. Returns false without any change within seven days of another choice.
    ///
    /// The seven days start again if the clock was set back to before that choice.
    mutating func set(_ mapping: DiagnosisKeysDataMapping, at now: UnixTime) -> Bool {
        guard mapping != self.mapping || setAt == nil else {
            return true
        }
        if let setAt, now.seconds(since: setAt) < Self.seconds {
            self.setAt = min(setAt, now)
            return false
        }
        self = MappingChoice(mapping: mapping, setAt: now)
        return true
    }

    private static let seconds = 7 * UnixTime.secondsPerDay
}
