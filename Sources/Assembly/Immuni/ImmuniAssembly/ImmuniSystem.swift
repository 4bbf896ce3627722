package import ClockPorts
package import CommonAssembly
import DiagnosisKeyStores
package import ExposurePrimitives
package import Foundation
import ImmuniAPI
import ImmuniAnalytics
package import ImmuniAppConfiguration
import ImmuniIngestion
import ImmuniOTP
import ImmuniPortal
import ImmuniReporting
import ImmuniServing
package import KeyPublication
import LinuxClock
package import OperatorStores
package import Persistence
package import PortalSections
import SQLAnalyticsStores
package import SQLEngine
import SQLStores
package import ServiceKit
import SettingsDocuments

/// Immuni on a realm. It makes Immuni's services and jobs.
package struct ImmuniSystem: SystemAssembly {
    package let realm: Realm
    let settings: ImmuniSettings

    package init(realm: Realm, settings: SettingsReader) throws {
        self.init(realm: realm, settings: try ImmuniSettings(settings))
    }

    package init(realm: Realm, settings: ImmuniSettings) {
        self.realm = realm
        self.settings = settings
    }

    /// Immuni alone, on a realm of its own.
    ///
    /// - Parameter mayMakeDatabases: see ``Realm``.
    package init(
        _ settings: SettingsReader,
        clock: any WallClock,
        machine: any MachineClock = LinuxMachineClock(),
        steps: any StepObserver = NoStepObserver(),
        mayMakeDatabases: Bool = true
    ) throws {
        let realm = try Realm(
            settings: RealmSettings(settings),
            databases: Self.databases(settings),
            clock: clock,
            machine: machine,
            steps: steps,
            mayMakeDatabases: mayMakeDatabases
        )
        try self.init(realm: realm, settings: settings)
    }

    package static let name = "immuni"
    package static func trialSettings(in folder: URL) -> [String: String] { ["preset": "demo"] }
    package static let services: [ServiceName] = [
        .config, .otp, .ingestion, .publication, .reporting, .analytics,
    ]
    package static let publicServices: Set<ServiceName> = [.config, .ingestion, .reporting, .analytics]
    package static let roles: [OperatorRole] = [.healthWorker]
    package static let catalogue = ImmuniSettings.catalogue
    package static let refusals: any RefusalRenderer = ImmuniRefusals()
    package static let requestHeaders = [ImmuniHeader.dummyData, ImmuniHeader.clientClock]

    package static func region(_ settings: SettingsReader) throws(SettingsError) -> String? {
        try ImmuniSettings(settings).publication.region
    }

    package static func check(_ settings: SettingsReader) throws(SettingsError) {
        _ = try ImmuniSettings(settings)
    }

    package static func databases(_ settings: SettingsReader) throws -> [SQLContent] {
        let retentionDays = try ImmuniSettings(settings).analytics.retentionDays
        return [.exposures, .analytics(retentionDays: retentionDays), .operators, .settings]
    }

    package static func database(ofJobsOf service: ServiceName) -> DatabaseName {
        service == .analytics ? .analytics : .exposures
    }
}

extension ServiceName {
    package static let config = ServiceName(rawValue: "config")
    package static let otp = ServiceName(rawValue: "otp")
    package static let ingestion = ServiceName(rawValue: "ingestion")
    package static let publication = ServiceName(rawValue: "publication")
    package static let reporting = ServiceName(rawValue: "reporting")
    package static let analytics = ServiceName(rawValue: "analytics")
}

// MARK: - The services

extension ImmuniSystem {
    package func checkProtection(of services: Set<ServiceName>) throws {
        let signs = !services.isDisjoint(with: [.config, .reporting])
        guard realm.settings.messageSigningKeyFile != nil || realm.settings.mayBeUnsigned || !signs else {
            throw ImmuniAssemblyError.unsigned
        }
    }

    package func service(_ name: ServiceName, with means: ServiceMeans) async throws -> any HostedService {
        switch name {
        case .config: try await appConfiguration(with: means)
        case .otp: try OTPService(authority: otpAuthority(), clock: realm.clock, calendar: realm.settings.calendar)
        case .ingestion: try await ingestion()
        case .publication:
            try ExposurePublicationService(
                publication: publicationJob(),
                cleanup: cleanupJob(),
                configuration: settings.publication,
                logger: means.logger
            )
        case .reporting:
            try ExposureReportingService(
                chunks: realm.stores.exposures().chunks,
                files: realm.files,
                clock: realm.clocks.clock(of: .exposures),
                signer: means.signer
            )
        case .analytics: try analytics(with: means)
        default: preconditionFailure("\(name.rawValue) is not a service of Immuni")
        }
    }

    package func portalSections(
        beside services: Set<ServiceName>,
        with means: ServiceMeans
    ) throws -> [any PortalSection] {
        [
            try CodeSection(
                authority: otpAuthority(),
                clock: realm.clock,
                calendar: realm.settings.calendar,
                logger: means.logger
            )
        ]
    }

    private func ingestion() async throws -> ExposureIngestionService {
        try await checkPacketSize()
        let stores = try realm.stores.exposures()
        return try ExposureIngestionService(
            rights: stores.rights,
            uploads: stores.uploads,
            rightKey: realm.rightKey(),
            policy: UploadPolicy(riskLevels: settings.ingestion.riskLevels),
            minBody: settings.ingestion.minBody,
            clock: realm.clock,
            trusted: realm.clocks.clock(of: .exposures),
            calendar: realm.settings.calendar
        )
    }

    /// If this process has the apps' settings, phones must send at least the size that the server requires.
    private func checkPacketSize() async throws {
        guard let minPacketSize = settings.ingestion.minPacketSize, realm.stores.has(.settings) else {
            return
        }
        let document = try await settingsAdministration().inForce().document
        if let size = document.packetSizes.min(), size < minPacketSize {
            throw ImmuniAssemblyError.packetsTooSmall(size: size, needed: minPacketSize)
        }
    }

    private func otpAuthority() throws -> OTPAuthority {
        try OTPAuthority(
            rights: realm.stores.exposures().rights,
            rightKey: realm.rightKey(),
            configuration: settings.otp,
            clock: realm.clock
        )
    }
}

// MARK: - The jobs, and what operators administer

extension ImmuniSystem {
    /// The time between two runs of the publication job.
    package var publicationPeriod: Duration { settings.publication.period }

    /// The job that publishes.
    package func publicationJob() throws -> PublicationJob {
        // Read at once, so a missing key is known at the start.
        _ = try realm.exportSigners()
        return try PublicationJob(
            sequence: PublishedSequence(chunks: realm.stores.exposures().chunks),
            files: realm.files,
            signers: { [realm] in try realm.exportSigners() },
            rules: settings.publication.rules,
            region: settings.publication.region,
            riskLevels: settings.ingestion.riskLevels,
            clock: realm.clocks.clock(of: .exposures),
            steps: realm.steps
        )
    }

    /// The job that deletes data at the end of its retention.
    package func cleanupJob() throws -> CleanupJob {
        let stores = try realm.stores.exposures()
        return try CleanupJob(
            retention: stores.retention,
            sequences: [PublishedSequence(chunks: stores.chunks)],
            files: realm.files,
            clock: realm.clocks.clock(of: .exposures)
        )
    }

    /// The settings of the apps, for their operator.
    package func settingsAdministration() throws -> SettingsAdministration {
        SettingsAdministration(
            store: try realm.stores.settings(),
            clock: realm.clock,
            minPacketSize: settings.ingestion.minPacketSize
        )
    }
}
