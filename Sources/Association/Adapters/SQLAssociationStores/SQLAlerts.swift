package import AssociationAPI
package import AssociationPorts
package import AssociationProtocol
package import ExposurePrimitives
import Foundation
package import Persistence
package import SQLEngine

/// Alerts.
package struct SQLAlerts: AlertStore {
    private let database: any SQLDatabase

    package init(_ database: any SQLDatabase) {
        self.database = database
    }

    package func add(_ new: NewAlert) async throws(StoreError) -> Bool {
        try await database.write { db in try Self.insert(new, db) }
    }

    package func alerts(for registration: RegistrationID, now: UnixTime) async throws(StoreError) -> [ExposureAlert] {
        try await database.readAtOnce { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT day, band, handles FROM exposure_alert
                    WHERE registration = ? AND visible_at <= ? AND day >= ? ORDER BY day DESC LIMIT ?
                    """
            )
            return try SQLRow.fetchAll(
                statement,
                arguments: [
                    registration.exposedBytes.asData, now.seconds, Self.firstDayWithHandles(now),
                    AssociationLimits.maxPollAlerts,
                ]
            ).map(Self.alert)
        }
    }

    package func deleteAlerts(now: UnixTime) async throws(StoreError) -> Int {
        try await database.write(patience: .unlimited) { db in
            let first = now.utcDay.advanced(byDays: -NewAlert.life)
            try db.execute(sql: "DELETE FROM exposure_alert WHERE day < ?", arguments: [first.daysSinceEpoch])
            let count = db.changesCount
            try db.execute(
                sql: "UPDATE exposure_alert SET handles = ?1 WHERE handles <> ?1 AND day < ?2",
                arguments: [Data(), Self.firstDayWithHandles(now)]
            )
            return count
        }
    }
}

// MARK: - Within a transaction

extension SQLAlerts {
    /// - Returns: false if nothing was changed: the account is unknown, or has an alert of this band or a higher one.
    static func insert(_ new: NewAlert, _ db: SQLSession) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                INSERT INTO exposure_alert (registration, day, band, handles, visible_at)
                SELECT registration, :day, :band, :handles, :visible FROM account WHERE registration = :registration
                ON CONFLICT (registration, day) DO UPDATE
                SET band = excluded.band, handles = excluded.handles, visible_at = CASE
                WHEN excluded.visible_at < exposure_alert.visible_at THEN excluded.visible_at
                ELSE exposure_alert.visible_at END
                WHERE excluded.band > exposure_alert.band
                """
        )
        try statement.execute(
            arguments: [
                "registration": new.registration.exposedBytes.asData,
                "day": new.alert.day.daysSinceEpoch,
                "band": Int64(new.alert.band.rawValue),
                "handles": encode(new.alert.handles).asData,
                "visible": new.visible.seconds,
            ]
        )
        return db.changesCount == 1
    }

    /// Whether the limit leaves out an alert that would otherwise be stored.
    static func isOneTooMany(_ new: NewAlert, _ limits: AlertLimits, now: UnixTime, _ db: SQLSession) throws -> Bool {
        let statement = try db.cachedStatement(
            sql: """
                SELECT count(*) FILTER (WHERE day = :day) = 0
                AND count(*) FILTER (WHERE visible_at > :since) >= :limit FROM exposure_alert
                WHERE registration = :registration AND band >= :band
                """
        )
        return try Bool.fetchOne(
            statement,
            arguments: [
                "registration": new.registration.exposedBytes.asData,
                "day": new.alert.day.daysSinceEpoch,
                "band": Int64(new.alert.band.rawValue),
                "since": now.advanced(bySeconds: -limits.seconds).seconds,
                "limit": limits.alerts,
            ]
        ) ?? false
    }
}

// MARK: - Rows

extension SQLAlerts {
    private static func firstDayWithHandles(_ now: UnixTime) -> Int {
        now.utcDay.advanced(byDays: -NewAlert.handleLife).daysSinceEpoch
    }

    private static func alert(_ row: SQLRow) throws -> ExposureAlert {
        guard let band = UInt8(exactly: row["band"] as Int64).flatMap(ExposureAlert.ScoreBand.init),
            let handles = decode(Array(row["handles"] as Data)),
            let alert = try? ExposureAlert(day: CalendarDay(daysSinceEpoch: row["day"]), band: band, handles: handles)
        else {
            throw StoreError.damagedRow(table: "exposure_alert")
        }
        return alert
    }

    /// Each handle behind a byte of its length: the profiles' handles have 68 or 84 bytes.
    private static func encode(_ handles: [TicketHandle]) -> [UInt8] {
        handles.flatMap { [UInt8(clamping: $0.bytes.count)] + $0.bytes }
    }

    private static func decode(_ bytes: [UInt8]) -> [TicketHandle]? {
        var handles: [TicketHandle] = []
        var rest = bytes[...]
        while let size = rest.popFirst() {
            guard let handle = try? TicketHandle(rest.prefix(Int(size))) else {
                return nil
            }
            handles.append(handle)
            rest = rest.dropFirst(Int(size))
        }
        return handles
    }
}
