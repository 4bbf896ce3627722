package import ExposureFramework
package import ExposurePrimitives
package import PhoneSimulation
package import ProximityRadio

/// The phone of one person: its radio, its system and its framework. The story's system puts an app on it.
package struct StoryDevice: Sendable {
    package let screen: StoryScreen
    package let framework: PortableExposureFramework
    /// The app's own files and key, apart from the framework's.
    package let appStorage = InMemoryPhoneStorage()
    private let antenna = SimulatedAntenna()

    /// - Parameters:
    ///   - todaysKey: what the framework does with the key in use when keys are released.
    ///   - rotation: when the framework changes identifier and address.
    package init(
        owner: String,
        todaysKey: FrameworkOptions.TodaysKey,
        rotation: RotationSchedule = .irregular,
        clock: any WallClock,
        narrator: Narrator
    ) throws {
        screen = StoryScreen(owner: owner, narrator: narrator)
        let storage = InMemoryPhoneStorage()
        var options = FrameworkOptions(
            calibration: RadioCalibration(transmitPower: Self.transmitPower, receiveCorrection: 0, confidence: .high)
        )
        options.todaysKey = todaysKey
        options.rotation = rotation
        framework = try PortableExposureFramework(
            phone: PortableExposureFramework.Phone(
                radio: antenna,
                storage: storage,
                vault: storage,
                prompts: screen,
                alerts: screen,
                clock: clock,
                generator: SystemRandomNumberGenerator()
            ),
            options: options
        )
    }

    /// The phone in the simulated radio, this many metres along a line.
    func radioPhone(at metres: Double) -> SimulatedRadio.Phone {
        SimulatedRadio.Phone(peer: antenna, transmitPower: Self.transmitPower, position: .init(x: metres, y: 0))
    }

    /// dBm; a value captured from real phones in 2020.
    private static let transmitPower: Int8 = -14
}
