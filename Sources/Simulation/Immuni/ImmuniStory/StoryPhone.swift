import ExposureFramework
import ExposurePrimitives
import ImmuniClient
import PhonePorts
import PhoneSimulation
import ProximityRadio
import Synchronization

/// One person with a phone.
struct StoryPhone: Sendable {
    let name: String
    let client: MobileClient
    let analytics: AnalyticsClient
    let screen: StoryScreen
    private let antenna = SimulatedAntenna()

    init(
        name: String,
        app: MobileClient.App,
        transport: any PhoneTransport,
        evidence: MobileClient.Evidence,
        clock: any WallClock,
        narrator: Narrator
    ) throws {
        self.name = name
        screen = StoryScreen(owner: name, narrator: narrator)
        let storage = InMemoryPhoneStorage()
        let appStorage = InMemoryPhoneStorage()
        let framework = try PortableExposureFramework(
            phone: PortableExposureFramework.Phone(
                radio: antenna,
                storage: storage,
                vault: storage,
                prompts: screen,
                alerts: screen,
                clock: clock,
                generator: SystemRandomNumberGenerator()
            ),
            options: FrameworkOptions(
                calibration: RadioCalibration(
                    transmitPower: Self.transmitPower,
                    receiveCorrection: 0,
                    confidence: .high
                )
            )
        )
        analytics = AnalyticsClient(transport: transport, clock: clock, generator: SystemRandomNumberGenerator())
        client = try MobileClient(
            app: app,
            phone: MobileClient.Phone(
                framework: framework,
                transport: transport,
                notifications: screen,
                system: screen,
                evidence: evidence,
                scheduler: screen,
                storage: appStorage,
                vault: appStorage,
                clock: clock,
                generator: SystemRandomNumberGenerator()
            )
        )
    }

    /// The phone in the simulated radio, this many metres along a line.
    func radioPhone(at metres: Double) -> SimulatedRadio.Phone {
        SimulatedRadio.Phone(
            peer: antenna,
            transmitPower: Self.transmitPower,
            position: .init(x: metres, y: 0)
        )
    }

    /// dBm; a value captured from real phones in 2020.
    private static let transmitPower: Int8 = -14
}

/// One person with an Android phone. The story shows only its analytics.
struct AndroidPhone: Sendable {
    let name: String
    let client: AnalyticsClient
}

/// The screen of a phone, and its owner, who agrees to everything.
final class StoryScreen: PhonePrompts, PhoneNotifications, PhoneSystem, ExposureAlerts {
    let narrator: Narrator
    private let owner: String
    private let notifications = Mutex<[PhoneNotification]>([])

    init(owner: String, narrator: Narrator) {
        self.owner = owner
        self.narrator = narrator
    }

    /// The notifications that were shown.
    var shown: [PhoneNotification] { notifications.withLock { $0 } }

    func mayExchangeIdentifiers() async -> Bool { true }

    func mayShareKeys() async -> Bool {
        narrator.detail("\(owner)'s phone asks: share your keys of the last 14 days? \(owner) agrees.")
        return true
    }

    func mayNotify() async -> Bool { true }

    func facts() async -> PhoneFacts {
        PhoneFacts(
            systemVersion: SystemVersion(14),
            model: "Simulated phone",
            notificationPermission: .granted,
            languages: ["en-GB"]
        )
    }

    func present(_ alert: ExposureAlert) async {
        narrator.detail("\(owner)'s phone alerts: the app gets details of an exposure.")
    }

    func show(_ notification: PhoneNotification) async {
        notifications.withLock { $0.append(notification) }
    }

    /// Prints the content of the screen.
    func tell() {
        guard !shown.isEmpty else {
            narrator.detail("\(owner)'s phone shows nothing.")
            return
        }
        for day in shown.compactMap(\.lastContact) {
            narrator.detail(
                "\(owner)'s phone shows the notice: you were near a person who tested positive, last on \(day)."
            )
        }
    }
}

// The story itself wakes the apps.
extension StoryScreen: PhoneScheduler {
    func schedule(_ task: PhoneTask, at time: UnixTime?) {}
}
