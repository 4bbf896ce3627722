import SQLiteTesting

/// Mistakes in the statements of callers' keys, by the rule that finds them.
enum AccessKeyFaults {
    private static let byHolder = "SELECT * FROM access_key WHERE holder = ?"
    private static let replace = "expires_at = excluded.expires_at,\nformer_digest = NULL, former_expires_at = NULL"
    private static let rotatable = "\(byHolder) AND digest IS NOT NULL AND expires_at > ?"
    private static let newest = "WHERE digest = ?1 AND expires_at > ?2"
    private static let former = "former_expires_at > ?2"
    private static let values = "VALUES (?, ?, ?, ?, ?)"
    private static let overlapEnd = "CASE WHEN expires_at < ?1 THEN expires_at ELSE ?1 END"
    private static let revoke = "SET digest = NULL, former_digest = NULL, former_expires_at = NULL"
    private static let bar = "(holder, role, expires_at) VALUES (?, ?, ?) ON CONFLICT DO NOTHING"

    static let all: [String: [SQLFault]] = [
        "a key opens something until its end": [
            SQLFault("never ends a key", newest, "WHERE digest = ?1 AND expires_at > -?2")
        ],
        "a holder has one key": [
            SQLFault("replaces always", byHolder, byHolder.replacing("*", with: "0 AS expires_at, *"))
        ],
        "a revoked key opens nothing, and its holder stays known": [
            SQLFault(
                "reopens always",
                byHolder,
                byHolder.replacing("*", with: "x'01' AS digest, iif(digest IS NULL, 0, expires_at) AS expires_at, *")
            ),
            SQLFault("never reopens", replace, "\(replace) WHERE access_key.digest IS NOT NULL"),
            SQLFault("keeps the key of the revoked", revoke, revoke.replacing("SET digest = NULL,", with: "SET")),
            SQLFault("forgets the revoked", "UPDATE access_key \(revoke)", "DELETE FROM access_key"),
        ],
        "a name without a key is revoked, and a name with one is left alone": [
            SQLFault("bars nobody", bar, "(holder, role, expires_at) SELECT ?, ?, ? WHERE 0", count: 1),
            SQLFault(
                "bars the known",
                bar,
                "(holder, role, expires_at) VALUES (?, ?, ?) ON CONFLICT (holder) DO UPDATE SET digest = NULL"
            ),
        ],
        "while a holder changes its key, both open something": [
            SQLFault("ends the former key", "SET former_digest = digest", "SET former_digest = NULL"),
            SQLFault("never ends the former key", former, "former_expires_at > -?2"),
        ],
        "a change that is not over comes before the next": [
            SQLFault("prolongs the former key", overlapEnd, "?1"),
            SQLFault("rotates always", rotatable, rotatable.replacing("*", with: "NULL AS former_expires_at")),
            SQLFault("keeps the former key of the revoked", revoke, "SET digest = NULL"),
        ],
        "all holders are listed by name, with their roles": [
            SQLFault("loses the role", values, "VALUES (?, iif(? = '', '', 'laboratory'), ?, ?, ?)"),
            SQLFault("loses the authority", values, "VALUES (?, ?, nullif(?3, ?3), ?, ?)"),
            SQLFault("lists holders backwards", "ORDER BY holder", "ORDER BY holder DESC"),
        ],
    ]
}
