package import AssociationAPI
package import AssociationPorts
package import AssociationProtocol
package import ExposurePrimitives
import Foundation
import HeraldPayloads
package import Persistence
package import SQLEngine

/// Accounts.
package struct SQLAccounts: AccountStore {
    private let database: any SQLDatabase

    package init(_ database: any SQLDatabase) {
        self.database = database
    }

    package func register(
        _ new: NewAccount,
        limits: RegistrationLimits,
        now: UnixTime
    ) async throws(StoreError) -> RegistrationOutcome {
        try await database.write { db in
            guard try Self.hasRoom(in: new.account.district, limits, now: now, db) else {
                return .isFull
            }
            let earlier = try Data.fetchOne(
                db,
                sql: "SELECT registration FROM account WHERE subject = ?",
                arguments: [new.subject.exposedBytes.asData]
            )
            if let earlier {
                _ = try Self.end(earlier, db)
            }
            try Self.insert(new, db)
            try Self.raiseCount(of: new.account.district.text, now: now, db)
            try Self.raiseCount(of: Self.everywhere, now: now, db)
            return .registered
        }
    }

    package func hasRoom(
        in district: PostalDistrict,
        limits: RegistrationLimits,
        now: UnixTime
    ) async throws(StoreError) -> Bool {
        try await database.readAtOnce { db in try Self.hasRoom(in: district, limits, now: now, db) }
    }

    package func account(_ registration: RegistrationID) async throws(StoreError) -> Account? {
        try await proven(registration)?.account
    }

    package func proven(
        _ registration: RegistrationID
    ) async throws(StoreError) -> (account: Account, subject: ProofSubject)? {
        try await database.readAtOnce { db in
            let statement = try db.cachedStatement(sql: "SELECT * FROM account WHERE registration = ?")
            let row = try SQLRow.fetchOne(statement, arguments: [registration.exposedBytes.asData])
            return try row.map { row in
                guard let subject = Bytes32(Array(row["subject"] as Data)) else {
                    throw StoreError.damagedRow(table: "account")
                }
                return (try Self.account(row).account, ProofSubject(subject))
            }
        }
    }

    package func end(_ registration: RegistrationID) async throws(StoreError) -> Bool {
        try await database.write { db in try Self.end(registration.exposedBytes.asData, db) }
    }

    package func countAttestations(
        of registration: RegistrationID,
        on day: CalendarDay,
        limit: Int
    ) async throws(StoreError) -> Bool {
        try await database.write { db in
            try db.execute(
                sql: """
                    UPDATE account
                    SET attested = CASE WHEN attested_on = :day THEN attested + 1 ELSE 1 END, attested_on = :day
                    WHERE registration = :registration AND (attested_on <> :day OR attested < :limit)
                    """,
                arguments: [
                    "day": day.daysSinceEpoch, "registration": registration.exposedBytes.asData, "limit": limit,
                ]
            )
            return db.changesCount == 1
        }
    }

    package func noteUse(of registrations: [RegistrationID], on day: CalendarDay) async throws(StoreError) {
        try await database.write(isolation: .changedRows) { db in
            let statement = try db.cachedStatement(
                sql: "UPDATE account SET used_on = ? WHERE registration = ? AND used_on < ?"
            )
            for registration in registrations.sorted(by: { $0.exposedValue < $1.exposedValue }) {
                try statement.executeSoon(arguments: [
                    day.daysSinceEpoch, registration.exposedBytes.asData, day.daysSinceEpoch,
                ])
            }
        }
    }

    package func endUnused(before day: CalendarDay, today: CalendarDay, limit: Int) async throws(StoreError) -> Int {
        try await database.write(patience: .unlimited) { db in
            // Accounts of an earlier version: nothing is known of their polls.
            try db.execute(sql: "UPDATE account SET used_on = ? WHERE used_on = 0", arguments: [today.daysSinceEpoch])
            let unused = try Data.fetchAll(
                db,
                sql: "SELECT registration FROM account WHERE used_on < ? LIMIT ?",
                arguments: [day.daysSinceEpoch, limit]
            )
            return try unused.count { try Self.end($0, db) }
        }
    }

    package func count(in district: PostalDistrict?) async throws(StoreError) -> Int {
        try await database.read { db in
            guard let district else {
                return try Int.fetchOne(db, sql: "SELECT count(*) FROM account") ?? 0
            }
            return try Int.fetchOne(
                db,
                sql: "SELECT count(*) FROM account WHERE district = ?",
                arguments: [district.text]
            ) ?? 0
        }
    }

    package func accounts(after last: AccountNumber?, limit: Int) async throws(StoreError) -> [NumberedAccount] {
        try await database.read { db in
            try SQLRow.fetchAll(
                db,
                sql: "SELECT * FROM account WHERE number > ? ORDER BY number LIMIT ?",
                arguments: [last.map { Int64($0.rawValue) } ?? -1, limit]
            ).map(Self.account)
        }
    }

    package func accounts(
        registeredOn day: CalendarDay,
        after last: RegistrationID?,
        limit: Int
    ) async throws(StoreError) -> [NumberedAccount] {
        try await database.readAtOnce { db in
            let statement = try db.cachedStatement(
                sql: """
                    SELECT * FROM account WHERE registered_on = ? AND registration > ?
                    ORDER BY registered_on, registration LIMIT ?
                    """
            )
            // No ID is empty.
            let start = last?.exposedBytes.asData ?? Data()
            return try SQLRow.fetchAll(statement, arguments: [day.daysSinceEpoch, start, limit]).map(Self.account)
        }
    }

    package func accounts(_ numbers: Set<AccountNumber>) async throws(StoreError) -> [NumberedAccount] {
        try await database.read { db in
            let statement = try db.cachedStatement(sql: "SELECT * FROM account WHERE number = ?")
            return try numbers.sorted().compactMap { number in
                try SQLRow.fetchOne(statement, arguments: [Int64(number.rawValue)]).map(Self.account)
            }
        }
    }
}

