public import ExposurePrimitives
public import PhonePorts
import ProximityRadio

/// The address of a phone that runs no exposure framework: a new one in each quarter of an hour.
public actor ClockedAddress: RadioAddressSource {
    private var rotation = RotationClock()
    private var current: RadioAddress?
    private var generator: any RandomNumberGenerator & Sendable

    /// - Parameter generator: outside tests and simulations, a secure one.
    public init(using generator: any RandomNumberGenerator & Sendable) {
        self.generator = generator
    }

    public func address(at time: UnixTime) -> RadioAddress? {
        if rotation.advance(to: time, schedule: .quarterHours, using: &generator) != nil {
            current = RadioAddress.random(using: &generator)
        }
        return current
    }
}
