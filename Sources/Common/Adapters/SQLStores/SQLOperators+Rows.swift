import ExposurePrimitives
import Foundation
import OperatorStores
import Persistence
import SQLEngine

extension SQLOperators {
    /// Rows of accounts, each with its roles and spaces between them.
    static func accounts(_ dialect: SQLDialect) -> String {
        let joined = dialect == .sqlite ? "group_concat(role, ' ')" : "string_agg(role, ' ')"
        return "SELECT *, (SELECT \(joined) FROM operator_role WHERE operator = name) AS roles FROM operator"
    }

    static func account(_ row: SQLRow) throws -> OperatorAccount {
        guard let name = OperatorName(row["name"] as String) else {
            throw StoreError.damagedRow(table: "operator")
        }
        return OperatorAccount(
            name: name,
            roles: roles(row["roles"] ?? ""),
            institution: row["institution"],
            password: PasswordHash(
                cost: row["cost"],
                blockSize: row["block_size"],
                parallelism: row["parallelism"],
                salt: [UInt8](row["salt"] as Data),
                output: [UInt8](row["password"] as Data)
            ),
            createdAt: UnixTime(row["created_at"]),
            disabledAt: (row["disabled_at"] as Int64?).map { UnixTime($0) },
            mustChangePassword: row["must_change_password"]
        )
    }

    private static func roles(_ names: String) -> Set<OperatorRole> {
        Set(names.split(separator: " ").map { OperatorRole(rawValue: String($0)) })
    }

    static func session(_ digest: SecretDigest, in db: SQLSession) throws -> OperatorSession? {
        try SQLRow.fetchOne(
            db,
            sql: "SELECT * FROM operator_session WHERE digest = ?",
            arguments: [digest.bytes.asData]
        ).map { row in
            guard let name = OperatorName(row["operator"] as String) else {
                throw StoreError.damagedRow(table: "operator_session")
            }
            return OperatorSession(
                digest: digest,
                name: name,
                startedAt: UnixTime(row["started_at"]),
                usedAt: UnixTime(row["used_at"]),
                deadline: deadline(row),
                turn: row["turn"]
            )
        }
    }

    private static func deadline(_ row: SQLRow) -> SectionDeadline? {
        guard let section = row["section"] as String?, let time = row["authorised_until"] as Int64? else {
            return nil
        }
        return SectionDeadline(section: section, at: UnixTime(time))
    }

    static func append(_ entry: OperatorAuditEntry, in db: SQLSession) throws {
        try db.execute(
            sql: "INSERT INTO operator_audit (at, operator, event) VALUES (?, ?, ?)",
            arguments: [entry.at.seconds, entry.name.description, entry.event.rawValue]
        )
    }

    /// - Parameter isReset: true opens a disabled account and requires a change of the password. False leaves a
    ///   disabled account unchanged and returns false.
    static func set(_ password: PasswordHash, of name: OperatorName, isReset: Bool, in db: SQLSession) throws -> Bool {
        try db.execute(
            sql: """
                UPDATE operator
                SET cost = ?, block_size = ?, parallelism = ?, salt = ?, password = ?, disabled_at = NULL,
                    must_change_password = ?
                WHERE name = ? AND (disabled_at IS NULL OR ? = 1)
                """,
            arguments: [
                password.cost, password.blockSize, password.parallelism, password.salt.asData,
                password.output.asData, isReset, name.description, isReset,
            ]
        )
        return db.changesCount == 1
    }

    /// Deletes accounts that were closed before `time`, if nothing names them any more.
    static func deleteForgottenAccounts(closedBefore time: UnixTime, in db: SQLSession) throws {
        try db.execute(
            sql: """
                DELETE FROM known_browser
                WHERE operator IN (SELECT name FROM operator WHERE disabled_at < ?)
                """,
            arguments: [time.seconds]
        )
        try db.execute(
            sql: """
                DELETE FROM operator
                WHERE disabled_at < ? AND name NOT IN (SELECT operator FROM operator_audit)
                """,
            arguments: [time.seconds]
        )
    }

    /// Ends the account's sessions.
    static func endSessions(of name: OperatorName, except session: SecretDigest? = nil, in db: SQLSession) throws {
        try db.execute(
            sql: "DELETE FROM operator_session WHERE operator = ? AND digest IS DISTINCT FROM ?",
            arguments: [name.description, session?.bytes.asData]
        )
    }
}
