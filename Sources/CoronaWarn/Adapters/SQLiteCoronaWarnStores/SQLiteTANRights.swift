import CoronaWarnAPI
package import ExposurePrimitives
package import GRDB
import SQLiteEngine
package import SQLiteStores
package import VerificationStores

/// The right to upload with a TAN, where verification and submission share the database: the transaction that stores
/// the keys uses the TAN up.
package struct SQLiteTANRights: SQLiteRightConsumer {
    package init() {}

    package func consume(_ claim: TANClaim, now: UnixTime, _ db: Database) throws -> RightConsumption<ValidTAN> {
        if try wasAccepted(claim.upload, now: now, db) {
            return .repeated
        }
        guard let tan = try SQLiteTANs.live(claim.tan, now: now, db), tan.reservation == nil, tan.teleTAN != .event
        else {
            return .refused
        }
        try use(tan, for: claim.upload, db)
        return .consumed(ValidTAN(teleTAN: tan.teleTAN))
    }

    package func rehearse(_ claim: TANClaim, now: UnixTime, _ db: Database) throws -> ValidTAN {
        _ = try wasAccepted(claim.upload, now: now, db)
        let token = [UInt8](repeating: 0, count: claim.tan.bytes.count)
        let tan = SQLiteTANs.Live(digest: claim.tan, token: token, teleTAN: nil, expiresAt: now, reservation: nil)
        _ = try SQLiteTANs.live(claim.tan, now: now, db)
        try use(tan, for: claim.upload, db)
        return ValidTAN(teleTAN: nil)
    }

    private func wasAccepted(_ upload: [UInt8], now: UnixTime, _ db: Database) throws -> Bool {
        let statement = try db.cachedStatement(sql: "SELECT 1 FROM used_upload WHERE mark = ? AND expires_in > ?")
        let arguments: StatementArguments = [upload.asData, WholeHours.hour(before: now, by: 0)]
        return try Int.fetchOne(statement, arguments: arguments) != nil
    }

    /// Only the fingerprint is left, and the hour until which it is.
    private func use(_ tan: SQLiteTANs.Live, for upload: [UInt8], _ db: Database) throws {
        try SQLiteTANs.use(tan, db)
        try db.cachedStatement(sql: "INSERT OR REPLACE INTO used_upload (mark, expires_in) VALUES (?, ?)")
            .execute(arguments: [upload.asData, WholeHours.roundedUp(tan.expiresAt)])
    }
}
