import SQLiteTesting

/// Mistakes in the statements of the operators' accounts, by the rule that finds them.
enum OperatorFaults {
    static let all = accounts.merging(sessions) { $1 }.merging(others) { $1 }

    private static let newAccount = "INSERT INTO operator VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
    private static let newRole = "INSERT INTO operator_role VALUES (?, ?)"
    private static let ofOpen = "FROM operator WHERE name = ? AND disabled_at IS NULL"
    private static let endSessions = "DELETE FROM operator_session WHERE operator = ? AND digest IS DISTINCT FROM ?"
    private static let session = "SELECT * FROM operator_session WHERE digest = ?"
    private static let setPassword = "WHERE name = ? AND (disabled_at IS NULL OR ? = 1)"
    private static let mustChange = "must_change_password = ?"
    private static let audit = "INSERT INTO operator_audit (at, operator, event)"

    private static let accounts: [String: [SQLFault]] = [
        "a name is given once, also when its account is disabled": [
            SQLFault(
                "overwrites accounts",
                "\(newAccount) ON CONFLICT DO NOTHING",
                "\(newAccount) ON CONFLICT DO UPDATE SET password = excluded.password",
                others: [(newRole, newRole.replacing("INSERT", with: "INSERT OR IGNORE"))]
            )
        ],
        "an account keeps its roles and its institution, whatever happens to it": [
            SQLFault("mixes roles", "FROM operator_role WHERE operator = name", "FROM operator_role WHERE name <> ''"),
            SQLFault(
                "keeps one role",
                newRole,
                """
                INSERT INTO operator_role
                SELECT ?, ? WHERE NOT EXISTS (SELECT 1 FROM operator_role WHERE operator = ?1)
                """
            ),
            SQLFault("loses the institution", newAccount, newAccount.replacing(", ?)", with: ", nullif(?10, ?10))")),
        ],
        "a disabled account has no sessions and cannot begin any": [
            SQLFault("keeps sessions of the disabled", endSessions, "\(endSessions) AND 0"),
            SQLFault("starts sessions of the disabled", ofOpen, "FROM operator WHERE name = ?"),
        ],
        "a reset opens the account with another password and ends its sessions":
            [SQLFault("keeps sessions at a reset", endSessions, "\(endSessions) AND 0")],
        "a password that was changed or reset since it was checked begins no session":
            [SQLFault("keeps former passwords", setPassword, "\(setPassword) AND 0", count: 1)],
        "a changed password ends all sessions but its own": [
            SQLFault(
                "ends its own session",
                endSessions,
                "DELETE FROM operator_session WHERE operator = ? AND (digest IS DISTINCT FROM ? OR 1)"
            ),
            SQLFault(
                "changes for strangers",
                session,
                "SELECT * FROM operator_session WHERE digest <> ? || 'x' ORDER BY digest"
            ),
        ],
        "every change has its line in the audit log, in order":
            [SQLFault("loses audit lines", "\(audit) VALUES (?, ?, ?)", "\(audit) SELECT ?, ?, ? WHERE 0")],
        "every kind of line is kept": [
            SQLFault("loses unknown events", "\(audit) VALUES (?, ?, ?)", "\(audit) SELECT ?, ?, ? WHERE ?3 <> 'began'")
        ],
        "a password that an administrator gave has to be changed, once": [
            SQLFault("never asks for another password", mustChange, "must_change_password = min(?, 0)"),
            SQLFault("asks for another password again", mustChange, "must_change_password = max(?, 1)"),
        ],
    ]

    private static let deadline = "authorised_until = ?, section = ? WHERE digest = ?"
    private static let use = "SET used_at = ? WHERE digest = ?"
    private static let turn = "WHERE digest = ? AND turn = ?"
    private static let browser = "FROM known_browser WHERE digest = ? AND operator = ?"

    private static let sessions: [String: [SQLFault]] = [
        "what is noted of a session is kept, and nothing of another": [
            SQLFault("loses the end of time", deadline, "\(deadline) AND 0"),
            SQLFault(
                "mixes sections",
                deadline,
                deadline.replacing("section = ?", with: "section = coalesce(section, ?)")
            ),
            SQLFault(
                "forgets the end of time with a use",
                use,
                "SET used_at = ?, authorised_until = NULL WHERE digest = ?"
            ),
        ],
        "a turn of a session is taken once, and it is no other session's": [
            SQLFault("takes turns twice", turn, "WHERE digest = ? AND turn <> -1 - ?"),
            SQLFault("mixes turns", turn, "WHERE ? <> '' AND turn = ?"),
        ],
        "a browser is known for those who signed in from it":
            [SQLFault("mixes browsers", browser, "FROM known_browser WHERE digest = ? AND operator <> ? || 'x'")],
    ]

    private static let oldSessions = "DELETE FROM operator_session WHERE started_at < ?"
    private static let oldLines = "DELETE FROM operator_audit WHERE at < ?"
    private static let newTries = "INSERT INTO wrong_tries VALUES (?, ?, ?)"
    private static let ofSource = "FROM wrong_tries WHERE source = ?"
    private static let oldTries = "DELETE FROM wrong_tries WHERE last_at < ?"
    private static let closed = "WHERE disabled_at < ?"

    private static let others: [String: [SQLFault]] = [
        "what is older than its limit goes, and nothing else": [
            SQLFault("keeps old sessions", "\(oldSessions) OR used_at < ?", "\(oldSessions) AND used_at < -?"),
            SQLFault("keeps old lines", oldLines, "\(oldLines) AND 0"),
        ],
        "a closed account goes with the last line that names it, and an open one stays": [
            SQLFault("keeps forgotten accounts", "\(closed) AND name NOT IN", "\(closed) AND 0 AND name NOT IN"),
            SQLFault("forgets open accounts", closed, "WHERE coalesce(disabled_at, 0) < ?"),
        ],
        "wrong tries are kept of each source apart, until they are forgotten": [
            SQLFault("loses tries", newTries, "INSERT INTO wrong_tries SELECT ?, ?, ? WHERE 0"),
            SQLFault("mixes tries", ofSource, "FROM wrong_tries WHERE source <> ? || 'x'"),
            SQLFault("keeps old tries", oldTries, "\(oldTries) AND 0"),
        ],
    ]
}
