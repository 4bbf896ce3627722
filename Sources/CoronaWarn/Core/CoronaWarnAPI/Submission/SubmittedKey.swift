import ExposurePrimitives
import Foundation
public import GAENCore

/// A key as a phone uploads it.
public struct SubmittedKey: Hashable, Sendable {
    public let key: TemporaryExposureKey
    /// 1…8; nil if the phone leaves it to the server.
    public let transmissionRiskLevel: Int?
    /// −15…4000, see ``OnsetCode``; nil if the phone leaves it to the server. One of the two is always there.
    public let onsetCode: OnsetCode?

    /// Nil if neither is given, or the level is out of range.
    public init?(key: TemporaryExposureKey, transmissionRiskLevel: Int?, onsetCode: OnsetCode?) {
        guard transmissionRiskLevel != nil || onsetCode != nil,
            transmissionRiskLevel.map(Self.transmissionRiskLevels.contains) != false
        else {
            return nil
        }
        self.key = key
        self.transmissionRiskLevel = transmissionRiskLevel
        self.onsetCode = onsetCode
    }

    public static let transmissionRiskLevels = 1...8
}

extension SubmittedKey {
    /// - Throws: `notCompliant` for any violation. A start of 0 is one, because it is what a missing start reads as.
    init(_ wire: WireSubmittedKey) throws(CoronaWarnError) {
        let code = wire.hasDaysSinceOnsetOfSymptoms ? OnsetCode(Int(wire.daysSinceOnsetOfSymptoms)) : nil
        guard !wire.hasDaysSinceOnsetOfSymptoms || code != nil, wire.rollingStartIntervalNumber > 0,
            let start = UInt32(exactly: wire.rollingStartIntervalNumber),
            let key = try? TemporaryExposureKey(
                keyData: TemporaryExposureKey.KeyData(wire.keyData),
                rollingStart: IntervalNumber(start),
                rollingPeriod: Int(wire.rollingPeriod)
            ),
            let submitted = SubmittedKey(
                key: key,
                transmissionRiskLevel: wire.hasTransmissionRiskLevel ? Int(wire.transmissionRiskLevel) : nil,
                onsetCode: code
            )
        else {
            throw .notCompliant
        }
        self = submitted
    }

    var wire: WireSubmittedKey {
        var wire = WireSubmittedKey()
        wire.keyData = Data(key.keyData.exposedBytes)
        wire.rollingStartIntervalNumber = Int32(clamping: key.rollingStart.rawValue)
        wire.rollingPeriod = Int32(key.rollingPeriod)
        if let transmissionRiskLevel {
            wire.transmissionRiskLevel = Int32(transmissionRiskLevel)
        }
        if let onsetCode {
            wire.daysSinceOnsetOfSymptoms = Int32(onsetCode.rawValue)
        }
        return wire
    }
}
