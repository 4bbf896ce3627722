import CoronaWarnAPI
package import CoronaWarnPorts
package import ExposurePrimitives
package import SQLEngine
package import SQLStores

/// The right to upload with a TAN, where verification and submission share the database: the transaction that stores
/// the keys uses the TAN up.
package struct SQLTANRights: SQLRightConsumer {
    package init() {}

    package func consume(_ claim: TANClaim, now: UnixTime, _ db: SQLSession) throws -> RightConsumption<ValidTAN> {
        if try SQLUsedUploads.contain(claim.upload, now: now, db) {
            return .repeated
        }
        guard let tan = try SQLTANs.live(claim.tan, now: now, db), tan.reservation == nil, tan.teleTAN != .event else {
            return .refused
        }
        try use(tan, for: claim.upload, db)
        return .consumed(ValidTAN(teleTAN: tan.teleTAN))
    }

    package func rehearse(_ claim: TANClaim, now: UnixTime, _ db: SQLSession) throws -> ValidTAN {
        _ = try SQLUsedUploads.contain(claim.upload, now: now, db)
        let token = [UInt8](repeating: 0, count: claim.tan.bytes.count)
        let tan = SQLTANs.Live(digest: claim.tan, token: token, teleTAN: nil, expiresAt: now, reservation: nil)
        _ = try SQLTANs.live(claim.tan, now: now, db)
        try use(tan, for: claim.upload, db)
        return ValidTAN(teleTAN: nil)
    }

    /// Only the fingerprint is left, and the hour until which it is.
    private func use(_ tan: SQLTANs.Live, for upload: [UInt8], _ db: SQLSession) throws {
        try SQLTANs.use(tan, db)
        try SQLUsedUploads.insert(upload, until: tan.expiresAt, db)
    }
}
