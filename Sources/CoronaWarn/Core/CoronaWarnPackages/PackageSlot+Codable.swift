import CoronaWarnAPI
import ExposurePrimitives

// A phone remembers which packages it has. The text of a slot is that of its day or hour.

extension PackageHour: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(clamping: try decoder.singleValueContainer().decode(Int.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(hoursSinceEpoch)
    }
}

extension PackageSlot: Codable, CustomStringConvertible {
    /// `2020-06-01` for a day, `2020-06-01T05` for an hour.
    public var description: String {
        switch self {
        case .day(let day): "\(day)"
        case .hour(let hour): "\(hour)"
        }
    }

    /// Reads a ``description``; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard let first = parts.first, let day = CalendarDay(iso: first) else {
            return nil
        }
        let slot: PackageSlot?
        switch parts.count {
        case 1: slot = .day(day)
        case 2: slot = Int(parts[1]).map { .hour(PackageHour(day, $0)) }
        default: slot = nil
        }
        guard let slot, "\(slot)" == text else {
            return nil
        }
        self = slot
    }

    public init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let slot = PackageSlot(try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "neither a day nor an hour")
        }
        self = slot
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
