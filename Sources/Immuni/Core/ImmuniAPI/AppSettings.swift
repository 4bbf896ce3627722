public import Foundation

/// The settings that a phone fetches from the App Configuration Service and reads. A phone refuses an answer in which
/// one of them is missing (Immuni Technology, "Configuration Settings"). Settings that the server only passes on to the
/// published apps are not included.
public struct AppSettings: Codable, Hashable, Sendable {
    public let minimumBuildVersion: Int
    /// Seconds.
    public let serviceNotActiveNotificationPeriod: Int
    public let onboardingNotCompletedNotificationPeriod: Int
    public let requiredUpdateNotificationPeriod: Int
    public let riskReminderNotificationPeriod: Int
    /// Seconds between two Exposure Detections in the background.
    public let exposureDetectionPeriod: Int
    /// Seconds after which the app also detects in the foreground.
    public let maximumExposureDetectionWaitingTime: Int
    /// The Total Risk Score from which the owner is notified.
    public let exposureInfoMinimumRiskScore: Int
    public let exposureConfiguration: Exposure
    /// Nil: the Total Risk Score decides, as in the published apps, which do not know this setting.
    public let riskRule: WindowRule?
    public let pnUrl: [String: String]
    public let touUrl: [String: String]
    public let faqUrl: [String: String]
    /// Probabilities.
    public let operationalInfoWithExposureSamplingRate: Double
    public let operationalInfoWithoutExposureSamplingRate: Double
    /// Seconds, the mean of an exponential distribution; this also applies to the three other waiting times below.
    public let dummyAnalyticsWaitingTime: Int
    public let dummyTeksAverageRequestWaitingTime: Int
    public let dummyTeksRequestProbabilities: [Double]
    public let dummyTeksAverageOpportunityWaitingTime: Int
    /// Seconds.
    public let dummyTeksWindowDuration: Int
    public let dummyTeksAverageStartWaitingTime: Int
    public let teksMaxSummaryCount: Int
    public let teksMaxInfoCount: Int
    /// Bytes of every check-otp and upload request, headers included.
    public let teksPacketSize: Int
    public let supportEmail: String?
    public let supportPhone: String?
    public let supportPhoneOpeningTime: String
    public let supportPhoneClosingTime: String
    /// Whether new owners are told that the app is on trial (Android).
    public let experimentalPhase: Bool
    /// Whether owners are reminded to open the app from time to time (Android).
    public let reopenReminder: Bool

    /// The framework's risk parameters (Exposure Notification API v1).
    public struct Exposure: Codable, Hashable, Sendable {
        /// Decibels: two thresholds between three ranges of Attenuation.
        public let attenuationThresholds: [Int]
        public let attenuationBucketScores: [Int]
        public let daysSinceLastExposureBucketScores: [Int]
        public let durationBucketScores: [Int]
        public let transmissionRiskBucketScores: [Int]
        public let minimumRiskScore: Int
    }

    /// - Throws: a `DecodingError` that names the missing or wrong setting.
    public init(parsing body: Data) throws {
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        self = try decoder.decode(AppSettings.self, from: body)
    }
}
