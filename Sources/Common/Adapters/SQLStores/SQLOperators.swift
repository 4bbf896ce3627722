package import ExposurePrimitives
import Foundation
package import OperatorStores
package import Persistence
package import SQLEngine

/// Operators' accounts.
package struct SQLOperators: OperatorStore {
    private let database: any SQLDatabase

    package init(_ database: any SQLDatabase) {
        self.database = database
    }

    package func create(_ account: OperatorAccount) async throws(StoreError) -> Bool {
        try await database.write { db in
            let password = account.password
            try db.execute(
                sql: "INSERT INTO operator VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                arguments: [
                    account.name.description, password.cost, password.blockSize, password.parallelism,
                    password.salt.asData, password.output.asData, account.createdAt.seconds,
                    account.disabledAt?.seconds, account.mustChangePassword, account.institution,
                ]
            )
            guard db.changesCount == 1 else {
                return false
            }
            for role in account.roles {
                try db.execute(
                    sql: "INSERT INTO operator_role VALUES (?, ?)",
                    arguments: [account.name.description, role.rawValue]
                )
            }
            try Self.append(OperatorAuditEntry(at: account.createdAt, name: account.name, event: .created), in: db)
            return true
        }
    }

    package func account(_ name: OperatorName) async throws(StoreError) -> OperatorAccount? {
        try await database.readAtOnce { db in
            try SQLRow.fetchOne(db, sql: "\(Self.accounts(db.dialect)) WHERE name = ?", arguments: [name.description])
                .map(Self.account)
        }
    }

    package func accounts() async throws(StoreError) -> [OperatorAccount] {
        try await database.read { db in
            try SQLRow.fetchAll(db, sql: "\(Self.accounts(db.dialect)) ORDER BY name").map(Self.account)
        }
    }

    package func disable(_ name: OperatorName, at time: UnixTime) async throws(StoreError) -> Bool {
        try await database.write { db in
            try db.execute(
                sql: "UPDATE operator SET disabled_at = ? WHERE name = ? AND disabled_at IS NULL",
                arguments: [time.seconds, name.description]
            )
            guard db.changesCount == 1 else {
                return false
            }
            try Self.endSessions(of: name, in: db)
            try Self.append(OperatorAuditEntry(at: time, name: name, event: .disabled), in: db)
            return true
        }
    }

    package func reset(
        _ name: OperatorName,
        password: PasswordHash,
        at time: UnixTime
    ) async throws(StoreError) -> Bool {
        try await database.write { db in
            guard try Self.set(password, of: name, isReset: true, in: db) else {
                return false
            }
            try Self.endSessions(of: name, in: db)
            try Self.append(OperatorAuditEntry(at: time, name: name, event: .reset), in: db)
            return true
        }
    }

    package func changePassword(
        _ name: OperatorName,
        to password: PasswordHash,
        keeping session: SecretDigest,
        at time: UnixTime
    ) async throws(StoreError) -> Bool {
        try await database.write { db in
            guard try Self.session(session, in: db)?.name == name,
                try Self.set(password, of: name, isReset: false, in: db)
            else {
                return false
            }
            try Self.endSessions(of: name, except: session, in: db)
            try Self.append(OperatorAuditEntry(at: time, name: name, event: .passwordChanged), in: db)
            return true
        }
    }

    package func changeTries<Outcome: Sendable>(
        of source: SecretDigest,
        adding entry: OperatorAuditEntry?,
        _ change: @escaping @Sendable (inout WrongTries?) -> Outcome
    ) async throws(StoreError) -> Outcome {
        try await database.write { db in
            var tries = try SQLRow.fetchOne(
                db,
                sql: "SELECT count, last_at FROM wrong_tries WHERE source = ?",
                arguments: [source.bytes.asData]
            ).map { WrongTries(count: $0["count"], lastAt: UnixTime($0["last_at"])) }
            let outcome = change(&tries)
            if let tries {
                try db.execute(
                    sql: """
                        INSERT INTO wrong_tries VALUES (?, ?, ?)
                        ON CONFLICT (source) DO UPDATE SET count = excluded.count, last_at = excluded.last_at
                        """,
                    arguments: [source.bytes.asData, tries.count, tries.lastAt.seconds]
                )
            } else {
                try db.execute(sql: "DELETE FROM wrong_tries WHERE source = ?", arguments: [source.bytes.asData])
            }
            if let entry {
                try Self.append(entry, in: db)
            }
            return outcome
        }
    }

    package func append(_ entry: OperatorAuditEntry) async throws(StoreError) {
        try await database.write { db in try Self.append(entry, in: db) }
    }

    package func audit(since time: UnixTime) async throws(StoreError) -> [OperatorAuditEntry] {
        try await database.read { db in
            try SQLRow.fetchAll(
                db,
                sql: "SELECT at, operator, event FROM operator_audit WHERE at >= ? ORDER BY number",
                arguments: [time.seconds]
            ).map { row in
                guard let name = OperatorName(row["operator"] as String) else {
                    throw StoreError.damagedRow(table: "operator_audit")
                }
                let event = OperatorAuditEntry.Event(rawValue: row["event"])
                return OperatorAuditEntry(at: UnixTime(row["at"]), name: name, event: event)
            }
        }
    }
}

