public import AssociationProtocol
public import ExposurePrimitives

/// The keyed digest of a code that an operator issued. The code itself is never stored.
public struct CodeMark: Hashable, Sendable, Redacted {
    private let digest: Bytes32

    public init(_ digest: Bytes32) {
        self.digest = digest
    }

    public var exposedBytes: [UInt8] { digest.bytes }
}

/// A code for one report, which an operator issues after a test.
public struct NewReportCode: Sendable {
    public let mark: CodeMark
    /// The days on which the person was infectious.
    public let window: ClosedRange<CalendarDay>
    /// The first moment at which the code is no longer valid.
    public let expiry: UnixTime

    public init(mark: CodeMark, window: ClosedRange<CalendarDay>, expiry: UnixTime) {
        self.mark = mark
        self.window = window
        self.expiry = expiry
    }
}

/// One of the places that a person has for reports, as a keyed digest. With the stores alone, nobody finds whose it is.
public struct ReportPlace: Hashable, Sendable, Redacted {
    private let digest: Bytes32

    public init(_ digest: Bytes32) {
        self.digest = digest
    }

    public var exposedBytes: [UInt8] { digest.bytes }
}

/// A phone's request for the right to report.
public struct RightClaim: Sendable {
    public let mark: CodeMark
    public let registration: RegistrationID
    /// The person's places, always in the same order. A new account of the person has the same ones.
    public let places: [ReportPlace]
    public let manifest: ReportManifest
    /// The number of the right, if it is a new one.
    public let right: RightID

    public init(
        mark: CodeMark,
        registration: RegistrationID,
        places: [ReportPlace],
        manifest: ReportManifest,
        right: RightID
    ) {
        self.mark = mark
        self.registration = registration
        self.places = places
        self.manifest = manifest
        self.right = right
    }
}

/// How many reports of one person are taken.
public struct ReportLimits: Hashable, Sendable {
    /// Each takes one place.
    public let reports: Int
    /// After so many days the place is free again.
    public let days: Int

    public init(reports: Int, days: Int) {
        self.reports = reports
        self.days = days
    }

    /// Three within 90 days (specification 1.12, step 3).
    public static let usual = ReportLimits(reports: 3, days: 90)
}

/// A report that is being uploaded, or has been.
public struct ReportState: Hashable, Sendable {
    public let right: RightID
    public let registration: RegistrationID
    /// Of a complete report its digest alone, as the only batch: how many batches it had could lead to its case.
    public let manifest: ReportManifest
    public let window: ClosedRange<CalendarDay>
    /// The digests of the batches that have arrived.
    public let received: Set<Bytes32>

    public init(
        right: RightID,
        registration: RegistrationID,
        manifest: ReportManifest,
        window: ClosedRange<CalendarDay>,
        received: Set<Bytes32>
    ) {
        self.right = right
        self.registration = registration
        self.manifest = manifest
        self.window = window
        self.received = received
    }

    public var isComplete: Bool { received.isSuperset(of: manifest.batches) }

    /// Whether it is the report of a manifest.
    public func has(_ manifest: ReportManifest) -> Bool {
        self.manifest == manifest || isComplete && self.manifest.batches == [manifest.digest]
    }

    /// Whole days for which a right is valid after the UTC day of its grant: enough for the largest report of a phone
    /// that is woken every three hours. Its end tells no time of day, because the hour of a case is known.
    public static let rightLife = 7
}
