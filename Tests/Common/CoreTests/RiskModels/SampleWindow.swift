import ExposurePrimitives
import GAENCore
import RiskModels

/// Exposure windows for tests of rules.
enum SampleWindow {
    static let today = CalendarDay(daysSinceEpoch: 18_600)

    /// A window whose scans count for five minutes each, at an attenuation with Corona-Warn's greatest weight.
    static func make(
        attenuation: Int = 63,
        scans: Int = 1,
        seconds: Int = 300,
        age: Int = 1,
        reportType: DiagnosisKey.ReportType = .confirmedClinicalDiagnosis,
        infectiousness: Infectiousness = .standard,
        calibrationConfidence: CalibrationConfidence = .lowest
    ) -> ExposureWindow {
        ExposureWindow(
            date: today.advanced(byDays: -age),
            reportType: reportType,
            infectiousness: infectiousness,
            calibrationConfidence: calibrationConfidence,
            scanInstances: [ScanInstance](repeating: scan(attenuation, seconds: seconds), count: scans)
        )
    }

    /// A scan whose minimum is its typical attenuation, unless it says otherwise.
    static func scan(_ typical: Int, _ minimum: Int? = nil, seconds: Int) -> ScanInstance {
        let minimum = minimum ?? typical
        return ScanInstance(typicalAttenuation: typical, minimumAttenuation: minimum, secondsSinceLastScan: seconds)
    }

    /// The same window with other scans.
    static func copy(of window: ExposureWindow, scans: [ScanInstance]) -> ExposureWindow {
        ExposureWindow(
            date: window.date,
            reportType: window.reportType,
            infectiousness: window.infectiousness,
            calibrationConfidence: window.calibrationConfidence,
            scanInstances: scans
        )
    }

    /// Random windows of the last twenty days.
    static func random(using generator: inout SeededGenerator) -> [ExposureWindow] {
        (0..<Int.random(in: 0...30, using: &generator)).map { _ in
            ExposureWindow(
                date: today.advanced(byDays: -Int.random(in: 0...20, using: &generator)),
                reportType: DiagnosisKey.ReportType.allCases.randomElement(using: &generator) ?? .unknown,
                infectiousness: Infectiousness.allCases.randomElement(using: &generator) ?? .none,
                calibrationConfidence: CalibrationConfidence.allCases.randomElement(using: &generator) ?? .lowest,
                scanInstances: (0..<Int.random(in: 0...6, using: &generator)).map { _ in
                    let typical = Int.random(in: 0...90, using: &generator)
                    let minimum = max(0, typical - Int.random(in: 0...9, using: &generator))
                    return scan(typical, minimum, seconds: 60 * Int.random(in: -1...5, using: &generator))
                }
            )
        }
    }
}
