package import CoronaWarnAPI
package import CoronaWarnPorts
package import ExposurePrimitives
import Foundation
package import Persistence
package import SQLEngine
import SQLStores

/// The partners of the federation, in the database of the keys: a batch and its keys are one transaction.
package struct SQLFederation: FederationStore {
    private let database: any SQLDatabase

    package init(_ database: any SQLDatabase) {
        self.database = database
    }

    package func put(_ partner: FederationPartner) async throws(StoreError) -> Bool {
        try await database.write { db in
            let other = try String.fetchOne(
                db,
                sql: "SELECT country FROM federation_partner WHERE name = ? AND country != ?",
                arguments: [partner.name, partner.country.text]
            )
            guard other == nil else {
                return false
            }
            try db.execute(
                sql: """
                    INSERT INTO federation_partner (country, name, server, trust_roots, public_key, max_keys)
                    VALUES (?1, ?2, ?3, ?4, ?5, ?6) ON CONFLICT (country) DO UPDATE
                    SET name = ?2, server = ?3, trust_roots = ?4, public_key = ?5, max_keys = ?6
                    """,
                arguments: [
                    partner.country.text, partner.name, partner.server, partner.trustRoots?.asData,
                    partner.publicKey, partner.maxKeysPerDay,
                ]
            )
            return true
        }
    }

    package func remove(_ country: RegionCode) async throws(StoreError) -> Bool {
        try await database.write { db in
            try db.execute(sql: "DELETE FROM federation_batch WHERE country = ?", arguments: [country.text])
            try db.execute(sql: "DELETE FROM federation_partner WHERE country = ?", arguments: [country.text])
            return db.changesCount == 1
        }
    }

    package func setPaused(_ isPaused: Bool, for country: RegionCode) async throws(StoreError) -> Bool {
        try await update("is_paused = ?", isPaused ? 1 : 0, of: country)
    }

    package func rewind(_ country: RegionCode, to number: Int) async throws(StoreError) -> Bool {
        try await update("last_batch = ?", Int64(number), of: country)
    }

    package func noteAnswer(of country: RegionCode, now: UnixTime) async throws(StoreError) {
        _ = try await update("answered_in = ?", WholeHours.roundedUp(now), of: country)
    }

    package func countAnswer(to country: RegionCode, limit: Int, now: UnixTime) async throws(StoreError) -> Bool {
        let hour = now.seconds / 3600
        return try await database.write { db in
            try db.execute(
                sql: """
                    UPDATE federation_partner
                    SET served = CASE WHEN served_in = ?1 THEN served + 1 ELSE 1 END, served_in = ?1
                    WHERE country = ?2 AND (served_in <> ?1 OR served < ?3)
                    """,
                arguments: [hour, country.text, limit]
            )
            return db.changesCount == 1
        }
    }

    private func update(_ assignment: String, _ value: Int64, of country: RegionCode) async throws(StoreError) -> Bool {
        try await database.write { db in
            try db.execute(
                sql: "UPDATE federation_partner SET \(assignment) WHERE country = ?",
                arguments: [value, country.text]
            )
            return db.changesCount == 1
        }
    }

    package func partners(now: UnixTime) async throws(StoreError) -> [FederationState] {
        try await database.read { try Self.partners(now: now, $0) }
    }

    package func records() async throws(StoreError) -> [FederationRecord] {
        try await database.read { try Self.records($0) }
    }

    package func deleteRecords(age: Int64, now: UnixTime) async throws(StoreError) -> Int {
        try await database.write(patience: .unlimited) { db in
            try db.execute(
                sql: "DELETE FROM federation_batch WHERE received_in <= ?",
                arguments: [WholeHours.hour(before: now, by: age)]
            )
            return db.changesCount
        }
    }
}

// MARK: - Batches

extension SQLFederation {
    package func accept(_ batch: ReceivedBatch, now: UnixTime) async throws(StoreError) -> ReceptionOutcome {
        try await database.write(patience: .unlimited) { db in
            guard let state = try Self.state(of: batch.country, after: batch.last, now: now, db) else {
                return .outdated
            }
            let count = state.keysToday + batch.keys.count + batch.skipped
            guard count <= state.partner.maxKeysPerDay else {
                return .overLimit
            }
            try SQLKeyWriter.insert(batch.keys, db)
            try db.execute(
                sql: "UPDATE federation_partner SET counted_on = ?, counted_keys = ? WHERE country = ?",
                arguments: [now.utcDay.daysSinceEpoch, count, batch.country.text]
            )
            let record = FederationRecord(
                country: batch.country,
                number: batch.number,
                keys: batch.keys.count,
                skipped: batch.skipped,
                received: now
            )
            try Self.moveOn(record, db)
            return .stored
        }
    }

