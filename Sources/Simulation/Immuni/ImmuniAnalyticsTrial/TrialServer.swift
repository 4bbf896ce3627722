import AnalyticsStores
import CommonAssembly
import DeviceAttestation
import DiagnosisKeyStores
import ExposurePrimitives
import Foundation
import HTTPTransport
import ImmuniAPI
import ImmuniAnalytics
import ImmuniAssembly
import Logging
import ServiceKit
import ServiceLifecycle
import WireFormat

/// The server of a trial: the real services on real databases, at the trial's time.
struct TrialServer: Sendable {
    let time: TrialTime
    let seed: UInt64
    let apple: TrialApple
    let google: TrialGoogle
    private let system: ImmuniSystem
    private let stores: AnalyticsStoreSet
    private let runner: AuthorisationRunner
    private let parts: AnalyticsParts

    /// The number of days that the cleanup keeps, by its default.
    static let retentionDays = 30

    init(folder: URL, time: TrialTime, seed: UInt64) async throws {
        (self.time, self.seed) = (time, seed)
        apple = TrialApple(clock: time, seed: seed)
        let start = time.now()
        google = try TrialGoogle(clock: time, validity: start..<start.advanced(bySeconds: 400 * 86_400))
        let reader = try await SettingsReader(
            commandLine: [
                "data": folder.path, "clock.guard": "off", "limits.handling": "600s",
                "analytics.apple.max-unproven": "\(RequestedAuthorisation.maxJobCount)",
            ],
            environment: [:],
            catalogue: Server.catalogue(of: [ImmuniSystem.self])
        )
        system = try ImmuniSystem(reader, clock: time)
        stores = try system.analyticsStores()
        parts = try system.analyticsParts(
            judges: AnalyticsJudges(
                deviceCheck: apple,
                appAttest: AcceptedAttestations([:]),
                android: AcceptedAttestations([.playIntegrity: google.verifier])
            ),
            monotonicClock: time.monotonicClock,
            generator: SeededGenerator(seed: seed),
            lookPeriod: .seconds(5),
            logger: Self.quiet
        )
        guard let runner = parts.runner else {
            preconditionFailure("Apple's side is emulated, so tokens are authorised")
        }
        self.runner = runner
    }

    private static let quiet = Logger(label: "avviso.trial") { _ in SwiftLogNoOpLogHandler() }
}

// MARK: - Serving

extension TrialServer {
    /// Only the routes. The trial runs the jobs itself, at its own time.
    private struct Routes: HostedService {
        let name = "analytics"
        let refusals: any RefusalRenderer
        let publicRoutes: [Route]

        func checkHealth() async throws {}
    }

    func serving<Value: Sendable>(
        _ body: @escaping @Sendable (TrialActions) async throws -> Value
    ) async throws -> Value {
        let host = try ServiceHost(
            services: [Routes(refusals: parts.service.refusals, publicRoutes: parts.service.publicRoutes)],
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
        _ body: @escaping @Sendable (TrialActions) async throws -> Value
    ) async throws -> Value {
        guard let url = ServerURL("http://127.0.0.1:\(port)") else {
            throw TrialFailure.unexpectedAnswer
        }
        let transport = HTTPPhoneTransport(to: url, timeout: HTTPPhoneTransport.patience)
        do {
            let value = try await body(TrialActions(server: self, transport: transport))
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
    /// Moves the time to `moment`. The runner runs only while there are authorisations.
    func move(to moment: UnixTime, with work: inout Task<Void, Never>?) async throws {
        while try await !stores.authorisations.jobs(after: nil, limit: 1).isEmpty {
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

    /// Returns once the runner and all its authorisations wait for a later moment.
    private func settle() async throws {
        while runner.activeCount + 1 != time.monotonicClock.wakeUps.count {
            // A wait in real time, because the database's threads work in it; the trial's own clock stands still
            // meanwhile.
            try await Task.sleep(for: .microseconds(100))
        }
    }
}

// MARK: - Jobs and looks

extension TrialServer {
    func transferInbox() async throws {
        try await parts.inbox.run()
    }

    func releaseClosedDays() async throws {
        _ = try await parts.releases.run()
    }

    func cleanUp() async throws {
        _ = try await parts.cleanup.run()
    }

    /// Stores an upload without keys, like Exposure Ingestion's after a positive test.
    func takeUpload(ofPhone phone: Int, at now: UnixTime) async throws -> InboxEntry {
        var generator = SystemRandomNumberGenerator()
        let bytes = Bytes16.random(using: &generator).bytes
        let right = UploadRight(
            identifier: RightIdentifier(mac: bytes + bytes),
            evidence: RightEvidence(now.utcDay),
            expiresAt: now.advanced(bySeconds: 150)
        )
        let entry = InboxEntry(
            identifier: Bytes16.random(using: &generator),
            receivedOn: now.utcDay,
            area: "RM",
            content: Self.info(ofPhone: phone, on: now.utcDay)
        )
        let exposures = try system.realm.stores.exposures()
        _ = try await exposures.rights.grant(right, now: now)
        let isConsumed = try await exposures.uploads.consume(right.identifier, now: now) { _ in
            UploadContent(keys: [], inboxEntry: entry)
        }
        guard isConsumed else {
            throw TrialFailure.unexpectedAnswer
        }
        return entry
    }

    /// One summary with one exposure, three days ago; it differs for each phone.
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
        try await stores.operational.counts(from: .farPast, through: time.now().utcDay)
    }

    func epidemiologicalEntries() async throws -> [InboxEntry] {
        try await stores.epidemiological.entries(from: .farPast, through: time.now().utcDay)
    }

    func isAuthorised(_ token: TokenIdentifier, in month: CalendarMonth) async throws -> Bool {
        try await stores.tokens.isAuthorised(token, in: AnalyticsToken.authorisations(validIn: month))
    }
}

extension CalendarDay {
    fileprivate static let farPast = CalendarDay(daysSinceEpoch: 0)
}
