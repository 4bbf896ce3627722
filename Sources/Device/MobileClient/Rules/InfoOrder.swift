import ExposurePrimitives
import ImmuniAPI

/// Operational Info, or a dummy of it, that shall leave.
struct InfoOrder: Codable, Hashable, Sendable {
    let isDummy: Bool
    let province: Province
    let exposurePermission: Bool
    let bluetoothActive: Bool
    let notificationPermission: Bool
    /// The day of the exposure that the owner was notified of after the last detection.
    let exposureDay: CalendarDay?
    /// Of an iPhone; a fresh random one for a dummy.
    let token: StoredToken?
    var failures = 0
    var phase = Phase.sending

    enum Phase: Codable, Hashable, Sendable {
        case sending
        /// The attestation could not be had; the next attempt's time.
        case waiting(UnixTime)
    }

    /// As the contract has it. Where nobody was notified, a fixed day keeps the size.
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

    /// A dummy, at random in everything that an observer could ever see.
    static func dummy(
        token: AnalyticsToken?,
        today: CalendarDay,
        using generator: inout some RandomNumberGenerator
    ) -> InfoOrder {
        let codes = Province.knownCodes.sorted()
        let province = Province(code: codes[Int.random(in: codes.indices, using: &generator)]) ?? .abroad
        return InfoOrder(
            isDummy: true,
            province: province,
            exposurePermission: Bool.random(using: &generator),
            bluetoothActive: Bool.random(using: &generator),
            notificationPermission: Bool.random(using: &generator),
            exposureDay: Bool.random(using: &generator) ? today : nil,
            token: token.map(StoredToken.init)
        )
    }

    /// The attestation could not be had.
    ///
    /// - Returns: when to try again; nil to give up.
    mutating func evidenceFailed(at now: UnixTime) -> UnixTime? {
        failures += 1
        guard failures <= Self.delays.count else {
            return nil
        }
        let time = now.advanced(bySeconds: Self.delays[failures - 1])
        phase = .waiting(time)
        return time
    }

    /// Seconds.
    private static let delays: [Int64] = [10, 40, 90, 160]
    private static let placeholder = CalendarDay(daysSinceEpoch: 0)
}

/// What became of Operational Info.
enum InfoResult: Hashable, Sendable {
    /// It left, or it failed for good; nobody will know which.
    case ended
    /// The maker of the phone could not be reached for the attestation.
    case evidenceUnreachable
}
