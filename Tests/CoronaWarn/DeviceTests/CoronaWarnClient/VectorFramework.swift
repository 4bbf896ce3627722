import ExposureFramework
import GAENCore
import KeyExport
import RiskModels

/// A framework that finds what a test says in whatever packages it gets. It counts the packages.
actor VectorFramework: ExposureNotificationFramework {
    private let summary: ExposureDetectionSummary
    private let windows: [ExposureWindow]
    private(set) var exportCount = 0

    init(summary: ExposureDetectionSummary, windows: [ExposureWindow] = []) {
        (self.summary, self.windows) = (summary, windows)
    }

    var status: FrameworkStatus { [.activated] }
    var authorisation: FrameworkAuthorisation { .authorised }
    var releasableKeyCount: Int? { 0 }

    func enable() {}
    func disable() {}
    func wipe() {}
    func temporaryExposureKeyHistory() -> [TemporaryExposureKey] { [] }
    func setDiagnosisKeysDataMapping(_ mapping: DiagnosisKeysDataMapping) {}
    func exposureInfos() -> [ExposureInfo] { [] }
    func exposureWindows() -> [ExposureWindow] { windows }
    func dailySummaries(under configuration: DailySummariesConfiguration) -> [DailySummary] { [] }

    func detectExposures(
        in exports: [VerifiedExport],
        under configuration: ExposureConfiguration
    ) -> ExposureDetectionSummary {
        exportCount += exports.count
        return summary
    }
}
