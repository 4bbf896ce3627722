public import CoronaWarnAPI
public import ExposurePrimitives

/// The identifier of a teleTAN in a store: a keyed hash, because its 45 bits can be searched.
public struct TeleTANMark: Hashable, Sendable {
    /// 32 bytes.
    public let mac: [UInt8]

    public init(mac: [UInt8]) {
        self.mac = mac
    }
}

/// A teleTAN for an operator.
public struct NewTeleTAN: Sendable {
    public let mark: TeleTANMark
    public let kind: TeleTANKind
    /// The name of the operator, for the pause between two.
    public let `operator`: String

    public init(mark: TeleTANMark, kind: TeleTANKind, operator: String) {
        self.mark = mark
        self.kind = kind
        self.operator = `operator`
    }
}

/// What limits the issuing of teleTANs.
public struct TeleTANLimits: Hashable, Sendable {
    /// The number in any hour, for all operators together.
    public let perHour: Int
    /// Seconds between two of one operator.
    public let pause: Int64
    /// Seconds of life by kind.
    public let testLife: Int64
    public let eventLife: Int64

    public init(perHour: Int, pause: Int64, testLife: Int64, eventLife: Int64) {
        self.perHour = perHour
        self.pause = pause
        self.testLife = testLife
        self.eventLife = eventLife
    }

    public func life(of kind: TeleTANKind) -> Int64 {
        switch kind {
        case .test: testLife
        case .event: eventLife
        }
    }
}

/// What the limits leave to an operator.
public struct TeleTANAllowance: Hashable, Sendable {
    /// How many teleTANs all operators together may still get now.
    public let left: Int
    /// When the operator may get the next one; nil if now.
    public let next: UnixTime?

    public init(left: Int, next: UnixTime?) {
        self.left = left
        self.next = next
    }
}

/// What became of an operator's request.
public enum TeleTANOutcome: Hashable, Sendable {
    case issued
    /// The operator got one a short time ago, or all operators together got too many: again from then on.
    case limited(until: UnixTime)
}
