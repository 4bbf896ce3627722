public import AssociationProtocol
public import ExposurePrimitives
import HeraldPayloads

/// The answer to a poll: the alerts of an account. All answers have ``markedSize`` bytes, also a refusal, which says
/// the same as an answer without alerts. The poll itself is a signed request without a body.
public struct PollAnswer: Hashable, Sendable {
    public let alerts: [ExposureAlert]

    /// - Throws: `wrongLength` for more than ``AssociationLimits/maxPollAlerts`` alerts.
    public init(alerts: [ExposureAlert]) throws(AssociationError) {
        guard alerts.count <= AssociationLimits.maxPollAlerts else {
            throw .wrongLength(alerts.count)
        }
        self.alerts = alerts
    }

    private init() {
        alerts = []
    }

    /// The answer to everybody who has no alert, and to a request that is refused.
    public static let empty = PollAnswer()

    /// Version 1 ‖ number of alerts 1 ‖ room for 14 alerts. Empty room has zeros.
    public var bytes: [UInt8] {
        let content = [version, UInt8(clamping: alerts.count)] + alerts.flatMap(Self.encode)
        return content.padded(to: Self.size)
    }

    public init(parsing bytes: [UInt8]) throws(AssociationError) {
        guard bytes.count == Self.size else {
            throw .wrongLength(bytes.count)
        }
        var reader = ByteReader(bytes, failure: AssociationError.wrongLength(bytes.count))
        guard try reader.read(UInt8.self) == version else {
            throw .malformed
        }
        let count = Int(try reader.read(UInt8.self))
        guard count <= AssociationLimits.maxPollAlerts else {
            throw .malformed
        }
        var alerts: [ExposureAlert] = []
        for _ in 0..<count {
            alerts.append(try Self.decode(reader.readBytes(Self.alertSize)))
        }
        try self.init(alerts: alerts)
    }

    /// Bytes of the alerts.
    public static let size = 2 + AssociationLimits.maxPollAlerts * alertSize
    /// Bytes of every answer: the alerts and an ``/AssociationProtocol/AnswerMark``.
    public static let markedSize = size + Bytes16.count

    /// The whole answer.
    ///
    /// - Parameter mark: that of the request, or random bytes.
    public func bytes(mark: Bytes16) -> [UInt8] { bytes + mark.bytes }

    /// Reads a whole answer without looking at its mark.
    public init(parsingMarked bytes: [UInt8]) throws(AssociationError) {
        guard bytes.count == Self.markedSize else {
            throw .wrongLength(bytes.count)
        }
        try self.init(parsing: Array(bytes.prefix(Self.size)))
    }
}

// MARK: - Alerts

extension PollAnswer {
    /// Day, band, number of handles, and room for all handles.
    private static let alertSize = 6 + AssociationLimits.maxAlertHandles * handleRoom
    /// A length and the longer of the profiles' handles.
    private static let handleRoom = 1 + TicketHandle.size(.sealed)

    /// Days since 1970 4 ‖ band 1 ‖ number of handles 1 ‖ eight times: length 1 (68 or 84) ‖ handle and zeros 84.
    private static func encode(_ alert: ExposureAlert) -> [UInt8] {
        let head =
            [UInt8](UInt32(clamping: alert.day.daysSinceEpoch))
            + [alert.band.rawValue, UInt8(clamping: alert.handles.count)]
        let handles = alert.handles.flatMap { handle in
            ([UInt8(clamping: handle.bytes.count)] + handle.bytes).padded(to: handleRoom)
        }
        return (head + handles).padded(to: alertSize)
    }

    private static func decode(_ bytes: [UInt8]) throws(AssociationError) -> ExposureAlert {
        var reader = ByteReader(bytes, failure: AssociationError.wrongLength(bytes.count))
        let day = CalendarDay(daysSinceEpoch: Int(try reader.read(UInt32.self)))
        guard let band = ExposureAlert.ScoreBand(rawValue: try reader.read(UInt8.self)) else {
            throw .malformed
        }
        let count = Int(try reader.read(UInt8.self))
        guard count <= AssociationLimits.maxAlertHandles else {
            throw .malformed
        }
        var handles: [TicketHandle] = []
        for _ in 0..<count {
            let size = Int(try reader.read(UInt8.self))
            let room = try reader.readBytes(handleRoom - 1)
            guard size <= room.count else {
                throw .wrongLength(size)
            }
            handles.append(try TicketHandle(room.prefix(size)))
        }
        return try ExposureAlert(day: day, band: band, handles: handles)
    }
}

extension [UInt8] {
    /// With zeros behind it up to `size` bytes.
    fileprivate func padded(to size: Int) -> [UInt8] {
        self + [UInt8](repeating: 0, count: Swift.max(0, size - count))
    }
}