// MARK: - Rows

extension SQLAccounts {
    private static func account(_ row: SQLRow) throws -> NumberedAccount {
        let chain = try? ChainKey(
            day: CalendarDay(daysSinceEpoch: row["chain_day"]),
            bytes: SecretBytes(Array(row["chain_key"] as Data))
        )
        guard let registration = Bytes16(Array(row["registration"] as Data)), let chain,
            let number = UInt32(exactly: row["number"] as Int64),
            let country = UInt16(exactly: row["country"] as Int64),
            let state = UInt16(exactly: row["state"] as Int64),
            let district = PostalDistrict(row["district"] as String)
        else {
            throw StoreError.damagedRow(table: "account")
        }
        let account = Account(
            registration: RegistrationID(registration),
            jurisdiction: Jurisdiction(country: country, state: state),
            district: district,
            chain: chain,
            registered: CalendarDay(daysSinceEpoch: row["registered_on"]),
            used: CalendarDay(daysSinceEpoch: max(row["used_on"], row["registered_on"]))
        )
        return NumberedAccount(number: AccountNumber(number), account: account)
    }

    private static func insert(_ new: NewAccount, _ db: SQLSession) throws {
        let account = new.account
        try db.cachedStatement(
            sql: """
                INSERT INTO account (registration, number, subject, country, state, district, registered_on,
                    chain_day, chain_key, used_on)
                VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
                """
        ).execute(arguments: [
            account.registration.exposedBytes.asData, Int64(try freeNumber(db).rawValue),
            new.subject.exposedBytes.asData, Int64(account.jurisdiction.country), Int64(account.jurisdiction.state),
            account.district.text, account.registered.daysSinceEpoch, account.chain.day.daysSinceEpoch,
            account.chain.exposedBytes.asData, account.used.daysSinceEpoch,
        ])
    }

    private static func freeNumber(_ db: SQLSession) throws -> AccountNumber {
        let statement = try db.cachedStatement(sql: "SELECT 1 FROM account WHERE number = ?")
        var generator = SystemRandomNumberGenerator()
        while true {
            let number = UInt32.random(in: .min ... .max, using: &generator)
            if try Int.fetchOne(statement, arguments: [Int64(number)]) == nil {
                return AccountNumber(number)
            }
        }
    }

    /// Nothing of the account stays but the reports that it made, which nothing joins with it.
    private static func end(_ registration: Data, _ db: SQLSession) throws -> Bool {
        try SQLReports.deleteReports(of: registration, db)
        try db.execute(sql: "DELETE FROM contact_edge WHERE issuer = ?", arguments: [registration])
        try db.execute(sql: "DELETE FROM exposure_alert WHERE registration = ?", arguments: [registration])
        try db.execute(sql: "DELETE FROM account WHERE registration = ?", arguments: [registration])
        return db.changesCount == 1
    }
}

// MARK: - Counts of registrations

extension SQLAccounts {
    /// The row of all districts together. No district has an empty name.
    private static let everywhere = ""

    private static func hasRoom(
        in district: PostalDistrict,
        _ limits: RegistrationLimits,
        now: UnixTime,
        _ db: SQLSession
    ) throws -> Bool {
        try count(of: district.text, now: now, db) < limits.district
            && count(of: everywhere, now: now, db) < limits.everywhere
    }

    private static func count(of district: String, now: UnixTime, _ db: SQLSession) throws -> Int {
        try Int.fetchOne(
            db.cachedStatement(sql: "SELECT count FROM registration_count WHERE district = ? AND hour = ?"),
            arguments: [district, WholeHours.current(now)]
        ) ?? 0
    }

    private static func raiseCount(of district: String, now: UnixTime, _ db: SQLSession) throws {
        try db.execute(
            sql: """
                INSERT INTO registration_count (district, hour, count) VALUES (?, ?, 1)
                ON CONFLICT (district, hour) DO UPDATE SET count = registration_count.count + 1
                """,
            arguments: [district, WholeHours.current(now)]
        )
    }

    package func deleteCounts(now: UnixTime) async throws(StoreError) -> Int {
        try await database.write(patience: .unlimited) { db in
            let hour = WholeHours.current(now)
            try db.execute(
                sql: "DELETE FROM registration_count WHERE hour < ? AND district = ?",
                arguments: [hour, Self.everywhere]
            )
            // The number that is returned is of districts.
            try db.execute(sql: "DELETE FROM registration_count WHERE hour < ?", arguments: [hour])
            return db.changesCount
        }
    }
}

// MARK: - Chain keys

extension SQLAccounts {
    package func advanceChains(to day: CalendarDay, limit: Int) async throws(StoreError) -> Int {
        try await database.write(patience: .unlimited) { db in
            let old = try SQLRow.fetchAll(
                db,
                sql: "SELECT * FROM account WHERE chain_day < ? ORDER BY registration LIMIT ?",
                arguments: [day.daysSinceEpoch, limit]
            ).map(Self.account)
            let statement = try db.cachedStatement(
                sql: "UPDATE account SET chain_day = ?, chain_key = ? WHERE registration = ?"
            )
            for account in old.map(\.account) {
                let chain = try account.chain.advanced(to: day)
                try statement.executeSoon(arguments: [
                    chain.day.daysSinceEpoch, chain.exposedBytes.asData, account.registration.exposedBytes.asData,
                ])
            }
            return old.count
        }
    }
}
