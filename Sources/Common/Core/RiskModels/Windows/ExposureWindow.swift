public import ExposurePrimitives
public import GAENCore

/// Up to thirty minutes near a person who tested positive, as apps see it in the framework's second generation.
///
/// It holds no key, no identifier and no time of day.
public struct ExposureWindow: Hashable, Sendable {
    /// The UTC day on which the window starts.
    public let date: CalendarDay
    /// The reason why the key was published: never `unknown` or `revoked` in a phone's results.
    public let reportType: DiagnosisKey.ReportType
    public let infectiousness: Infectiousness
    /// The confidence in the other phone's transmit power.
    public let calibrationConfidence: CalibrationConfidence
    /// In no particular order.
    public let scanInstances: [ScanInstance]

    public init(
        date: CalendarDay,
        reportType: DiagnosisKey.ReportType,
        infectiousness: Infectiousness,
        calibrationConfidence: CalibrationConfidence,
        scanInstances: [ScanInstance]
    ) {
        self.date = date
        self.reportType = reportType
        self.infectiousness = infectiousness
        self.calibrationConfidence = calibrationConfidence
        self.scanInstances = scanInstances
    }
}

/// The infectiousness of a person on a key's day, from the onset of symptoms.
public enum Infectiousness: Int, Sendable, CaseIterable {
    case none = 0
    case standard = 1
    case high = 2
}

/// The quality of the calibration of a phone model's transmit power.
public enum CalibrationConfidence: Int, Sendable, CaseIterable {
    case lowest = 0
    case low = 1
    case medium = 2
    case high = 3
}

extension ExposureWindow {
    /// The windows of `matches`, in random order, and each with its scans in random order. The order carries no
    /// information.
    ///
    /// Keys of experiments, revoked keys and keys whose type stays unknown have none.
    ///
    /// - Parameter generator: must be the system's generator outside simulations and tests.
    public static func windows(
        of matches: some Sequence<Match>,
        mapping: DiagnosisKeysDataMapping,
        using generator: inout some RandomNumberGenerator
    ) -> [ExposureWindow] {
        unshuffled(of: matches, mapping: mapping).shuffled(using: &generator).map { window in
            ExposureWindow(
                date: window.date,
                reportType: window.reportType,
                infectiousness: window.infectiousness,
                calibrationConfidence: window.calibrationConfidence,
                scanInstances: window.scanInstances.shuffled(using: &generator)
            )
        }
    }

    /// The windows in the order of matches and time, for rules whose result does not depend on the order.
    static func unshuffled(of matches: some Sequence<Match>, mapping: DiagnosisKeysDataMapping) -> [ExposureWindow] {
        matches.flatMap { match in
            WindowSightings.windows(of: match.sightings).compactMap {
                ExposureWindow($0, of: match.key, mapping: mapping)
            }
        }
    }

    private init?(_ sightings: WindowSightings, of key: DiagnosisKey, mapping: DiagnosisKeysDataMapping) {
        let reportType = mapping.reportType(of: key)
        guard [.confirmedTest, .confirmedClinicalDiagnosis, .selfReport].contains(reportType) else {
            return nil
        }
        self.init(
            date: sightings.start.utcDay,
            reportType: reportType,
            infectiousness: mapping.infectiousness(of: key),
            calibrationConfidence: sightings.calibrationConfidence,
            scanInstances: sightings.scanInstances
        )
    }
}
