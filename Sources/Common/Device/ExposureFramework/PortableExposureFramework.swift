import ExposurePrimitives
import GAENCore
import PhonePorts
import RiskModels

/// The Apple/Google framework in portable software: it makes keys and identifiers, records sightings, and finds
/// exposures.
///
/// The app above it never sees an identifier. It sees the owner's keys only with the owner's consent.
///
/// All durable data is in the phone's storage before it has an effect, so a phone may be killed at any point. A new
/// framework with the same storage continues from there.
///
/// ```swift
/// let framework = try PortableExposureFramework(phone: phone, options: FrameworkOptions())
/// try await framework.enable()
/// let summary = try await framework.detectExposures(in: [export], under: configuration)
/// if summary.matchedKeyCount > 0 {
///     print(try await framework.exposureWindows())
/// }
/// ```
public actor PortableExposureFramework: ExposureNotificationFramework {
    let phone: Phone
    let options: FrameworkOptions
    var store: EncryptedStore
    var generator: any RandomNumberGenerator & Sendable

    var content: StoredContent
    /// The current broadcast; nil until it is requested.
    var current: Broadcast?
    /// The exposures of the last detection.
    var infos: [ExposureInfo] = []
    var isAsking = false
    var isDetecting = false
    /// How often everything was turned off, so that work from before can be abandoned.
    var interruptions = 0
    /// Whether the storage must still be wiped before anything is stored in it.
    private var isWipePending = false
    private var storageFailed = false
    /// The data in the phone's storage that was damaged at the start, and is lost.
    public nonisolated let damage: Set<DamagedData>

    /// Continues from the phone's storage, and broadcasts at once if it did before. Damaged data is removed and
    /// reported in `damage`.
    ///
    /// - Throws: `diskIO` if storage or vault fail for now.
    public init(phone: Phone, options: FrameworkOptions) throws(ExposureFrameworkError) {
        do {
            let store = try EncryptedStore(storage: phone.storage, vault: phone.vault)
            var content = try StoredContent(in: store)
            try content.forgetExpired(at: phone.clock.now(), in: store)
            self.store = store
            self.content = content
            damage = content.damage
        } catch {
            throw .diskIO
        }
        self.phone = phone
        self.options = options
        generator = phone.generator
        if content.state.isEnabled {
            phone.radio.start(serving: RadioPeer(framework: self))
        }
    }

    public var authorisation: FrameworkAuthorisation { state.authorisation }

    public var status: FrameworkStatus {
        var status: FrameworkStatus = state.isEnabled && phone.radio.state == .on ? .activated : .inactivated
        switch phone.radio.state {
        case .on: break
        case .off: status.insert(.bluetoothDisabled)
        case .unsupported: status.insert(.hardwareNotSupported)
        }
        if state.authorisation != .authorised {
            status.insert(.noConsent)
        }
        if storageFailed {
            status.insert(.lowStorage)
        }
        return status
    }

    public func enable() async throws(ExposureFrameworkError) {
        guard !state.isEnabled else {
            return
        }
        switch phone.radio.state {
        case .on: break
        case .off: throw .bluetoothDisabled
        case .unsupported: throw .notSupported
        }
        if state.authorisation != .authorised {
            let interruptions = interruptions
            let isAllowed = try await ask { await $0.mayExchangeIdentifiers() }
            // The answer belongs to a question from before.
            guard interruptions == self.interruptions else {
                throw .serviceDisabled
            }
            try change { $0.authorisation = isAllowed ? .authorised : .refused }
        }
        guard state.authorisation == .authorised else {
            throw .rejectedOptIn
        }
        try change { $0.isEnabled = true }
        phone.radio.start(serving: RadioPeer(framework: self))
    }

    public func disable() throws(ExposureFrameworkError) {
        silence()
        try change { _ in }
    }

    /// Revokes the owner's permission: does the same as `disable`, and the owner is asked before anything else.
    ///
    /// - Throws: `diskIO`, as `disable` does.
    public func revokeAuthorisation() throws(ExposureFrameworkError) {
        silence()
        content.state.authorisation = .notDetermined
        content.state.consent = KeyConsent()
        try change { _ in }
    }

    public func wipe() throws(ExposureFrameworkError) {
        silence()
        content = StoredContent()
        infos = []
        isWipePending = true
        try storing {}
    }

    /// Stops the broadcast at once, even if this cannot be stored.
    private func silence() {
        interruptions += 1
        phone.radio.stop()
        current = nil
        content.state.isEnabled = false
    }
}

// MARK: - What the other files build on

extension PortableExposureFramework {
    var state: FrameworkState { content.state }

    func requireEnabled() throws(ExposureFrameworkError) {
        guard state.authorisation == .authorised else {
            throw .unauthorised
        }
        guard state.isEnabled else {
            throw .serviceDisabled
        }
    }

    /// - Throws: if the owner turned everything off while the caller was waiting, even if it is on again.
    func requireUndisturbed(since interruptions: Int) throws(ExposureFrameworkError) {
        try requireEnabled()
        guard interruptions == self.interruptions else {
            throw .serviceDisabled
        }
    }

    /// Asks the owner one question at a time.
    func ask(_ question: @Sendable (any PhonePrompts) async -> Bool) async throws(ExposureFrameworkError) -> Bool {
        guard !isAsking else {
            throw .alreadyStarted
        }
        isAsking = true
        defer { isAsking = false }
        return await question(phone.prompts)
    }

    /// Changes the state, in the storage first. If that fails, nothing changes.
    func change<Result>(_ body: (inout FrameworkState) -> Result) throws(ExposureFrameworkError) -> Result {
        var changed = state
        let result = body(&changed)
        try storing { () throws(PhoneStorageError) in try store.save(changed.stored, as: .state) }
        content.state = changed
        storageFailed = false
        return result
    }

    /// Replaces the known keys by `keys`, in the storage first.
    func setKnownKeys(_ keys: KnownKeys) throws(ExposureFrameworkError) {
        guard keys != content.knownKeys else {
            return
        }
        try storing { () throws(PhoneStorageError) in try store.save(keys.stored, as: .knownKeys) }
        content.knownKeys = keys
    }

    /// Deletes data that is older than fourteen days, and stores data that is not stored yet.
    func forgetExpired() throws(ExposureFrameworkError) {
        let now = phone.clock.now()
        try storing { () throws(PhoneStorageError) in try content.forgetExpired(at: now, in: store) }
    }

    private func storing(_ body: () throws(PhoneStorageError) -> Void) throws(ExposureFrameworkError) {
        do {
            if isWipePending {
                try EncryptedStore.wipe(storage: phone.storage, vault: phone.vault)
                store = try EncryptedStore(storage: phone.storage, vault: phone.vault)
                isWipePending = false
                storageFailed = false
            }
            try body()
        } catch {
            storageFailed = true
            throw .diskIO
        }
    }
}
