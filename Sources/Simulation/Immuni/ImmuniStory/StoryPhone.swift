import ExposureFramework
import ExposurePrimitives
import ImmuniClient
import PhonePorts
import StoryKit

/// One person with a phone.
struct StoryPhone: Sendable {
    let name: String
    let client: MobileClient
    let analytics: AnalyticsClient
    let device: StoryDevice

    init(
        name: String,
        app: MobileClient.App,
        transport: any PhoneTransport,
        evidence: MobileClient.Evidence,
        clock: any WallClock,
        narrator: Narrator
    ) throws {
        self.name = name
        device = try StoryDevice(owner: name, todaysKey: .shortened, clock: clock, narrator: narrator)
        analytics = AnalyticsClient(transport: transport, clock: clock, generator: SystemRandomNumberGenerator())
        client = try MobileClient(
            app: app,
            phone: MobileClient.Phone(
                framework: device.framework,
                transport: transport,
                notifications: device.screen,
                system: device.screen,
                evidence: evidence,
                scheduler: device.screen,
                storage: device.appStorage,
                vault: device.appStorage,
                clock: clock,
                generator: SystemRandomNumberGenerator()
            )
        )
    }

    var screen: StoryScreen { device.screen }
}

/// One person with an Android phone. The story shows only its analytics.
struct AndroidPhone: Sendable {
    let name: String
    let client: AnalyticsClient
}

extension StoryScreen {
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
