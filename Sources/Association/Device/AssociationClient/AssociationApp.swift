public import AssociationPorts
public import AssociationProtocol
import ClientKit
public import ExposurePrimitives
public import HeraldPayloads
public import PhonePorts
public import ProximityRadio

/// The app on one phone: it exchanges tickets with phones around, reports for an owner who is ill, and warns its owner.
///
/// A user interface shows ``display`` and sends ``AppAction``s; so do the operating system and the radio. `send`
/// returns once all consequences of an action are complete. Meanwhile other actions may come.
///
/// ```swift
/// let client = try AssociationApp(app: app, phone: phone)
/// await client.send(.launched(inForeground: true))
/// for await display in await client.displays() {
///     print(display.screen)
/// }
/// ```
public struct AssociationApp: Sendable {
    let container: StateContainer<AppDefinition>

    /// The parts that are built into an app.
    public struct App: Sendable {
        public let jurisdiction: Jurisdiction
        /// The authority's key, with which each phone agrees on its secret.
        public let agreementKey: PublicAgreementKey
        public let profile: RadioProfile
        /// Which phones this one deals with.
        public let policy: AttestationPolicy
        /// Whether an alert needs a ticket of this phone.
        public let confirmation: AlertConfirmation
        /// The form of reports.
        public let reports: ReportForm
        /// The mean from one slot of requests to the next; at least a minute.
        public let secondsBetweenUploads: Int
        /// That of the phone's model (`CalibrationTable`).
        public let calibration: RadioCalibration

        /// - Throws: `malformed` for the exact profile with attestations, which it has no place for.
        public init(
            jurisdiction: Jurisdiction,
            agreementKey: PublicAgreementKey,
            profile: RadioProfile = .sealed,
            policy: AttestationPolicy,
            confirmation: AlertConfirmation = .required,
            reports: ReportForm = .validated,
            secondsBetweenUploads: Int = 3600,
            calibration: RadioCalibration = .unknown
        ) throws(AssociationError) {
            if case (.exact, .required) = (profile, policy) {
                throw .malformed
            }
            self.jurisdiction = jurisdiction
            self.agreementKey = agreementKey
            self.profile = profile
            self.policy = policy
            self.confirmation = confirmation
            self.reports = reports
            self.secondsBetweenUploads = max(secondsBetweenUploads, 60)
            self.calibration = calibration
        }

        /// Whether this phone needs attestations of its own keys.
        var needsAttestations: Bool {
            switch policy {
            case .required: true
            case .off: false
            }
        }
    }

    /// The form of reports, which says who decides about warnings (docs/decisions/0229).
    public enum ReportForm: Sendable {
        /// Contacts that the authority validates. It decides.
        case validated
        /// Boxes that only the phones of contacts can open. The authority publishes them under one of these keys, and
        /// each phone decides for itself.
        case boxes(signedBy: [AttestationVerificationKey])

        var isPrivate: Bool {
            switch self {
            case .validated: false
            case .boxes: true
            }
        }
    }

    /// The condition on which the app believes an alert (docs/decisions/0223).
    public enum AlertConfirmation: Hashable, Sendable, CaseIterable {
        /// A ticket that this phone issued on that day.
        case required
        /// Nothing: the authority is trusted.
        case off
    }

    /// The phone's parts for the app.
    public struct Phone: Sendable {
        public let proofs: any RegistrationProofSource
        public let transport: any PhoneTransport
        public let notifications: any PhoneNotifications
        public let system: any PhoneSystem
        public let scheduler: any PhoneScheduler
        /// The app's own files and key.
        public let storage: any PhoneStorage
        public let vault: any KeyVault
        public let clock: any WallClock
        /// Makes keys, so it must be the system's generator outside simulations and tests.
        public let generator: any RandomNumberGenerator & Sendable

        public init(
            proofs: any RegistrationProofSource,
            transport: any PhoneTransport,
            notifications: any PhoneNotifications,
            system: any PhoneSystem,
            scheduler: any PhoneScheduler,
            storage: any PhoneStorage,
            vault: any KeyVault,
            clock: any WallClock,
            generator: any RandomNumberGenerator & Sendable
        ) {
            self.proofs = proofs
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

    /// Opens the app's file. If the file is damaged, the app begins again without it.
    ///
    /// - Throws: if the file cannot be read for now, for example before the phone was unlocked. The caller tries again
    ///   later: beginning again would lose the content.
    public init(app: App, phone: Phone) throws(PhoneStorageError) {
        container = try StateContainer(
            AppDefinition(app: app, phone: phone),
            file: SealedStateFile(
                name: "app",
                format: "avviso-association-1",
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

    /// The present screen without the language.
    public var screen: AppScreen {
        get async { await display.screen }
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
