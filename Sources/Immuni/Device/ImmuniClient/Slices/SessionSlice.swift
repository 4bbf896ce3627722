import ClientKit
import ExposurePrimitives
import ImmuniAPI
import Localisation
import MessageSignatures

/// The background session: settings, new TEK Chunks, and detection.
typealias SessionState = StateSlice<SessionMemory, SessionRun>

struct SessionMemory: Codable, Equatable, Sendable {
    /// The last settings that the authority signed.
    var settings: AppSettings?
    var seenSequences = SeenSequences()
    var chunks = ChunkProgress()
    var history = DetectionHistory()
    /// The end of the last successful detection.
    var lastDetection: UnixTime?
    /// The end of the last detection that looked for contacts at risk. Detections of an owner who tested positive do
    /// not.
    var lastAssessment: UnixTime?
    /// What the rule of exposure windows found; nil if it found nothing, or does not decide.
    var finding: RiskFinding?
    var faq: StoredFAQ?
    /// The authority's time from the settings: the first ever, and the last.
    var serverTime: ServerTime?
}

struct SessionRun: Equatable, Sendable {
    var run: Run?
    /// The time for which the next session is requested from the scheduler.
    var nextSession: UnixTime?
    /// Whether the app fetches the settings outside a background session.
    var isFetchingSettings = false
    var settingsFailure: MobileClientError?
    var lastReport: DetectionReport?
    /// The reason why the last attempt to check for contacts at risk failed; nil if it succeeded.
    var checkFailure: MobileClientError?

    /// A run in the background, or after the app was opened.
    enum Run: Hashable, Sendable {
        case refreshing
        /// - Parameter isSession: whether in a background session.
        case detecting(isSession: Bool)
    }
}

enum SessionMessage: Sendable {
    case timePassed
    case begin
    case retryChunks
    case appOpened
    /// Fetches the settings at the start of the app, or because there are none yet.
    case fetchSettings
    case settingsAnswered(SettingsAnswer)
    case faqAnswered(StoredFAQ?)
    case fetchFAQ
    /// Fetches the FAQ if it is old or in another language.
    case refreshFAQ
    case detectIfDue
    case detectionEnded(DetectionOutcome)
    /// Requests all wake-ups that the scheduler may have lost.
    ///
    /// - Parameter includesSession: false after a retry, which does not move the next session.
    case requestWakeUps(isLaunch: Bool, includesSession: Bool = true)
    /// All wake-ups are withdrawn.
    case withdrawn
    /// Requests a session again that is further ahead than allowed.
    case recall
}

enum SessionEffect: SliceEffect {
    case fetchSettings
    case fetchFAQ(target: String, Language)
    /// Fetches TEK Chunks and looks for exposures.
    case detect(DetectionPlan)
}

/// The parameters of a detection.
struct DetectionPlan: Equatable, Sendable {
    let chunks: ChunkProgress
    let retriesOnly: Bool
}

/// The FAQ as fetched.
struct StoredFAQ: Codable, Hashable, Sendable {
    let faq: FAQ
    let language: Language
    let fetchedAt: UnixTime
}
