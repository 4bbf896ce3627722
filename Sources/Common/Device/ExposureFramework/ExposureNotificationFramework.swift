public import GAENCore
public import KeyExport
public import RiskModels

/// The Apple/Google framework as an app sees it: Avviso's own, `PortableExposureFramework`, or that of an operating system.
///
/// The owner's keys leave it only with the owner's consent. Nothing else that it returns holds a key, an identifier or a
/// time of day, or tells which results of two days belong to one person.
public protocol ExposureNotificationFramework: Sendable {
    /// Whether the framework is working, and what keeps it from it.
    var status: FrameworkStatus { get async }

    /// Whether the owner allows the app to use the framework.
    var authorisation: FrameworkAuthorisation { get async }

    /// Starts to broadcast and record, once the owner allows it. Does nothing where it is enabled already.
    ///
    /// - Throws: `rejectedOptIn` where the owner refuses, `alreadyStarted` while the owner is being asked,
    ///   `serviceDisabled` where it was turned off meanwhile, `notSupported`, `bluetoothDisabled`, `diskIO`.
    func enable() async throws(ExposureFrameworkError)

    /// Stops to broadcast and record; keeps what there is for its fourteen days.
    ///
    /// - Throws: `diskIO` where the phone may come back enabled after a restart.
    func disable() async throws(ExposureFrameworkError)

    /// The phone's own keys of the last fourteen days, oldest first. Asks the owner, unless they agreed within the last
    /// 24 hours.
    ///
    /// - Throws: `unauthorised`, `serviceDisabled`; `rejectedOptIn` where the owner does not share them;
    ///   `alreadyStarted` while the owner is being asked; `diskIO`.
    func temporaryExposureKeyHistory() async throws(ExposureFrameworkError) -> [TemporaryExposureKey]

    /// How many keys `temporaryExposureKeyHistory` would return now, so that an app can say it before the owner consents; nil
    /// where it would throw before it asks, or where the framework does not say.
    var releasableKeyCount: Int? { get async }

    /// Looks for exposures to the keys of `exports` in what the phone heard.
    ///
    /// - Parameter exports: whole groups of files. Their type is the proof that their signatures hold.
    /// - Returns: a summary of the exposures to these keys alone.
    /// - Throws: `unauthorised`, `serviceDisabled`, `temporarilyDisabled` while another detection runs, `rateLimited`,
    ///   `incompleteExports`, `diskIO`.
    func detectExposures(
        in exports: [VerifiedExport],
        under configuration: ExposureConfiguration
    ) async throws(ExposureFrameworkError) -> ExposureDetectionSummary

    /// The exposures of the last detection since the program started; none before one. Where there are any, the owner is
    /// told that the app gets them.
    ///
    /// - Throws: `unauthorised`, `serviceDisabled`.
    func exposureInfos() async throws(ExposureFrameworkError) -> [ExposureInfo]

    /// The windows of all exposures that detections found in the last fourteen days, in a random order. Where there are any,
    /// the owner is told that the app gets them.
    ///
    /// - Throws: `unauthorised`, `serviceDisabled`, `rateLimited`, `diskIO`.
    func exposureWindows() async throws(ExposureFrameworkError) -> [ExposureWindow]

    /// What the windows amount to day by day, oldest first.
    ///
    /// - Throws: `unauthorised`, `serviceDisabled`, `rateLimited`, `diskIO`.
    func dailySummaries(
        under configuration: DailySummariesConfiguration
    ) async throws(ExposureFrameworkError) -> [DailySummary]

    /// Chooses how keys are read from now on; setting the same again changes nothing.
    ///
    /// - Throws: `unauthorised`, `serviceDisabled`; `rateLimited` within seven days of another choice; `diskIO`.
    func setDiagnosisKeysDataMapping(_ mapping: DiagnosisKeysDataMapping) async throws(ExposureFrameworkError)

    /// Forgets everything: keys, sightings, found exposures, authorisation and consent. The framework is disabled then.
    ///
    /// - Throws: `diskIO` where something may be left in the phone's storage. Nothing is given out of it, and it is wiped
    ///   before anything else is stored; call again before the program ends, as where not even its key could be deleted it
    ///   would be there after a restart.
    func wipe() async throws(ExposureFrameworkError)
}
