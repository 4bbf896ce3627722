package import CoronaWarnAPI
package import CoronaWarnPorts
package import ExposurePrimitives
import Foundation
package import Persistence
import SQLEngine

// MARK: - Issuing

extension SQLVerification {
    package func issue(_ tan: NewTAN, limits: TANLimits, now: UnixTime) async throws(StoreError) -> Bool {
        try await database.write { db in
            try db.waitForDisk()
            return try Self.issue(tan, limits: limits, now: now, db)
        }
    }

    package func rehearse(_ tan: NewTAN, limits: TANLimits, now: UnixTime) async throws(StoreError) {
        try await database.rehearse { db in
            try Self.insert(tan.token, TestSession(subject: .teleTAN(.test), began: now), db)
            _ = try Self.issue(tan, limits: limits, now: now, db)
        }
    }

    private static func issue(_ tan: NewTAN, limits: TANLimits, now: UnixTime, _ db: SQLSession) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "SELECT tele_tan, issued, used, issued_at, requests FROM test_session WHERE token = ? AND began_at > ?"
        )
        let oldest = now.advanced(bySeconds: -Registration.tokenLife)
        guard let session = try SQLRow.fetchOne(statement, arguments: [tan.token.bytes.asData, oldest.seconds]) else {
            return false
        }
        let requests = Requests(session["requests"])
        if let request = tan.request, requests.contain(request) {
            let age = (session["issued_at"] as Int64?).map { now.seconds(since: UnixTime($0)) } ?? .max
            return requests.last == request && age < NewTAN.repetition
        }
        let reserved = try SQLTANs.openReservations(of: tan.token, now: now, db)
        guard session["used"] + reserved < limits.used, session["issued"] < limits.issued else {
            return false
        }
        try db.cachedStatement(
            sql: "UPDATE test_session SET issued = issued + 1, issued_at = ?, requests = ? WHERE token = ?"
        ).execute(arguments: [now.seconds, requests.adding(tan.request), tan.token.bytes.asData])
        // The token is unique, so its unused TAN is replaced.
        try db.cachedStatement(sql: "DELETE FROM tan WHERE token = ? OR digest = ?")
            .execute(arguments: [tan.token.bytes.asData, tan.tan.bytes.asData])
        try db.cachedStatement(
            sql: "INSERT INTO tan (digest, token, tele_tan, expires_at) VALUES (?, ?, ?, ?)"
        ).execute(arguments: [
            tan.tan.bytes.asData, tan.token.bytes.asData, session["tele_tan"] as String?,
            now.advanced(bySeconds: limits.life).seconds,
        ])
        return true
    }

    /// The requests from which a token's TANs were derived, sixteen bytes each, the latest last.
    private struct Requests {
        private let all: [[UInt8]]

        init(_ data: Data) {
            let bytes = Array(data)
            all = stride(from: 0, to: bytes.count, by: Bytes16.count).map { start in
                Array(bytes[start..<min(start + Bytes16.count, bytes.count)])
            }
        }

        var last: [UInt8]? { all.last }

        func contain(_ request: [UInt8]) -> Bool { all.contains(request) }

        /// A request without a nonce leaves sixteen zero bytes: the TAN of the request before it is no longer the
        /// latest.
        func adding(_ request: [UInt8]?) -> Data {
            Data((all + [request ?? [UInt8](repeating: 0, count: Bytes16.count)]).joined())
        }
    }
}

// MARK: - Using

extension SQLVerification {
    package func consume(_ tan: CredentialDigest, now: UnixTime) async throws(StoreError) -> ValidTAN? {
        try await database.write { db in
            guard let live = try SQLTANs.live(tan, now: now, db), live.reservation == nil else {
                return nil
            }
            try SQLTANs.use(live, db)
            return ValidTAN(teleTAN: live.teleTAN)
        }
    }

    package func reserve(
        _ claim: TANClaim,
        as name: Bytes16,
        now: UnixTime
    ) async throws(StoreError) -> ReservationOutcome {
        try await database.write { db in
            try db.waitForDisk()
            if let earlier = try SQLTANs.reservation(of: claim, now: now, db) {
                return earlier
            }
            guard let live = try SQLTANs.live(claim.tan, now: now, db) else {
                return .unknown
            }
            guard live.teleTAN != .event else {
                return .event
            }
            guard live.reservation == nil else {
                return .taken
            }
            try SQLTANs.reserve(live, for: claim.upload, as: name, db)
            return .reserved(name: name, ValidTAN(teleTAN: live.teleTAN))
        }
    }

    package func confirm(_ reservation: Bytes16, now: UnixTime) async throws(StoreError) -> Bool {
        try await database.write { db in
            try db.waitForDisk()
            return try SQLTANs.confirm(reservation, now: now, db)
        }
    }
}
