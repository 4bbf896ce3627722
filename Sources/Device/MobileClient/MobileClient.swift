public import ExposureFramework
public import ExposurePrimitives
import Foundation
public import ImmuniAPI
public import KeyExport
public import MessageSignatures
public import PhonePorts
import RiskModels
import WireFormat

/// The app on one phone: it settles in, shares its owner's keys after a positive test, and warns its owner of exposures.
///
/// The actor performs; what it decides is decided by values that are tested alone: `CovidStatus`, `ChunkCursor`,
/// `DetectionHistory`, `ImmuniRule` and `FixedSizeRequest`.
public actor MobileClient {
    let framework: any ExposureNotificationFramework
    let transport: any PhoneTransport
    let notifications: any PhoneNotifications
    let clock: any WallClock
    let app: App
    var generator: any RandomNumberGenerator & Sendable

    var settings: AppSettings?
    var province: Province?
    var cursor = ChunkCursor()
    var history = DetectionHistory()
    var isDetecting = false
    /// The highest numbers of the signed documents that were accepted. An app keeps them across restarts, and gives them
    /// back to `init`.
    public internal(set) var seenSequences: SeenSequences
    /// What the app knows of its owner.
    public internal(set) var status = CovidStatus.neutral

    /// What is built into an app.
    public struct App: Sendable {
        public let platform: SettingsRequest.Platform
        /// 1…2³¹−1.
        public let build: Int
        /// The keys that may sign the authority's exports.
        public let exportVerifier: ExportVerifier
        /// The keys that may sign settings and index; nil for an authority that does not sign them.
        public let messageVerifier: MessageVerifier?

        public init(
            platform: SettingsRequest.Platform,
            build: Int,
            exportVerifier: ExportVerifier,
            messageVerifier: MessageVerifier?
        ) {
            self.platform = platform
            self.build = build
            self.exportVerifier = exportVerifier
            self.messageVerifier = messageVerifier
        }
    }

    /// - Parameters:
    ///   - generator: makes OTPs and padding, so it must be the system's generator outside simulations and tests.
    ///   - seenSequences: what an earlier run of the app left.
    public init(
        app: App,
        framework: any ExposureNotificationFramework,
        transport: any PhoneTransport,
        notifications: any PhoneNotifications,
        clock: any WallClock,
        generator: any RandomNumberGenerator & Sendable,
        seenSequences: SeenSequences = SeenSequences()
    ) {
        self.app = app
        self.framework = framework
        self.transport = transport
        self.notifications = notifications
        self.clock = clock
        self.generator = generator
        self.seenSequences = seenSequences
    }

    /// Settles in: fetches the settings, enables the framework and remembers where the owner lives.
    public func onboard(province: Province) async throws(MobileClientError) {
        try await refreshSettings()
        do {
            try await framework.enable()
        } catch {
            throw .framework(error)
        }
        self.province = province
    }

    /// Fetches the settings; the old ones stay where that fails.
    public func refreshSettings() async throws(MobileClientError) {
        let target = ImmuniAPI.settings.path + "?platform=\(app.platform.rawValue)&build=\(app.build)"
        let response = try await get(target)
        guard response.status == 200 else {
            throw .unexpectedStatus(response.status)
        }
        try verify(response, to: target, as: .settings)
        guard let settings = try? AppSettings(parsing: Data(response.body)) else {
            throw .malformedAnswer
        }
        self.settings = settings
    }

    /// The owner says that a warning is settled.
    public func dismissAlert() async {
        await handle(.alertDismissed)
    }

    /// The owner says that they have recovered.
    public func confirmRecovery() async {
        await handle(.recoveryConfirmed)
    }
}

// MARK: - What the other files build on

extension MobileClient {
    func handle(_ event: CovidStatus.Event) async {
        switch status.handle(event) {
        case .notifyOfRisk(let day):
            await notifications.show(.riskOfExposure(lastContact: day))
        case nil:
            break
        }
    }

    func requireSettings() throws(MobileClientError) -> AppSettings {
        guard let settings else {
            throw .notOnboarded
        }
        return settings
    }

    func get(_ target: String) async throws(MobileClientError) -> PhoneResponse {
        try await send(
            PhoneRequest(host: .download, method: .get, target: target, headers: RequestHeaders.common)
        )
    }

    func send(_ request: PhoneRequest) async throws(MobileClientError) -> PhoneResponse {
        do {
            return try await transport.send(request)
        } catch {
            throw .transport(error)
        }
    }
}
