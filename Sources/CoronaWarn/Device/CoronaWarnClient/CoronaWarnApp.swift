import ClientKit
public import CoronaWarnConfiguration
public import ExposureFramework
public import ExposurePrimitives
public import PhonePorts

/// The app on one phone: it registers a test and shows its result, shares the owner's keys after a positive one, and
/// warns the owner of encounters.
///
/// A user interface shows ``display`` and sends ``AppAction``s; so does the operating system. `send` returns once all
/// consequences of an action are complete, so a background task knows its end. Meanwhile other actions may come.
///
/// ```swift
/// let client = try CoronaWarnApp(app: app, phone: phone)
/// await client.send(.launched(inForeground: true))
/// await client.send(.scan(text, birthDate: nil))  // registers the test with the next sequence
/// await client.send(.refresh)  // asks for the result with the next one
/// await client.send(.openResult)
/// await client.send(.consent)  // asks the owner for the keys, which leave after the symptoms
/// ```
public struct CoronaWarnApp: Sendable {
    let container: StateContainer<AppDefinition>

    /// The parts that are built into an app.
    public struct App: Sendable {
        public let platform: ValidConfiguration.Platform
        public let keys: AuthorityKeys

        public init(platform: ValidConfiguration.Platform, keys: AuthorityKeys) {
            self.platform = platform
            self.keys = keys
        }
    }

    /// The phone's parts for the app.
    public struct Phone: Sendable {
        /// It must withhold the current day's key (`FrameworkOptions.TodaysKey.withheld`): the servers refuse keys that
        /// do not begin at midnight.
        public let framework: any ExposureNotificationFramework
        public let transport: any PhoneTransport
        public let notifications: any PhoneNotifications
        public let system: any PhoneSystem
        public let scheduler: any PhoneScheduler
        /// The app's own files and key, apart from the framework's.
        public let storage: any PhoneStorage
        public let vault: any KeyVault
        public let clock: any WallClock
        /// Makes nonces and padding, so it must be the system's generator outside simulations and tests.
        public let generator: any RandomNumberGenerator & Sendable

        public init(
            framework: any ExposureNotificationFramework,
            transport: any PhoneTransport,
            notifications: any PhoneNotifications,
            system: any PhoneSystem,
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
            self.scheduler = scheduler
            self.storage = storage
            self.vault = vault
            self.clock = clock
            self.generator = generator
        }
    }

    /// Opens the app's file. If the file is damaged, the app begins again without it: keys and sightings belong to the
    /// framework and are not lost.
    ///
    /// - Throws: if the file cannot be read for now, for example before the phone was unlocked. The caller tries again
    ///   later: beginning again would lose the content.
    public init(app: App, phone: Phone) throws(PhoneStorageError) {
        container = try StateContainer(
            AppDefinition(app: app, phone: phone),
            file: SealedStateFile(
                name: "app",
                format: "avviso-corona-warn-1",
                storage: phone.storage,
                vault: phone.vault
            ),
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

    /// Applies an action and performs all its consequences.
    public func send(_ action: AppAction) async {
        await container.send(action)
    }
}
