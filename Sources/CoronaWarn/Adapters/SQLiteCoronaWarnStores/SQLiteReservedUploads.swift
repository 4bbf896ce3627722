package import ExposurePrimitives
package import GRDB
package import SQLiteStores
package import VerificationStores

/// The right to upload with a reserved TAN, where verification has another database: the reservation is the right, and
/// the transaction that stores the keys leaves the upload's mark.
package struct SQLiteReservedUploads: SQLiteRightConsumer {
    package init() {}

    package func consume(_ claim: ReservedUpload, now: UnixTime, _ db: Database) throws -> RightConsumption<ValidTAN> {
        if try SQLiteUsedUploads.contain(claim.mark, now: now, db) {
            return .repeated
        }
        return .consumed(try rehearse(claim, now: now, db))
    }

    package func rehearse(_ claim: ReservedUpload, now: UnixTime, _ db: Database) throws -> ValidTAN {
        try SQLiteUsedUploads.insert(claim.mark, until: claim.expiry, db)
        return ValidTAN(teleTAN: nil)
    }
}
