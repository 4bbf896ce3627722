public import GAENCore
public import KeyExport
public import RiskModels

/// The Apple/Google framework as an app sees it: Avviso's own, `PortableExposureFramework`, or that of an operating
/// system.
///
/// The owner's keys leave it only with the owner's consent. No other result holds a key, an identifier or a time of
/// day, or shows which results of two days belong to one person.
public protocol ExposureNotificationFramework: Sendable {
    /// Whether the framework is working, and the reasons if it is not.
    var status: FrameworkStatus { get async }

    /// Whether the owner allows the app to use the framework.
    var authorisation: FrameworkAuthorisation { get async }

    /// Starts to broadcast and record, once the owner allows it. Does nothing if it is enabled already.
    ///
    /// - Throws: `rejectedOptIn` if the owner refuses, `alreadyStarted` while the owner is being asked,
    ///   `serviceDisabled` if it was turned off meanwhile, `notSupported`, `bluetoothDisabled`, `diskIO`.
    func enable() async throws(ExposureFrameworkError)

    /// Stops broadcasting and recording. Stored data is kept for its fourteen days.
    ///
    /// - Throws: `diskIO` if the phone may be enabled again after a restart.
    func disable() async throws(ExposureFrameworkError)

    /// The phone's own keys of the last fourteen days, oldest first.
    ///
    /// Asks the owner, unless they agreed within the last 24 hours.
    ///
    /// - Throws: `unauthorised`, `serviceDisabled`; `rejectedOptIn` if the owner does not share them; `alreadyStarted`
    ///   while the owner is being asked; `diskIO`.
    func temporaryExposureKeyHistory() async throws(ExposureFrameworkError) -> [TemporaryExposureKey]

    /// The number of keys that `temporaryExposureKeyHistory` would return now. An app can show it before the owner
    /// consents.
    ///
    /// Nil if `temporaryExposureKeyHistory` would throw before it asks, or if the framework does not know the number.
    var releasableKeyCount: Int? { get async }

    /// Looks for exposures to the keys of `exports` in the phone's sightings.
    ///
    /// - Parameter exports: whole groups of files. Their type proves that their signatures were verified.
    /// - Returns: a summary of the exposures to these keys alone.
    /// - Throws: `unauthorised`, `serviceDisabled`, `temporarilyDisabled` while another detection runs, `rateLimited`,
    ///   `incompleteExports`, `diskIO`.
    func detectExposures(
        in exports: [VerifiedExport],
        under configuration: ExposureConfiguration
    ) async throws(ExposureFrameworkError) -> ExposureDetectionSummary

    /// The exposures of the last detection since the program started; none before a detection.
    ///
    /// If there are any, the owner is informed that the app gets them.
    ///
    /// - Throws: `unauthorised`, `serviceDisabled`.
    func exposureInfos() async throws(ExposureFrameworkError) -> [ExposureInfo]

    /// The windows of all exposures that detections found in the last fourteen days, in a random order.
    ///
    /// If there are any, the owner is informed that the app gets them.
    ///
    /// - Throws: `unauthorised`, `serviceDisabled`, `rateLimited`, `diskIO`.
    func exposureWindows() async throws(ExposureFrameworkError) -> [ExposureWindow]

    /// The summaries of the windows, day by day, oldest first.
    ///
    /// - Throws: `unauthorised`, `serviceDisabled`, `rateLimited`, `diskIO`.
    func dailySummaries(
        under configuration: DailySummariesConfiguration
    ) async throws(ExposureFrameworkError) -> [DailySummary]

    /// Sets the way in which keys are read from now on. Setting the same mapping again changes nothing.
    ///
    /// - Throws: `unauthorised`, `serviceDisabled`; `rateLimited` within seven days of another choice; `diskIO`.
    func setDiagnosisKeysDataMapping(_ mapping: DiagnosisKeysDataMapping) async throws(ExposureFrameworkError)

    /// Deletes everything: keys, sightings, found exposures, authorisation and consent. The framework is then disabled.
    ///
    /// - Throws: `diskIO` if something may be left in the phone's storage. It is not used any more, and it is wiped
    ///   before anything else is stored. Call again before the program ends: if not even its key could be deleted, it
    ///   would be there after a restart.
    func wipe() async throws(ExposureFrameworkError)
}
