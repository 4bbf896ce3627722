import ExposurePrimitives
import GAENCore
public import KeyExport
import PhonePorts
public import RiskModels

extension PortableExposureFramework {
    public func detectExposures(
        in exports: [VerifiedExport],
        under configuration: ExposureConfiguration
    ) async throws(ExposureFrameworkError) -> ExposureDetectionSummary {
        try requireEnabled()
        guard !isDetecting else {
            throw .temporarilyDisabled
        }
        try Self.checkGroups(of: exports)
        try count(.detection, upTo: options.limits.detectionsPerDay)
        try forgetExpired()
        isDetecting = true
        defer { isDetecting = false }
        let interruptions = interruptions
        let findings = try await KeySearch.findings(
            in: exports,
            besides: content.knownKeys,
            among: content.sightings.all
        )
        try requireUndisturbed(since: interruptions)
        var known = content.knownKeys
        known.append(contentsOf: findings.news)
        try setKnownKeys(known)
        let assessment = ExposureAssessment(of: findings.matches, under: configuration, now: phone.clock.now())
        infos = assessment.infos
        return assessment.summary
    }

    public func exposureInfos() async throws(ExposureFrameworkError) -> [ExposureInfo] {
        try requireEnabled()
        let today = phone.clock.now().utcDay
        infos.removeAll { today.days(since: $0.date) > Retention.days }
        let infos = infos
        guard !infos.isEmpty else {
            return []
        }
        try await alert(of: .exposureInfoReleased)
        return infos
    }

    public func exposureWindows() async throws(ExposureFrameworkError) -> [ExposureWindow] {
        let windows = try await windows(for: .windows)
        if !windows.isEmpty {
            try await alert(of: .exposureWindowsReleased)
        }
        return windows
    }

    public func dailySummaries(
        under configuration: DailySummariesConfiguration
    ) async throws(ExposureFrameworkError) -> [DailySummary] {
        let windows = try await windows(for: .dailySummaries)
        return DailySummary.summaries(of: windows, under: configuration, today: phone.clock.now().utcDay)
    }

    public func setDiagnosisKeysDataMapping(_ mapping: DiagnosisKeysDataMapping) throws(ExposureFrameworkError) {
        try requireEnabled()
        let now = phone.clock.now()
        guard try change({ $0.mapping.set(mapping, at: now) }) else {
            throw .rateLimited
        }
    }

    /// The windows of all known keys.
    private func windows(for call: CallQuota.Call) async throws(ExposureFrameworkError) -> [ExposureWindow] {
        try requireEnabled()
        try count(call, upTo: options.limits.windowQueriesPerDay)
        try forgetExpired()
        let interruptions = interruptions
        let matches = await KeySearch.matches(of: content.knownKeys, among: content.sightings.all)
        try requireUndisturbed(since: interruptions)
        return ExposureWindow.windows(of: matches, mapping: state.mapping.mapping, using: &generator)
    }

    /// Alerts the owner. The result is released only if the owner has not turned anything off meanwhile.
    ///
    /// The alert has its own task, so an app that cancels its call does not cancel the alert.
    private func alert(of alert: ExposureAlert) async throws(ExposureFrameworkError) {
        let interruptions = interruptions
        let alerts = phone.alerts
        await Task { await alerts.present(alert) }.value
        try requireUndisturbed(since: interruptions)
    }

    /// Counts a call, in the storage first, so that a restart does not undo the count.
    private func count(_ call: CallQuota.Call, upTo limit: Int) throws(ExposureFrameworkError) {
        let today = phone.clock.now().utcDay
        guard try change({ $0.quota.take(call, upTo: limit, on: today) }) else {
            throw .rateLimited
        }
    }

    /// Checks the groups of files with several batches.
    ///
    /// Files that are complete by themselves may share a period: publishers that make several in one run give them one
    /// period.
    private static func checkGroups(of exports: [VerifiedExport]) throws(ExposureFrameworkError) {
        do {
            try ExportGroup.check(exports.map(\.contents.metadata).filter { $0.batchSize > 1 })
        } catch {
            throw .incompleteExports
        }
    }
}
