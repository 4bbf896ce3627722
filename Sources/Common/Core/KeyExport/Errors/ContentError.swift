public import ExposurePrimitives

/// An error in export.bin or export.sig, or in the content that a writer receives.
public enum ContentError: Error, Equatable {
    /// export.bin does not begin with `EK Export v1` and four spaces.
    case wrongHeader
    case truncatedMessage(file: String)
    case malformedMessage(file: String)
    /// A field is longer than any valid one.
    case fieldTooLong(number: Int, length: UInt64)
    case tooManySignatureInfos(limit: Int)
    case missingField(String)
    case periodInvalid(start: UnixTime, end: UnixTime)
    case batchSizeOutOfRange(Int)
    case batchNumberOutOfRange(Int, size: Int)
    /// `key` counts from zero. New and revised keys count together, in the order of the file.
    case wrongKeyLength(key: Int, length: Int)
    case missingRollingStart(key: Int)
    case rollingStartOutOfRange(key: Int, value: Int)
    case rollingPeriodOutOfRange(key: Int, value: Int)
    case transmissionRiskOutOfRange(key: Int, value: Int)
    case daysSinceOnsetOutOfRange(key: Int, value: Int)
}

extension ContentError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .wrongHeader: "export.bin does not begin with 'EK Export v1' and four spaces"
        case .truncatedMessage(let file): "the message in \(file) is truncated"
        case .malformedMessage(let file): "the message in \(file) is not valid protobuf"
        case .fieldTooLong(let number, let length): "field \(number) of export.bin has \(length) bytes"
        case .tooManySignatureInfos(let limit): "export.bin has more than \(limit) signature infos"
        case .missingField(let name): "export.bin has no \(name)"
        case .periodInvalid(let start, let end): "the period from \(start.seconds) to \(end.seconds) is not valid"
        case .batchSizeOutOfRange(let size): "the batch size is \(size), outside 1 to 1000000"
        case .batchNumberOutOfRange(let number, let size): "the batch number is \(number), outside 1 to \(size)"
        case .wrongKeyLength(let key, let length): "key \(key) has \(length) bytes instead of 16"
        case .missingRollingStart(let key): "key \(key) has no rolling start interval"
        case .rollingStartOutOfRange(let key, let value): "key \(key) has the rolling start \(value), out of range"
        case .rollingPeriodOutOfRange(let key, let value):
            "key \(key) has the rolling period \(value), outside 1 to 144"
        case .transmissionRiskOutOfRange(let key, let value):
            "key \(key) has the transmission risk level \(value), outside 0 to 8"
        case .daysSinceOnsetOutOfRange(let key, let value):
            "key \(key) has \(value) days since onset of symptoms, outside -14 to 14"
        }
    }
}
