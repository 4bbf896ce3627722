import ClientKit
import CoronaWarnAPI
import CoronaWarnConfiguration
import ExposureFramework
import ExposurePrimitives

/// The background session: configuration, new packages, and detection.
typealias SessionState = StateSlice<SessionMemory, SessionRun>

struct SessionMemory: Codable, Equatable, Sendable {
    /// The last configuration that the authority signed.
    var configuration: PhoneConfiguration?
    var seen = SeenStatements()
    /// The configuration names the region.
    var progress = PackageProgress(region: RegionCode.union.text)
    /// Nil before the first configuration.
    var schedule: DownloadSchedule?
    var pacing = DetectionPacing()
}

struct SessionRun: Equatable, Sendable {
    var run: Run?
    /// Whether the configuration has been fetched because the app was started.
    var hasFetchedAtStart = false
    /// The reason why the last download failed; nil if it did not.
    var downloadFailure: DownloadFailure?
    /// The reason why the last detection failed; nil if it did not.
    var checkFailure: ExposureFrameworkError?

    enum Run: Hashable, Sendable {
        case downloading(Scope)
        case checking
    }

    /// The purpose of a download.
    enum Scope: Hashable, Sendable {
        /// Everything that is new. It draws the time of the next download.
        case all
        /// Packages that failed.
        case retry
        /// The configuration, because the app was started.
        case configuration
    }
}

enum SessionMessage: Sendable {
    case timePassed
    case fetchFirstConfiguration
    /// Fetches the configuration once in each process, in the first opening.
    case fetchAtStart
    case woken
    case retry
    case downloaded(DownloadOutcome)
    /// - Parameter hasIndex: whether the phone knows that nothing is missing. Without it, nothing new is no finding.
    case checkIfPermitted(hasIndex: Bool)
    case checked(CheckOutcome)
    /// Requests all wake-ups that the scheduler may have lost.
    case requestWakeUps(isLaunch: Bool)
}

enum SessionEffect: SliceEffect {
    /// Fetches configuration, indexes and packages.
    case download(DownloadOrder)
    /// Hands packages over to the framework, and reads what it found.
    case check(CheckOrder)
    case deletePackages([GatheredPackage])
}

struct SessionReducer: AppSlice {
    let app: CoronaWarnApp.App

    func reduce(
        _ state: inout SessionState,
        _ message: SessionMessage,
        in whole: AppState,
        at now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) -> [AppStep] {
        switch message {
        case .timePassed:
            state.seen.forgetExpired(on: now.utcDay)
            return []
        case .fetchFirstConfiguration:
            guard state.configuration == nil, state.run == nil else {
                return []
            }
            state.hasFetchedAtStart = true
            return [download(.all, &state, in: whole)]
        case .fetchAtStart:
            return fetchAtStart(&state, in: whole)
        case .woken:
            return woken(&state, in: whole, at: now)
        case .retry:
            return state.run == nil && state.progress.nextRetry != nil
                ? [download(.retry, &state, in: whole)] : []
        case .downloaded(let outcome):
            return downloaded(&state, outcome, at: now, using: &generator)
        case .checkIfPermitted(let hasIndex):
            return checkIfPermitted(&state, hasIndex: hasIndex, in: whole, at: now)
        case .checked(let outcome):
            return checked(&state, outcome, at: now, using: &generator)
        case .requestWakeUps(let isLaunch):
            return requestWakeUps(state, at: now, isLaunch: isLaunch)
        }
    }
}
