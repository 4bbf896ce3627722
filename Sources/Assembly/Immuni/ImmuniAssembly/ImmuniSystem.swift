import DurableFiles
package import ImmuniAnalytics
package import ImmuniAppConfiguration
package import ClockPorts
import DeviceAttestation
import ImmuniIngestion
package import ExposurePrimitives
package import KeyPublication
import ImmuniReporting
import FileObjectStorage
package import KeyFiles
import Foundation
import ImmuniAPI
import KeyExport
import LinuxClock
package import Logging
package import ImmuniPortal
import ImmuniOTP
import KeyServerRules
package import Persistence
package import ServiceKit
import Signing
import SettingsDocuments
import SQLiteAnalyticsStores
import SQLiteStores

/// Puts the services of one process together: the only place that knows which store, which storage and which signer
/// stand behind the ports.
package struct ServerAssembly: Sendable {
    let settings: ServerSettings
    let clock: any WallClock
    let steps: any StepObserver
    let data: DataFolder
    /// How many modes in the data folder had to be changed.
    private let narrowedModes: Int
    let clocks: ClockGuards

    /// Databases are opened when a service or job needs them, and their schemas brought up to date.
    ///
    /// - Parameters:
    ///   - clock: the calendar's.
    ///   - machine: what the calendar is compared with.
    ///   - mayMakeDatabases: false refuses a folder without one as `AssemblyError.noDatabase`: a mistyped folder must not
    ///     look like one without keys.
    package init(
        settings: ServerSettings,
        clock: any WallClock,
        machine: any MachineClock = LinuxMachineClock(),
        steps: any StepObserver = NoStepObserver(),
        mayMakeDatabases: Bool = true
    ) throws {
        self.settings = settings
        self.clock = clock
        self.steps = steps
        // A request that was answered "unavailable" after its time must not be stored later.
        let patience = settings.host.limits.handling * 4 / 5
        data = DataFolder(url: settings.dataFolder, mayMake: mayMakeDatabases, patience: patience)
        clocks = ClockGuards(data: data, settings: settings.clock, clock: clock, machine: machine)
        // Uploaded keys are secrets until they are published: nobody but the server's user may look in, whatever the
        // folder was before.
        umask(0o077)
        narrowedModes = try DataFolderModes.narrow(settings.dataFolder)
        guard mayMakeDatabases else {
            return
        }
        do {
            try FileManager.default.createDirectory(
                at: settings.dataFolder,
                withIntermediateDirectories: true,
                attributes: [.posixPermissions: 0o700]
            )
        } catch {
            throw FileError.cannotWrite(settings.dataFolder.path)
        }
    }

    /// A host for `names`. What they need and `settings` lack is an ``AssemblyError``.
    ///
    /// - Parameter whenListening: called once both listeners accept connections, before any job runs, with what is not fit
    ///   for production.
    package func host(
        for names: [ServiceName],
        pacemaker: any Pacemaker = SystemPacemaker(),
        logger: Logger,
        whenListening: @escaping @Sendable ([FitnessFinding]) -> Void = { _ in }
    ) async throws -> ServiceHost {
        try checkProtection(of: names)
        if narrowedModes > 0 {
            logger.record(AssemblyEvent.modesNarrowed(count: narrowedModes))
        }
        // One for all services, so that its cache is one.
        let messageSigner = try messageSigningKey().map { ResponseSigner(key: $0, clock: clock) }
        var services: [any HostedService] = []
        for name in ServiceName.allCases where names.contains(name) {
            services.append(
                try await service(name, messageSigner: messageSigner, pacemaker: pacemaker, logger: logger)
            )
        }
        // Before anything runs, so that no answer is given by a time that nobody has looked at. Where the database does not
        // answer, jobs ask again, and get no time.
        for guarded in clocks.all {
            _ = try? await guarded.check()
        }
        let findings = try await findings(for: names, dataFolder: settings.dataFolder)
        return try ServiceHost(
            services: services,
            configuration: settings.host,
            clock: clock,
            guards: clocks.all,
            pacemaker: pacemaker,
            logger: logger,
            metrics: MetricsRegistry(),
            whenListening: { whenListening(findings) }
        )
    }

    /// What nobody must be able to leave out by mistake.
    private func checkProtection(of names: [ServiceName]) throws(AssemblyError) {
        let signs = names.contains(.config) || names.contains(.reporting)
        guard settings.messageSigningKeyFile != nil || settings.mayBeUnsigned || !signs else {
            throw .unsigned
        }
        let host = settings.host
        guard settings.portal.site == nil || host.internalToken != nil || host.internalTLS?.clientAuthority != nil
        else {
            throw .proxyUnchecked
        }
    }

    /// Between two runs of the job that publishes.
    package var publicationPeriod: Duration { settings.publication.period }

    /// The job that publishes.
    package func publicationJob() throws -> PublicationJob {
        // Asked at once, so that a missing key is known at the start.
        _ = try exportSigners()
        return try PublicationJob(
            chunks: SQLiteChunks(data.exposures),
            files: data.files,
            signers: { try exportSigners() },
            rules: settings.publication.rules,
            region: settings.publication.region,
            riskLevels: settings.ingestion.riskLevels,
            clock: clocks.exposures,
            steps: steps
        )
    }

    /// The job that deletes what has outlived its purpose.
    package func cleanupJob() throws -> CleanupJob {
        try CleanupJob(
            retention: SQLiteRetention(data.exposures),
            chunks: SQLiteChunks(data.exposures),
            files: data.files,
            clock: clocks.exposures
        )
    }

    /// Whether the data folder has a database of the Analytics Service, which may run elsewhere.
    package var hasAnalytics: Bool { data.hasAnalytics }

    /// The job that deletes what the Analytics Service has kept long enough.
    package func analyticsCleanupJob() throws -> AnalyticsCleanupJob {
        let database = try data.analytics
        return try AnalyticsCleanupJob(
            tokens: SQLiteAnalyticsTokens(database),
            operational: SQLiteOperationalInfo(database),
            epidemiological: SQLiteEpidemiologicalInfo(database),
            authorisations: SQLiteAuthorisations(database),
            traces: database,
            configuration: settings.analytics,
            clock: clocks.analytics
        )
    }

    /// Who signs exports now: the key of a PEM file, or the keys of a ring as its folder has them.
    func exportSigners() throws -> [PortExportSigner] {
        try exportKeys().map { PortExportSigner(key: $0.key, signatureInfo: $0.info) }
    }

    /// The public half of the key that signs exports first, as PEM.
    package func exportPublicKeyPEM() throws -> String {
        guard let key = try exportKeys().first?.key else {
            throw AssemblyError.signingKeyMissing
        }
        return key.publicKeyPEM
    }

    private func exportKeys() throws -> [(info: SignatureInfo, key: FileSigningKey)] {
        let info = settings.publication.signatureInfo
        guard let path = settings.signingKeyFile else {
            throw AssemblyError.signingKeyMissing
        }
        guard SigningKeyFolder.isFolder(path) else {
            return [(info, try FileSigningKey(path: path))]
        }
        return try SigningKeyFolder(URL(fileURLWithPath: path)).signing().map { entry, key in
            let info = SignatureInfo(
                verificationKeyID: entry.id,
                verificationKeyVersion: entry.version,
                appBundleID: info.appBundleID
            )
            return (info, key)
        }
    }

    /// The public keys of exports and messages, as far as `settings` name them.
    package func publicKeys() throws -> PublicKeyList {
        var keys: [PublicKeyList.Key] = []
        if let path = settings.signingKeyFile, SigningKeyFolder.isFolder(path) {
            keys += try SigningKeyFolder(URL(fileURLWithPath: path)).ring().keys.map(PublicKeyList.Key.init)
        } else {
            keys += try exportKeys().map { PublicKeyList.Key(export: $0.info, pem: $0.key.publicKeyPEM) }
        }
        if let pem = try messagePublicKeyPEM() {
            keys.append(try PublicKeyList.Key(messageKeyPEM: pem))
        }
        return PublicKeyList(keys: keys)
    }

    /// The public half of the key that signs settings and index, as PEM; nil when they are not signed.
    package func messagePublicKeyPEM() throws -> String? {
        try messageSigningKey()?.publicKeyPEM
    }

    /// The settings of the apps, for their operator.
    package func settingsAdministration() throws -> SettingsAdministration {
        SettingsAdministration(
            store: SQLiteSettings(try data.settings),
            clock: clock,
            minPacketSize: settings.ingestion.minPacketSize
        )
    }

    /// The accounts of the operators' pages, for their administrator.
    package func operatorAccounts() throws -> OperatorAccounts {
        OperatorAccounts(store: SQLiteOperators(try data.operators), clock: clock)
    }

    /// Closes the databases. Nothing that this assembly made may be used afterwards.
    package func close() throws {
        try data.close()
    }

    /// Gives every database pages of today's size, and opens it, so that all schemas are up to date.
    ///
    /// - Returns: the names of the files that keep their old pages, because another process has them open.
    @discardableResult
    package func migrate() throws -> [String] {
        let inUse = try data.convert()
        _ = try data.settings
        _ = try data.exposures
        _ = try data.analytics
        _ = try data.operators
        return inUse
    }
}

