import ClientKit
public import ExposureFramework
public import ExposurePrimitives
public import ImmuniAPI
public import KeyExport
public import Localisation
public import MessageSignatures
public import PhonePorts

/// The app on one phone: it leads through the onboarding, warns its owner of exposures, and shares its owner's keys
/// after a positive test.
///
/// A user interface shows ``display`` and sends ``AppAction``s; so does the operating system. `send` returns once all
/// consequences of an action are complete, so a background task knows its end. Meanwhile other actions may come.
///
/// ```swift
/// let client = try MobileClient(app: app, phone: phone)
/// await client.send(.launched(inForeground: true))
/// await client.send(.open(.upload))  // shows the code that the owner dictates to the operator
/// await client.send(.validateCode)
/// await client.send(.confirmUpload)  // asks the owner for the keys, and sends them
/// ```
public struct MobileClient: Sendable {
    let container: StateContainer<AppDefinition>

    /// The parts that are built into an app.
    public struct App: Sendable {
        public let platform: SettingsRequest.Platform
        /// 1…2³¹−1.
        public let build: Int
        /// The keys that may sign the authority's exports.
        public let exportVerifier: ExportVerifier
        /// The keys that may sign settings and index; nil for an authority that does not sign them.
        public let messageVerifier: MessageVerifier?
        /// The oldest systems that have the framework.
        public let requirements: SystemRequirements
        /// Questions and answers about the app itself, by language. Those of the authority come after them.
        public let questions: [Language: [FAQ.Entry]]

        public init(
            platform: SettingsRequest.Platform,
            build: Int,
            exportVerifier: ExportVerifier,
            messageVerifier: MessageVerifier?,
            requirements: SystemRequirements = SystemRequirements(),
            questions: [Language: [FAQ.Entry]] = [:]
        ) {
            self.platform = platform
            self.build = build
            self.exportVerifier = exportVerifier
            self.messageVerifier = messageVerifier
            self.requirements = requirements
            self.questions = questions
        }
    }

    /// The phone's parts for the app.
    public struct Phone: Sendable {
        public let framework: any ExposureNotificationFramework
        public let transport: any PhoneTransport
        public let notifications: any PhoneNotifications
        public let system: any PhoneSystem
        public let evidence: Evidence
        public let scheduler: any PhoneScheduler
        /// The app's own files and key, apart from the framework's.
        public let storage: any PhoneStorage
        public let vault: any KeyVault
        public let clock: any WallClock
        /// Makes codes, tokens and padding, so it must be the system's generator outside simulations and tests.
        public let generator: any RandomNumberGenerator & Sendable

        public init(
            framework: any ExposureNotificationFramework,
            transport: any PhoneTransport,
            notifications: any PhoneNotifications,
            system: any PhoneSystem,
            evidence: Evidence,
            scheduler: any PhoneScheduler,
            storage: any PhoneStorage,
            vault: any KeyVault,
            clock: any WallClock,
            generator: any RandomNumberGenerator & Sendable
        ) {
            self.framework = framework
            self.transport = transport
            self.notifications = notifications
            self.system = system
            self.evidence = evidence
            self.scheduler = scheduler
            self.storage = storage
            self.vault = vault
            self.clock = clock
            self.generator = generator
        }
    }

    /// The attestation of the phone for the Analytics Service.
    public enum Evidence: Sendable {
        case apple(any AppleDeviceEvidence, AnalyticsClient.AppleProof)
        case android(any AndroidDeviceEvidence)
        /// No attestation: the phone sends no reports.
        case none
    }

    /// Opens the app's file. If the file is damaged, the app begins again without it: keys and sightings belong to the
    /// framework and are not lost.
    ///
    /// - Throws: if the file cannot be read for now, for example before the phone was unlocked. The caller tries again
    ///   later: beginning again would lose the content.
    public init(app: App, phone: Phone) throws(PhoneStorageError) {
        container = try StateContainer(
            AppDefinition(app: app, phone: phone),
            file: SealedStateFile(name: "app", format: "avviso-app-1", storage: phone.storage, vault: phone.vault),
            clock: phone.clock,
            generator: phone.generator
        )
    }

    /// The present screen for the person.
    public var display: AppDisplay {
        get async { container.definition.display(of: await container.state) }
    }

    /// The screens for the person from now on, beginning with the present one.
    public func displays() async -> AsyncStream<AppDisplay> {
        let definition = container.definition
        return await container.values { definition.display(of: $0) }
    }

    /// The report of the last detection since the app started.
    public var lastReport: DetectionReport? {
        get async { await container.state.session.lastReport }
    }

    /// The reason why the last request for settings, detection, upload or change of the framework failed; nil if it did
    /// not.
    public var lastFailure: MobileClientError? {
        get async {
            let state = await container.state
            return state.session.settingsFailure ?? state.life.lastFailure
        }
    }

    /// Applies an action and performs all its consequences.
    public func send(_ action: AppAction) async {
        await container.send(action)
    }
}
