import AnalyticsStores
import DiagnosisKeyStores
import ImmuniAnalytics
import ClockPorts
import DeviceAttestation
import ExposurePrimitives
import Foundation
import HTTPTransport
import ImmuniAPI
import Logging
import PhonePorts
import ServiceKit
import ServiceLifecycle
import SQLiteAnalyticsStores
import SQLiteEngine
import SQLiteStores
import WireFormat

/// The server of a trial: the real service on real databases, at the trial's time.
struct TrialServer: Sendable {
    let time: TrialTime
    let seed: UInt64
    let apple: TrialApple
    let google: TrialGoogle
    private let exposures: SQLiteDatabase
    private let analytics: SQLiteDatabase
    private let authorisations: SQLiteAuthorisations
    private let runner: AuthorisationRunner
    private let inbox: InboxJob
    private let cleanup: AnalyticsCleanupJob
    private let releases: ReleaseJob
    private let service: AnalyticsService

    /// What the cleanup keeps, by its default.
    static let retentionDays = 30

    init(folder: URL, time: TrialTime, seed: UInt64) async throws {
        self.time = time
        self.seed = seed
        apple = TrialApple(clock: time, seed: seed)
        let start = time.now()
        google = try TrialGoogle(clock: time, validity: start..<start.advanced(bySeconds: 400 * 86_400))
        exposures = try SQLiteDatabase(path: folder.appending(path: "exposures.sqlite").path, schema: .exposure)
        analytics = try SQLiteDatabase(path: folder.appending(path: "analytics.sqlite").path, schema: .analytics)
        authorisations = SQLiteAuthorisations(analytics)
        let reader = try await SettingsReader(
            commandLine: [:],
            environment: [:],
            catalogue: AnalyticsConfiguration.catalogue + ReportsConfiguration.catalogue
        )
        let configuration = try AnalyticsConfiguration(reader)
        let reporting = try ReportsConfiguration(reader)
        let limits = AuthorisationLimits(
            jobs: RequestedAuthorisation.maxJobCount,
            unproven: RequestedAuthorisation.maxJobCount
        )
        runner = AuthorisationRunner(
            store: authorisations,
            limits: limits,
            deviceCheck: apple,
            timing: AuthorisationTiming(maxReadTime: .seconds(3), longestCall: apple.longestCall),
            clock: time,
            trusted: UnguardedClock(time),
            pacemaker: time.pacemaker,
            generator: SeededGenerator(seed: seed),
            lookPeriod: .seconds(5),
            logger: Self.quiet
        )
        inbox = InboxJob(
            inbox: SQLiteAnalyticsInbox(exposures),
            store: SQLiteEpidemiologicalInfo(analytics),
            configuration: configuration,
            clock: UnguardedClock(time)
        )
        cleanup = AnalyticsCleanupJob(
            tokens: SQLiteAnalyticsTokens(analytics),
            operational: SQLiteOperationalInfo(analytics),
            epidemiological: SQLiteEpidemiologicalInfo(analytics),
            authorisations: authorisations,
            traces: analytics,
            configuration: configuration,
            clock: UnguardedClock(time)
        )
        releases = ReleaseJob(
            counts: RawCounts(
                operational: SQLiteOperationalInfo(analytics),
                epidemiological: SQLiteEpidemiologicalInfo(analytics),
                infosCounted: reporting.infosCounted
            ),
            releases: SQLiteReleases(analytics),
            configuration: reporting,
            retentionDays: configuration.retentionDays,
            clock: UnguardedClock(time)
        )
        service = AnalyticsService(
            tokens: SQLiteAnalyticsTokens(analytics),
            operational: SQLiteOperationalInfo(analytics),
            authorisation: RequestedAuthorisation(
                tokens: SQLiteAnalyticsTokens(analytics),
                jobs: authorisations,
                attestation: AcceptedAttestations([:]),
                policy: .deviceCheck,
                clock: time,
                limits: limits
            ),
            attestation: AcceptedAttestations([.playIntegrity: google.verifier]),
            inbox: inbox,
            cleanup: cleanup,
            releases: releases,
            reports: AnalyticsReports(
                releases: SQLiteReleases(analytics),
                settings: nil,
                configuration: reporting,
                penetration: nil,
                clock: time
            ),
            configuration: configuration,
            clock: time,
            logger: Self.quiet
        )
    }

    private static let quiet = Logger(label: "avviso.trial") { _ in SwiftLogNoOpLogHandler() }
}

// MARK: - Serving

extension TrialServer {
    /// The routes alone: the trial itself runs the jobs, at its own time.
    private struct Routes: HostedService {
        let name = "analytics"
        let publicRoutes: [Route]

        func checkHealth() async throws {}
    }