// MARK: - The services

extension ServerAssembly {
    private func service(
        _ name: ServiceName,
        messageSigner: ResponseSigner?,
        pacemaker: any Pacemaker,
        logger: Logger
    ) async throws -> any HostedService {
        switch name {
        case .config:
            return try await appConfiguration(signer: messageSigner, logger: logger)
        case .otp:
            return try OTPService(authority: otpAuthority(), clock: clock, calendar: settings.calendar)
        case .portal:
            return try OperatorPortal(
                accounts: operatorAccounts(),
                authority: otpAuthority(),
                configuration: settings.portal,
                clock: clock,
                trusted: clocks.operators,
                calendar: settings.calendar,
                logger: logger
            )
        case .ingestion:
            try await checkPacketSize()
            return try ExposureIngestionService(
                rights: SQLiteUploadRights(data.exposures),
                uploads: SQLiteUploads(data.exposures, steps: steps),
                rightKey: rightKey(),
                policy: UploadPolicy(riskLevels: settings.ingestion.riskLevels),
                minBody: settings.ingestion.minBody,
                clock: clock,
                trusted: clocks.exposures,
                calendar: settings.calendar
            )
        case .publication:
            return try ExposurePublicationService(
                publication: publicationJob(),
                cleanup: cleanupJob(),
                configuration: settings.publication,
                logger: logger
            )
        case .reporting:
            return try ExposureReportingService(
                chunks: SQLiteChunks(data.exposures),
                files: data.files,
                clock: clocks.exposures,
                signer: messageSigner
            )
        case .analytics:
            return try analytics(pacemaker: pacemaker, logger: logger)
        }
    }

