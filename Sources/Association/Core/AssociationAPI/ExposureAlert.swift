public import AssociationProtocol
public import ExposurePrimitives

/// A warning for the phone of one account: a day on which its owner met somebody who reported.
///
/// It has no time of day, place or case. The phone shows it only if one of the handles is its own.
public struct ExposureAlert: Hashable, Sendable {
    public let day: CalendarDay
    public let band: ScoreBand
    /// With which the phone confirms that the contact was real.
    public let handles: [TicketHandle]

    /// How high the exposure was. The score itself would tell more about the contact than a warning has to.
    public enum ScoreBand: UInt8, Sendable, CaseIterable {
        case low = 1
        case medium = 2
        case high = 3
    }

    /// - Throws: `malformed` for a day before 1970, `wrongLength` unless there are 1 to
    ///   ``AssociationLimits/maxAlertHandles`` handles.
    public init(day: CalendarDay, band: ScoreBand, handles: [TicketHandle]) throws(AssociationError) {
        guard UInt32(exactly: day.daysSinceEpoch) != nil else {
            throw .malformed
        }
        guard (1...AssociationLimits.maxAlertHandles).contains(handles.count) else {
            throw .wrongLength(handles.count)
        }
        self.day = day
        self.band = band
        self.handles = handles
    }
}