    func serving<Value: Sendable>(_ body: @escaping @Sendable (TrialDesk) async throws -> Value) async throws -> Value {
        let host = try ServiceHost(
            services: [Routes(publicRoutes: service.publicRoutes)],
            configuration: HostConfiguration(
                publicAddress: ListenAddress(host: "127.0.0.1", port: 0),
                internalAddress: ListenAddress(host: "127.0.0.1", port: 0),
                internalToken: nil,
                limits: TransportLimits(),
                cover: .undelayed
            ),
            clock: time,
            logger: Self.quiet,
            metrics: MetricsRegistry()
        )
        let group = ServiceGroup(services: [host], logger: Self.quiet)
        return try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            do {
                let value = try await talking(toPort: host.boundPorts().public, body)
                await group.triggerGracefulShutdown()
                try await tasks.waitForAll()
                return value
            } catch {
                tasks.cancelAll()
                throw error
            }
        }
    }

    private func talking<Value: Sendable>(
        toPort port: Int,
        _ body: @escaping @Sendable (TrialDesk) async throws -> Value
    ) async throws -> Value {
        guard let url = ServerURL("http://127.0.0.1:\(port)") else {
            throw TrialFailure.unexpectedAnswer
        }
        let transport = HTTPPhoneTransport(HTTPPhoneTransport.Configuration(downloadURL: url, uploadURL: url))
        do {
            let value = try await body(TrialDesk(server: self, transport: transport))
            try await transport.shutDown()
            return value
        } catch {
            try await transport.shutDown()
            throw error
        }
    }
}

// MARK: - Time

extension TrialServer {
    /// Moves the time to `moment`. While there are authorisations, their runner runs; otherwise nobody looks.
    func move(to moment: UnixTime, with work: inout Task<Void, Never>?) async throws {
        while try await !authorisations.jobs(after: nil, limit: 1).isEmpty {
            if work == nil {
                work = Task { await runner.run() }
            }
            try await settle()
            guard time.step(upTo: moment) else {
                return time.jump(to: moment)
            }
            try await settle()
        }
        if let running = work {
            running.cancel()
            await running.value
            work = nil
        }
        time.jump(to: moment)
    }

    /// Returns once the runner and every authorisation that it works on wait for a later moment.
    private func settle() async throws {
        while runner.activeCount + 1 != time.pacemaker.wakeUps.count {
            // Real time, because the database's threads work in it; the trial's own clock stands still meanwhile.
            try await Task.sleep(for: .microseconds(100))
        }
    }
}

// MARK: - Jobs and looks

extension TrialServer {
    func transferInbox() async throws {
        try await inbox.run()
    }

    func releaseClosedDays() async throws {
        _ = try await releases.run()
    }

    func cleanUp() async throws {
        _ = try await cleanup.run()
    }

    /// Somebody tested positive: an upload without keys, as Exposure Ingestion stores it.
    func takeUpload(ofPhone phone: Int, at now: UnixTime) async throws -> InboxEntry {
        var generator = SystemRandomNumberGenerator()
        let bytes = Bytes16.random(using: &generator).bytes
        let right = UploadRight(
            identifier: RightIdentifier(mac: bytes + bytes),
            symptomsStartedOn: now.utcDay,
            expiresAt: now.advanced(bySeconds: 150)
        )
        let entry = InboxEntry(
            identifier: Bytes16.random(using: &generator),
            receivedOn: now.utcDay,
            province: "RM",
            epidemiologicalInfo: Self.info(ofPhone: phone, on: now.utcDay)
        )
        _ = try await SQLiteUploadRights(exposures).grant(right, now: now)
        let isConsumed = try await SQLiteUploads(exposures).consume(right.identifier, now: now) { _ in
            UploadContent(keys: [], inboxEntry: entry)
        }
        guard isConsumed else {
            throw TrialFailure.unexpectedAnswer
        }
        return entry
    }

    /// One summary with one exposure, three days ago; each phone's is its own.
    private static func info(ofPhone phone: Int, on day: CalendarDay) -> [UInt8] {
        let exposure = EpidemiologicalInfo.Info(
            date: day.advanced(byDays: -3),
            duration: phone % 7 * 300,
            attenuationValue: 30 + phone % 40,
            attenuationDurations: [phone % 7 * 300, 0, 0],
            transmissionRiskLevel: 8,
            totalRiskScore: phone % 100
        )
        let summary = EpidemiologicalInfo.DetectionSummary(
            date: day,
            matchedKeyCount: 1,
            daysSinceLastExposure: 3,
            attenuationDurations: [phone % 7 * 300, 0, 0],
            maximumRiskScore: phone % 100,
            exposureInfo: [exposure]
        )
        return EpidemiologicalInfo(summaries: [summary]).json.encoded
    }

    func operationalCounts() async throws -> [OperationalCount] {
        try await SQLiteOperationalInfo(analytics).counts(from: .farPast, through: time.now().utcDay)
    }

    func epidemiologicalEntries() async throws -> [InboxEntry] {
        try await SQLiteEpidemiologicalInfo(analytics).entries(from: .farPast, through: time.now().utcDay)
    }

    func isAuthorised(_ token: TokenIdentifier, in month: CalendarMonth) async throws -> Bool {
        try await SQLiteAnalyticsTokens(analytics).isAuthorised(token, in: month)
    }
}

extension CalendarDay {
    fileprivate static let farPast = CalendarDay(daysSinceEpoch: 0)
}
