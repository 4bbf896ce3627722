package import ProximityRadio
package import ExposurePrimitives
package import PhonePorts

extension SimulatedRadio {
    /// A phone that somebody carries around.
    package struct Phone: Sendable {
        package let peer: any ProximityPeer
        /// What its antenna really radiates, in dBm.
        package let transmitPower: Int8
        /// What its owner's body takes from every signal beyond the average, in dB: the body's shadow, for example from
        /// a back pocket.
        package var bodyLoss = 0.0
        /// What else the phone does.
        package var use = ScanTiming.PhoneUse()
        /// When its first scan begins; nil for a phone that has been scanning all along.
        package var scansFrom: UnixTime?
        private let stays: [Stay]

        /// Somebody who stays in one place.
        package init(peer: any ProximityPeer, transmitPower: Int8, position: Position) {
            self.init(
                peer: peer,
                transmitPower: transmitPower,
                stays: [Stay(at: position, from: UnixTime(.min), until: UnixTime(.max))]
            )
        }

        /// Somebody who moves, and is out of reach between `stays`. Of two that overlap, the later in the list counts.
        package init(peer: any ProximityPeer, transmitPower: Int8, stays: [Stay]) {
            self.peer = peer
            self.transmitPower = transmitPower
            self.stays = stays
        }

        func position(at time: UnixTime) -> Position? {
            stays.last { $0.from <= time && time < $0.until }?.position
        }
    }

    /// Some time in one place.
    package struct Stay: Hashable, Sendable {
        package let position: Position
        package let from: UnixTime
        package let until: UnixTime

        package init(at position: Position, from: UnixTime, until: UnixTime) {
            self.position = position
            self.from = from
            self.until = until
        }
    }
}
