import ExposurePrimitives
import GAENCore

/// A key of the owner between the system's question and the finished upload.
struct StoredKey: Codable, Equatable, Sendable {
    private let data: [UInt8]
    private let start: UInt32
    private let period: Int

    init(_ key: TemporaryExposureKey) {
        data = key.keyData.exposedBytes
        start = key.rollingStart.rawValue
        period = key.rollingPeriod
    }

    /// Nil for numbers that no key has.
    var key: TemporaryExposureKey? {
        try? TemporaryExposureKey(
            keyData: TemporaryExposureKey.KeyData(data),
            rollingStart: IntervalNumber(start),
            rollingPeriod: period
        )
    }
}

extension StoredKey: CustomStringConvertible, CustomReflectable {
    var description: String { "<redacted>" }
    var customMirror: Mirror { Mirror(self, children: [:]) }
}