    package func refuse(
        _ number: Int,
        of country: RegionCode,
        after last: Int,
        because refusal: FederationRefusal,
        now: UnixTime
    ) async throws(StoreError) -> Bool {
        try await database.write(patience: .unlimited) { db in
            guard try Self.state(of: country, after: last, now: now, db) != nil else {
                return false
            }
            try Self.moveOn(FederationRecord(country: country, number: number, refusal: refusal, received: now), db)
            return true
        }
    }

    /// The state of a partner from which the batch after `last` may be taken.
    private static func state(
        of country: RegionCode,
        after last: Int,
        now: UnixTime,
        _ db: SQLSession
    ) throws -> FederationState? {
        try SQLRow.fetchOne(
            db,
            sql: "SELECT * FROM federation_partner WHERE country = ? AND last_batch = ? AND is_paused = 0",
            arguments: [country.text, last]
        ).map { try state($0, today: now.utcDay) }
    }

    private static func moveOn(_ record: FederationRecord, _ db: SQLSession) throws {
        let hour = WholeHours.roundedUp(record.received)
        try db.execute(
            sql: "UPDATE federation_partner SET last_batch = ?, answered_in = ? WHERE country = ?",
            arguments: [record.number, hour, record.country.text]
        )
        try db.execute(
            sql: """
                INSERT INTO federation_batch (country, number, keys, skipped, refusal, received_in)
                VALUES (?, ?, ?, ?, ?, ?)
                ON CONFLICT (country, number) DO UPDATE SET keys = excluded.keys, skipped = excluded.skipped,
                refusal = excluded.refusal, received_in = excluded.received_in
                """,
            arguments: [
                record.country.text, record.number, record.keys, record.skipped, record.refusal?.rawValue, hour,
            ]
        )
    }
}

// MARK: - Rows

extension SQLFederation {
    fileprivate static func partners(now: UnixTime, _ db: SQLSession) throws -> [FederationState] {
        try SQLRow.fetchAll(db, sql: "SELECT * FROM federation_partner ORDER BY country").map { row in
            try state(row, today: now.utcDay)
        }
    }

    fileprivate static func records(_ db: SQLSession) throws -> [FederationRecord] {
        try SQLRow.fetchAll(db, sql: "SELECT * FROM federation_batch ORDER BY country, number").map(record)
    }

    private static func state(_ row: SQLRow, today: CalendarDay) throws -> FederationState {
        guard let country = RegionCode(row["country"] as String) else {
            throw StoreError.damagedRow(table: "federation_partner")
        }
        return FederationState(
            partner: FederationPartner(
                country: country,
                name: row["name"],
                server: row["server"],
                trustRoots: (row["trust_roots"] as Data?).map { Array($0) },
                publicKey: row["public_key"],
                maxKeysPerDay: row["max_keys"]
            ),
            isPaused: row["is_paused"],
            lastBatch: row["last_batch"],
            keysToday: row["counted_on"] == today.daysSinceEpoch ? row["counted_keys"] : 0,
            answered: (row["answered_in"] as Int64?).map(WholeHours.moment)
        )
    }

    private static func record(_ row: SQLRow) throws -> FederationRecord {
        let refusal = (row["refusal"] as String?).map { FederationRefusal(rawValue: $0) }
        guard let country = RegionCode(row["country"] as String), refusal != .some(nil) else {
            throw StoreError.damagedRow(table: "federation_batch")
        }
        return FederationRecord(
            country: country,
            number: row["number"],
            keys: row["keys"],
            skipped: row["skipped"],
            refusal: refusal ?? nil,
            received: WholeHours.moment(row["received_in"])
        )
    }
}

/// The federation in a file that is not opened for writing: an inspection makes and changes nothing.
package struct SQLFederationOfFile: Sendable {
    private let inspection: any SQLInspection

    package init(_ inspection: any SQLInspection) {
        self.inspection = inspection
    }

    /// All partners by country, and what became of their batches.
    package func state(now: UnixTime) throws(StoreError) -> (partners: [FederationState], records: [FederationRecord]) {
        try inspection.look { db in
            (try SQLFederation.partners(now: now, db), try SQLFederation.records(db))
        }
    }
}
