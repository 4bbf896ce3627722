package import CoronaWarnPorts
package import ExposurePrimitives
package import SQLEngine
package import SQLStores

/// The right to upload with a reserved TAN, where verification has another database: the reservation is the right, and
/// the transaction that stores the keys leaves the upload's mark.
package struct SQLReservedUploads: SQLRightConsumer {
    package init() {}

    package func consume(_ claim: ReservedUpload, now: UnixTime, _ db: SQLSession) throws -> RightConsumption<ValidTAN>
    {
        if try SQLUsedUploads.contain(claim.mark, now: now, db) {
            return .repeated
        }
        return .consumed(try rehearse(claim, now: now, db))
    }

    package func rehearse(_ claim: ReservedUpload, now: UnixTime, _ db: SQLSession) throws -> ValidTAN {
        try SQLUsedUploads.insert(claim.mark, until: claim.expiry, db)
        return ValidTAN(teleTAN: nil)
    }
}
