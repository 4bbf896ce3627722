package import ExposurePrimitives
package import PhonePorts
package import ProximityRadio

extension SimulatedRadio {
    /// A phone that a person carries.
    package struct Phone: Sendable {
        package let peer: any ProximityPeer
        /// The power that its antenna really sends, in dBm.
        package let transmitPower: Int8
        /// The attenuation of every signal by its owner's body beyond the average, in dB: the body's shadow, for
        /// example on a back pocket.
        package var bodyLoss = 0.0
        /// The use of the phone that affects its scans.
        package var use = ScanTiming.PhoneUse()
        /// The start of its first scan; nil for a phone that has been scanning before.
        package var scansFrom: UnixTime?
        private let stays: [Stay]

        /// A phone that stays in one place.
        package init(peer: any ProximityPeer, transmitPower: Int8, position: Position) {
            self.init(
                peer: peer,
                transmitPower: transmitPower,
                stays: [Stay(at: position, from: UnixTime(.min), until: UnixTime(.max))]
            )
        }

        /// A phone that moves, and is out of range between `stays`. If two stays overlap, the later one in the list
        /// counts.
        package init(peer: any ProximityPeer, transmitPower: Int8, stays: [Stay]) {
            (self.peer, self.transmitPower, self.stays) = (peer, transmitPower, stays)
        }

        func position(at time: UnixTime) -> Position? {
            stays.last { $0.from <= time && time < $0.until }?.position
        }
    }

    /// A time in one place.
    package struct Stay: Hashable, Sendable {
        package let position: Position
        package let from: UnixTime
        package let until: UnixTime

        package init(at position: Position, from: UnixTime, until: UnixTime) {
            (self.position, self.from, self.until) = (position, from, until)
        }
    }
}
