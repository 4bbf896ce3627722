import CoronaWarnAPI
package import ExposurePrimitives
package import GRDB
package import SQLiteStores
package import VerificationStores

/// The right to upload with a TAN, where verification and submission share the database: the transaction that stores
/// the keys uses the TAN up.
package struct SQLiteTANRights: SQLiteRightConsumer {
    package init() {}

    package func consume(_ claim: TANClaim, now: UnixTime, _ db: Database) throws -> RightConsumption<ValidTAN> {
        if try SQLiteUsedUploads.contain(claim.upload, now: now, db) {
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
        _ = try SQLiteUsedUploads.contain(claim.upload, now: now, db)
        let token = [UInt8](repeating: 0, count: claim.tan.bytes.count)
        let tan = SQLiteTANs.Live(digest: claim.tan, token: token, teleTAN: nil, expiresAt: now, reservation: nil)
        _ = try SQLiteTANs.live(claim.tan, now: now, db)
        try use(tan, for: claim.upload, db)
        return ValidTAN(teleTAN: nil)
    }

    /// Only the fingerprint is left, and the hour until which it is.
    private func use(_ tan: SQLiteTANs.Live, for upload: [UInt8], _ db: Database) throws {
        try SQLiteTANs.use(tan, db)
        try SQLiteUsedUploads.insert(upload, until: tan.expiresAt, db)
    }
}
