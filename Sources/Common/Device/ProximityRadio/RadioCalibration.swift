public import GAENCore

/// What is known of a phone model's radio.
public struct RadioCalibration: Hashable, Sendable {
    /// What the phone radiates, in dBm: told to every listener in the metadata.
    public let transmitPower: Int8
    /// Added to every signal strength that the phone reports, in dB.
    public let receiveCorrection: Int8
    public let confidence: Confidence

    /// How well the two values are known.
    public enum Confidence: UInt8, Sendable, CaseIterable {
        /// Nobody measured anything.
        case lowest
        /// Another model of the manufacturer was measured.
        case low
        /// Models of the manufacturer were measured, and agree.
        case medium
        /// This model was measured.
        case high
    }

    public init(transmitPower: Int8, receiveCorrection: Int8, confidence: Confidence) {
        self.transmitPower = transmitPower
        self.receiveCorrection = receiveCorrection
        self.confidence = confidence
    }

    /// For a model that nobody measured: the power in dBm that phones were set to advertise with.
    public static let unknown = RadioCalibration(transmitPower: -15, receiveCorrection: 0, confidence: .lowest)

    /// The metadata to broadcast, plain.
    public var metadata: BroadcastMetadata {
        BroadcastMetadata(transmitPower: transmitPower, calibrationConfidence: confidence.rawValue)
    }

    /// The signal strength in dBm that a calibrated phone would have reported, −127…126; 127 stays, by which Bluetooth
    /// says that it is not known.
    public func corrected(_ rssi: Int8) -> Int8 {
        rssi == 127 ? rssi : Int8(min(max(Int(rssi) + Int(receiveCorrection), -127), 126))
    }
}
