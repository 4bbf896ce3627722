public import GAENCore

/// The calibration of a phone model's radio.
public struct RadioCalibration: Hashable, Sendable {
    /// The phone's transmit power in dBm, which the metadata states to every listener.
    public let transmitPower: Int8
    /// The correction in dB that is added to every signal strength that the phone reports.
    public let receiveCorrection: Int8
    public let confidence: Confidence

    /// The quality of the two values.
    public enum Confidence: UInt8, Sendable, CaseIterable {
        /// Nothing was measured.
        case lowest
        /// Another model of the manufacturer was measured.
        case low
        /// Models of the manufacturer were measured, and their values agree.
        case medium
        /// This model was measured.
        case high
    }

    public init(transmitPower: Int8, receiveCorrection: Int8, confidence: Confidence) {
        self.transmitPower = transmitPower
        self.receiveCorrection = receiveCorrection
        self.confidence = confidence
    }

    /// The calibration of an unmeasured model. Its power, in dBm, is the one at which phones were set to advertise.
    public static let unknown = RadioCalibration(transmitPower: -15, receiveCorrection: 0, confidence: .lowest)

    /// The metadata to broadcast, plain.
    public var metadata: BroadcastMetadata {
        BroadcastMetadata(transmitPower: transmitPower, calibrationConfidence: confidence.rawValue)
    }

    /// The signal strength in dBm that a calibrated phone would have reported, −127…126.
    ///
    /// The value 127 stays unchanged: in Bluetooth it means that the strength is unknown.
    public func corrected(_ rssi: Int8) -> Int8 {
        rssi == 127 ? rssi : Int8(min(max(Int(rssi) + Int(receiveCorrection), -127), 126))
    }
}
