import CoronaWarnAPI
import CoronaWarnPorts
import ExposurePrimitives
import Foundation
import SQLEngine

/// The rows of TANs, for the transactions that use them up.
enum SQLTANs {
    /// A TAN whose life is not over.
    struct Live {
        let digest: CredentialDigest
        let token: [UInt8]
        let teleTAN: TeleTANKind?
        let expiresAt: UnixTime
        let reservation: Bytes16?
    }

    static func live(_ tan: CredentialDigest, now: UnixTime, _ db: SQLSession) throws -> Live? {
        let statement = try db.cachedStatement(
            sql: "SELECT token, tele_tan, expires_at, reservation FROM tan WHERE digest = ? AND expires_at > ?"
        )
        return try SQLRow.fetchOne(statement, arguments: [tan.bytes.asData, now.seconds]).map { row in
            Live(
                digest: tan,
                token: Array(row["token"] as Data),
                teleTAN: (row["tele_tan"] as String?).flatMap(TeleTANKind.init(rawValue:)),
                expiresAt: UnixTime(row["expires_at"]),
                reservation: (row["reservation"] as Data?).flatMap { Bytes16($0) }
            )
        }
    }

    /// Deletes a TAN, and counts it for its token. Nothing is left that ties the two.
    static func use(_ tan: Live, _ db: SQLSession) throws {
        try db.cachedStatement(sql: "DELETE FROM tan WHERE digest = ?").executeSoon(arguments: [tan.digest.bytes.asData]
        )
        try count(tan.token, db)
    }

    private static func count(_ token: [UInt8], _ db: SQLSession) throws {
        try db.cachedStatement(sql: "UPDATE test_session SET used = used + 1 WHERE token = ?")
            .executeSoon(arguments: [token.asData])
    }

    /// The reservation of the same upload; nil if there is none.
    static func reservation(of claim: TANClaim, now: UnixTime, _ db: SQLSession) throws -> ReservationOutcome? {
        let statement = try db.cachedStatement(
            sql: "SELECT name, tele_tan FROM tan_reservation WHERE upload = ? AND expires_in > ?"
        )
        let arguments: SQLArguments = [claim.upload.asData, WholeHours.hour(before: now, by: 0)]
        return try SQLRow.fetchOne(statement, arguments: arguments).flatMap { row in
            let teleTAN = (row["tele_tan"] as String?).flatMap(TeleTANKind.init(rawValue:))
            return Bytes16(row["name"] as Data).map { .reserved(name: $0, ValidTAN(teleTAN: teleTAN)) }
        }
    }

    static func reserve(_ tan: Live, for upload: [UInt8], as name: Bytes16, _ db: SQLSession) throws {
        try db.cachedStatement(sql: "UPDATE tan SET reservation = ? WHERE digest = ?")
            .execute(arguments: [name.bytes.asData, tan.digest.bytes.asData])
        try db.cachedStatement(
            sql: "INSERT INTO tan_reservation (name, upload, token, tele_tan, expires_in) VALUES (?, ?, ?, ?, ?)"
        ).execute(arguments: [
            name.bytes.asData, upload.asData, tan.token.asData, tan.teleTAN?.rawValue,
            WholeHours.roundedUp(tan.expiresAt),
        ])
    }

    /// The number of a token's reservations that may still be confirmed.
    static func openReservations(of token: CredentialDigest, now: UnixTime, _ db: SQLSession) throws -> Int {
        let statement = try db.cachedStatement(
            sql: "SELECT count(*) FROM tan_reservation WHERE token = ? AND expires_in > ?"
        )
        let arguments: SQLArguments = [token.bytes.asData, WholeHours.hour(before: now, by: 0)]
        return try Int.fetchOne(statement, arguments: arguments) ?? 0
    }

    /// Uses the reserved TAN up, even if another has replaced it meanwhile: its keys are stored. False for an unknown
    /// name.
    static func confirm(_ name: Bytes16, now: UnixTime, _ db: SQLSession) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: "SELECT token FROM tan_reservation WHERE name = ? AND expires_in > ?"
        )
        let arguments: SQLArguments = [name.bytes.asData, WholeHours.hour(before: now, by: 0)]
        guard let row = try SQLRow.fetchOne(statement, arguments: arguments) else {
            return false
        }
        guard let token = row["token"] as Data? else {
            return true
        }
        try db.cachedStatement(sql: "DELETE FROM tan WHERE reservation = ?").execute(arguments: [name.bytes.asData])
        try db.cachedStatement(sql: "UPDATE tan_reservation SET token = NULL WHERE name = ?")
            .execute(arguments: [name.bytes.asData])
        try count(Array(token), db)
        return true
    }
}
