import AssociationProtocol
import ExposurePrimitives

/// A contact of this phone that somebody reported in a box.
struct StoredExposure: Codable, Hashable, Sendable {
    /// The same contact in another box counts no more.
    let handle: StoredBytes
    let interval: UInt32
    /// Three bytes each.
    private let scans: StoredBytes

    init(handle: MailboxHandle, interval: AssociationInterval, measurement: ContactMeasurement) {
        self.handle = StoredBytes(handle.bytes.bytes)
        self.interval = interval.number
        scans = StoredBytes(measurement.scans.flatMap(\.bytes))
    }

    var day: CalendarDay { AssociationInterval(interval).day }

    var measurement: ContactMeasurement { ContactMeasurement(MeasuredScan.list(parsing: scans.bytes) ?? []) }
}