// MARK: - Sessions

extension SQLOperators {
    package func beginSession(
        _ session: OperatorSession,
        provenBy password: PasswordHash,
        browser: SecretDigest
    ) async throws(StoreError) -> Bool {
        try await database.write { db in
            let account = try SQLRow.fetchOne(
                db,
                sql: "\(Self.accounts(db.dialect)) WHERE name = ? AND disabled_at IS NULL",
                arguments: [session.name.description]
            ).map(Self.account)
            guard let account, account.password == password else {
                return false
            }
            try db.execute(
                sql: "INSERT INTO operator_session VALUES (?, ?, ?, ?, ?, ?, ?)",
                arguments: [
                    session.digest.bytes.asData, session.name.description, session.startedAt.seconds,
                    session.usedAt.seconds, session.deadline?.at.seconds, session.deadline?.section, session.turn,
                ]
            )
            try db.execute(
                sql: """
                    INSERT INTO known_browser VALUES (?, ?, ?)
                    ON CONFLICT (digest, operator) DO UPDATE SET used_at = excluded.used_at
                    """,
                arguments: [browser.bytes.asData, session.name.description, session.startedAt.seconds]
            )
            try Self.append(OperatorAuditEntry(at: session.startedAt, name: session.name, event: .signedIn), in: db)
            return true
        }
    }

    package func session(_ digest: SecretDigest) async throws(StoreError) -> OperatorSession? {
        try await database.readAtOnce { db in try Self.session(digest, in: db) }
    }

    package func touchSession(_ digest: SecretDigest, at time: UnixTime) async throws(StoreError) {
        try await database.write { db in
            try db.execute(
                sql: "UPDATE operator_session SET used_at = ? WHERE digest = ?",
                arguments: [time.seconds, digest.bytes.asData]
            )
        }
    }

    package func note(_ deadline: SectionDeadline, in digest: SecretDigest) async throws(StoreError) {
        try await database.write { db in
            try db.execute(
                sql: "UPDATE operator_session SET authorised_until = ?, section = ? WHERE digest = ?",
                arguments: [deadline.at.seconds, deadline.section, digest.bytes.asData]
            )
        }
    }

    package func take(turn: Int, of digest: SecretDigest) async throws(StoreError) -> Bool {
        try await database.write { db in
            try db.execute(
                sql: "UPDATE operator_session SET turn = turn + 1 WHERE digest = ? AND turn = ?",
                arguments: [digest.bytes.asData, turn]
            )
            return db.changesCount == 1
        }
    }

    package func endSession(_ digest: SecretDigest, at time: UnixTime) async throws(StoreError) {
        try await database.write { db in
            guard let session = try Self.session(digest, in: db) else {
                return
            }
            try db.execute(sql: "DELETE FROM operator_session WHERE digest = ?", arguments: [digest.bytes.asData])
            try Self.append(OperatorAuditEntry(at: time, name: session.name, event: .signedOut), in: db)
        }
    }

    package func knows(browser: SecretDigest, of name: OperatorName) async throws(StoreError) -> Bool {
        try await database.readAtOnce { db in
            try Bool.fetchOne(
                db,
                sql: "SELECT EXISTS (SELECT * FROM known_browser WHERE digest = ? AND operator = ?)",
                arguments: [browser.bytes.asData, name.description]
            ) == true
        }
    }

    package func delete(_ limits: OperatorRetention) async throws(StoreError) {
        try await database.write { db in
            try db.execute(
                sql: "DELETE FROM operator_session WHERE started_at < ? OR used_at < ?",
                arguments: [limits.sessionsStartedBefore.seconds, limits.sessionsUsedBefore.seconds]
            )
            try db.execute(
                sql: "DELETE FROM known_browser WHERE used_at < ?",
                arguments: [limits.browsersUsedBefore.seconds]
            )
            try db.execute(sql: "DELETE FROM wrong_tries WHERE last_at < ?", arguments: [limits.triesBefore.seconds])
            try db.execute(sql: "DELETE FROM operator_audit WHERE at < ?", arguments: [limits.auditBefore.seconds])
            try Self.deleteForgottenAccounts(closedBefore: limits.auditBefore, in: db)
        }
    }
}
