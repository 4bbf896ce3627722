public import ExposurePrimitives
public import PhonePorts
import ProximityRadio

/// The address of a phone, new in each quarter of an hour: that of its exposure framework while there is one, and
/// otherwise one of its own.
///
/// If the framework starts or stops within a quarter of an hour, the address changes alone. ``AssociationPeer`` is then
/// silent until its key changes too.
public actor ClockedAddress: RadioAddressSource {
    private var rotation = RotationClock()
    private var current: RadioAddress?
    private let framework: (any RadioAddressSource)?
    private var generator: any RandomNumberGenerator & Sendable

    /// - Parameters:
    ///   - framework: the address of the framework on the same phone. It must change at the quarters of an hour.
    ///   - generator: outside tests and simulations, a secure one.
    public init(
        beside framework: (any RadioAddressSource)? = nil,
        using generator: any RandomNumberGenerator & Sendable
    ) {
        (self.framework, self.generator) = (framework, generator)
    }

    public func address(at time: UnixTime) async -> RadioAddress? {
        if let shared = await framework?.address(at: time) {
            return shared
        }
        if rotation.advance(to: time, schedule: .quarterHours, using: &generator) != nil {
            current = RadioAddress.random(using: &generator)
        }
        return current
    }
}