    private func analytics(pacemaker: any Pacemaker, logger: Logger) throws -> AnalyticsService {
        let database = try data.analytics
        // One for both platforms, so that they share its limit.
        let pool = WorkPool()
        let authorisation = try TokenAuthorisationParts(
            settings.authorisation,
            database: database,
            attestation: settings.authorisation.policy == .deviceCheck
                ? AcceptedAttestations([:]) : try appAttestation(),
            pool: pool,
            clock: clock,
            trusted: clocks.analytics,
            pacemaker: pacemaker,
            steps: steps,
            logger: logger
        )
        // By the clock of the database whose entries it removes.
        let inbox = InboxJob(
            inbox: SQLiteAnalyticsInbox(try data.exposures),
            store: SQLiteEpidemiologicalInfo(database, steps: steps),
            configuration: settings.analytics,
            clock: try clocks.exposures,
            steps: steps
        )
        return AnalyticsService(
            tokens: SQLiteAnalyticsTokens(database),
            operational: SQLiteOperationalInfo(database),
            authorisation: authorisation.requests,
            attestation: try androidAttestation(logger: logger),
            pool: pool,
            inbox: inbox,
            cleanup: try analyticsCleanupJob(),
            activities: authorisation.activities,
            releases: try releaseJob(),
            reports: try analyticsReports(),
            configuration: settings.analytics,
            clock: clock,
            logger: logger
        )
    }

    /// Where the apps' settings are at hand, phones must send as much as is asked of them.
    private func checkPacketSize() async throws {
        guard let minPacketSize = settings.ingestion.minPacketSize, try data.settingsIfThere != nil else {
            return
        }
        let document = try await settingsAdministration().inForce().document
        if let size = document.packetSizes.min(), size < minPacketSize {
            throw AssemblyError.packetsTooSmall(size: size, needed: minPacketSize)
        }
    }

    private func otpAuthority() throws -> OTPAuthority {
        try OTPAuthority(
            rights: SQLiteUploadRights(data.exposures),
            rightKey: rightKey(),
            configuration: settings.otp,
            clock: clock
        )
    }

    private func messageSigningKey() throws -> FileSigningKey? {
        guard let path = settings.messageSigningKeyFile else {
            return nil
        }
        let key = try FileSigningKey(path: path)
        // Who serves messages need not have the key of the exports; where both are at hand they must differ.
        if let others = try? exportKeys(), others.contains(where: { $0.key.publicKey == key.publicKey }) {
            throw AssemblyError.signingKeyShared
        }
        return key
    }

    private func appConfiguration(signer: ResponseSigner?, logger: Logger) async throws -> AppConfigurationService {
        let store = SQLiteSettings(try data.settings)
        if let name = settings.preset {
            let preset = try preset(named: name)
            let outcome = try await store.apply(preset: preset.settings, digest: preset.digest, at: clock.now())
            if outcome == .ignored {
                logger.record(AssemblyEvent.presetIgnored(revision: try await store.revision()))
            }
        } else if try await store.revision() == 0 {
            throw AssemblyError.presetMissing
        }
        return AppConfigurationService(store: store, questions: try questions(), signer: signer)
    }

    private func questions() throws(AssemblyError) -> QuestionDocuments {
        guard let folder = settings.questionFolder else {
            return settings.preset == "demo" ? .demo : QuestionDocuments([:])
        }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw .unreadable(folder)
        }
        var files: [String: [UInt8]] = [:]
        for name in names where name.hasPrefix("faq-") && name.hasSuffix(".json") {
            let file = URL(fileURLWithPath: folder).appending(path: name)
            guard let content = (try? Data(contentsOf: file)).map(Array.init), QuestionDocuments.isUsable(content)
            else {
                throw .unusableQuestions(file.path)
            }
            files[String(name.dropFirst("faq-".count).dropLast(".json".count))] = content
        }
        return QuestionDocuments(files)
    }

    private func preset(named name: String) throws(AssemblyError) -> SettingsPreset {
        guard
            let file = SettingsPreset.builtIn(named: name) ?? (try? Array(Data(contentsOf: URL(fileURLWithPath: name))))
        else {
            throw .presetUnknown(name)
        }
        do throws(SettingsRefusal) {
            return try SettingsPreset(parsing: file)
        } catch {
            throw .presetRefused(error)
        }
    }

    private func rightKey() throws -> RightKey {
        try RightKeyFile.load(from: settings.dataFolder.appending(path: DataFolder.rightKeyFile))
    }
}
