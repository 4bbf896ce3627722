package import CoronaWarnAPI
package import CoronaWarnPorts
import ExposurePrimitives
import Synchronization

/// The reference for the port of reserved TANs. It can have one planted fault.
package final class InMemoryTANAuthority: TANReservationAuthority {
    /// A mistake that the checks must find.
    package enum Fault: Sendable, CaseIterable {
        case reservesUnknownTANs
        case reservesForAnyUpload
        case reservesEvents
        case makesEachReservationAnew
        case forgetsConfirmedUploads
        case freesConfirmedTANs
        case confirmsAnything
        case confirmsOnce
    }

    private struct Row {
        let isEvent: Bool
        var upload: [UInt8]?
        var reservation: TANReservation?
        var isConfirmed = false
    }

    private let rows = Mutex<[CredentialDigest: Row]>([:])
    private let fault: Fault?

    package init(fault: Fault? = nil) {
        self.fault = fault
    }

    package func add(_ tan: TAN, from teleTAN: TeleTANKind?) {
        rows.withLock { $0[tan.digest] = Row(isEvent: teleTAN == .event) }
    }

    package func reserve(_ request: TANReservationRequest) async throws(TANReservationError) -> TANReservation? {
        rows.withLock { rows in
            guard var row = rows[request.tan.digest] ?? (fault == .reservesUnknownTANs ? Row(isEvent: false) : nil),
                !row.isEvent || fault == .reservesEvents
            else {
                return nil
            }
            let isFree = row.upload == nil || (row.isConfirmed && fault == .freesConfirmedTANs)
            guard isFree || row.upload == request.fingerprint || fault == .reservesForAnyUpload else {
                return nil
            }
            guard !row.isConfirmed || fault != .forgetsConfirmedUploads else {
                return nil
            }
            if row.reservation == nil || fault == .makesEachReservationAnew {
                var generator = SystemRandomNumberGenerator()
                row.reservation = TANReservation(Bytes16.random(using: &generator))
            }
            row.upload = row.upload ?? request.fingerprint
            rows[request.tan.digest] = row
            return row.reservation
        }
    }

    package func confirm(_ reservation: TANReservation) async throws(TANReservationError) -> Bool {
        rows.withLock { rows in
            guard let tan = rows.first(where: { $0.value.reservation == reservation })?.key else {
                return fault == .confirmsAnything
            }
            let wasConfirmed = rows[tan]?.isConfirmed == true
            rows[tan]?.isConfirmed = true
            return !wasConfirmed || fault != .confirmsOnce
        }
    }
}
