import ExposurePrimitives
import ImmuniAPI

/// An order to send Operational Info, or a dummy of it.
struct InfoOrder: Codable, Hashable, Sendable {
    /// Nil for a dummy, which has no data of the phone.
    let report: InfoReport?
    /// The end of the detection that it belongs to.
    private let madeAt: UnixTime
    private(set) var failures = 0
    var phase = Phase.sending

    init(_ report: InfoReport?, at now: UnixTime) {
        self.report = report
        madeAt = now
    }

    enum Phase: Codable, Hashable, Sendable {
        case sending
        /// The attestation was not available; the next attempt's time.
        case waiting(UnixTime)
    }

    /// Handles an attestation that was not available.
    ///
    /// - Returns: the time to try again; nil to give up.
    mutating func evidenceFailed(at now: UnixTime) -> UnixTime? {
        failures += 1
        guard failures <= Self.delays.count else {
            return nil
        }
        let time = now.advanced(bySeconds: Self.delays[failures - 1])
        phase = .waiting(time)
        return time
    }

    /// Whether it may leave now: only right after its detection, and in its month, which has only one of each kind. A
    /// phone that was off meanwhile reports nothing about the past.
    func isTimely(at now: UnixTime) -> Bool {
        (0...Self.longestWait).contains(now.seconds(since: madeAt))
            && CalendarMonth(of: now.utcDay) == CalendarMonth(of: madeAt.utcDay)
    }

    /// Seconds.
    private static let longestWait: Int64 = 3600
    private static let delays: [Int64] = [10, 40, 90, 160]
}

/// The phone's state after a detection.
struct InfoReport: Codable, Hashable, Sendable {
    let province: Province
    let exposurePermission: Bool
    let bluetoothActive: Bool
    let notificationPermission: Bool
    /// The day of the exposure that the owner was notified of after the detection.
    let exposureDay: CalendarDay?
    /// The token of an iPhone.
    let token: StoredToken?

    /// The request in the contract's form. If nobody was notified, a fixed day keeps the size.
    var request: OperationalInfoRequest {
        OperationalInfoRequest(
            province: province,
            exposurePermission: exposurePermission,
            bluetoothActive: bluetoothActive,
            notificationPermission: notificationPermission,
            exposureNotification: exposureDay != nil,
            lastRiskyExposureOn: exposureDay ?? Self.placeholder
        )
    }

    private static let placeholder = CalendarDay(daysSinceEpoch: 0)
}

/// The result of sending Operational Info.
enum InfoResult: Hashable, Sendable {
    /// It was sent, or failed for good; nobody will know which.
    case ended
    /// The phone's maker could not be reached for the attestation.
    case evidenceUnreachable
}
