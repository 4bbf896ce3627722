// Times are stored as plain numbers.

extension UnixTime: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(try decoder.singleValueContainer().decode(Int64.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(seconds)
    }
}

extension CalendarDay: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(daysSinceEpoch: try decoder.singleValueContainer().decode(Int.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(daysSinceEpoch)
    }
}

extension CalendarMonth: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(monthsSinceEpoch: try decoder.singleValueContainer().decode(Int.self))
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(monthsSinceEpoch)
    }
}
