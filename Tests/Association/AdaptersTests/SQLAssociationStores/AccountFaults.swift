import SQLiteTesting

/// Mistakes in the statements of accounts, indexes and alerts, by the rule that finds them.
enum AccountFaults {
    static let all = registrations.merging(uses) { $1 }.merging(indexes) { $1 }.merging(alerts) { $1 }

    private static let count = "SELECT count FROM registration_count WHERE district = ? AND hour = ?"
    private static let otherCount = "FROM registration_count WHERE hour < ?"
    private static let end = "DELETE FROM account WHERE registration = ?"
    private static let endAlerts = "DELETE FROM exposure_alert WHERE registration = ?"
    private static let endContacts = "DELETE FROM contact_edge WHERE issuer = ?"
    private static let find = "SELECT * FROM account WHERE registration = ?"
    private static let endReports = "DELETE FROM report WHERE registration = ?"

    private static let registrations: [String: [SQLFault]] = [
        "accounts are counted by their district": [
            SQLFault("counts all accounts", "account WHERE district = ?", "account WHERE district <> ? || 'X'")
        ],
        "an account is found as it was registered": [
            SQLFault(
                "loses the first day",
                "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                "VALUES (?, ?, ?, ?, ?, ?, ? + 1, ?, ?, ?)"
            ),
            SQLFault("mixes up persons", find, find.replacing("SELECT", with: "SELECT zeroblob(32) AS subject,")),
        ],
        "registering again ends the old account": [
            SQLFault("keeps old accounts", end, "UPDATE account SET subject = randomblob(32) WHERE registration = ?")
        ],
        "a district has its registrations in an hour, and the next hour has as many": [
            SQLFault("takes any number", count, count.replacing("SELECT count", with: "SELECT 0")),
            SQLFault(
                "counts all hours",
                count,
                "SELECT sum(count) FROM registration_count WHERE district = ? AND (hour = ? OR 1)"
            ),
            SQLFault(
                "counts all districts",
                count,
                "SELECT max(count) FROM registration_count WHERE (district = ? OR 1) AND hour = ?"
            ),
            SQLFault("keeps counts", otherCount, "\(otherCount) AND 0"),
            SQLFault("deletes counts of this hour", otherCount, "FROM registration_count WHERE hour <= ?"),
        ],
        "all districts together have their registrations in an hour": [
            SQLFault("counts districts alone", count, "\(count) AND district <> ''")
        ],
        "whether there is room is known before a registration": [
            SQLFault("always says room", count, count.replacing("SELECT count", with: "SELECT 0"))
        ],
        "registering again gives no further reports": [
            SQLFault("forgets reports of the earlier account", end, before: "DELETE FROM report_allowance")
        ],
        "a refused registration does not end the old account": [
            SQLFault("ends the earlier of the refused", count, before: "DELETE FROM account")
        ],
        "an ended account leaves nothing, and its case stays": [
            SQLFault("ends the unknown", end, count: 1),
            SQLFault("keeps reports of the ended", endReports, "\(endReports) AND 0"),
            SQLFault("keeps contacts with the ended", endContacts, "\(endContacts) AND 0"),
            SQLFault("deletes cases of the ended", endAlerts, "DELETE FROM report_case WHERE ? IS NOT NULL"),
        ],
    ]

    private static let noteUse = "SET used_on = ? WHERE registration = ? AND used_on < ?"
    private static let attest = "attested_on <> :day OR attested < :limit"
    private static let unused = "WHERE used_on < ? LIMIT ?"

    private static let uses: [String: [SQLFault]] = [
        "an account has a number of requests for attestations on a day": [
            SQLFault("attests any number", attest, "\(attest) OR 1"),
            SQLFault("counts attestations of all days", attest, "attested < :limit"),
            SQLFault(
                "attests the unknown",
                "UPDATE account\nSET attested = CASE",
                """
                INSERT INTO account (registration, number, subject, country, state, district, registered_on,
                    chain_day, chain_key, attested, attested_on)
                VALUES (:registration, 7, zeroblob(32), 0, 0, 'X', 0, 0, zeroblob(32), 1, :day)
                ON CONFLICT (registration) DO UPDATE SET attested = CASE
                """
            ),
        ],
        "an account that nobody used since a day ends, and another one stays": [
            SQLFault("forgets the use", noteUse, "\(noteUse) AND 0"),
            SQLFault("takes earlier uses", noteUse, "\(noteUse) OR registration = ?2"),
            SQLFault("ends the used", unused, "WHERE registered_on < ? LIMIT ?"),
            SQLFault("ends the new", unused, "WHERE (used_on < ? OR 1) LIMIT ?"),
            SQLFault("keeps the unused", unused, "WHERE used_on < ? AND 0 LIMIT ?"),
            SQLFault("ends any number", unused, "\(unused) + 9"),
        ],
        "many accounts are noted as used at once": [
            SQLFault("notes one use", noteUse, "\(noteUse) AND NOT EXISTS (SELECT 1 FROM account WHERE used_on = ?1)")
        ],
        "chain keys move to a day, a part at a time, and none moves back": [
            SQLFault("moves all chains at once", oldChains, "\(oldChains) + 9"),
            SQLFault("keeps chain keys", "chain_key = ? WHERE", "chain_key = iif(? IS NULL, NULL, chain_key) WHERE"),
        ],
    ]

    private static let oldChains = "chain_day < ? ORDER BY registration LIMIT ?"
    private static let ofDay = "registered_on = ? AND registration > ?"
    private static let deleteIndexes = "DELETE FROM client_id_index WHERE interval < ?"

    private static let indexes: [String: [SQLFault]] = [
        "accounts come by number, in parts, each once": [
            SQLFault("counts accounts backwards", "ORDER BY number LIMIT ?", "ORDER BY number DESC LIMIT ?"),
            SQLFault("repeats the last account", "number > ?", "number >= ?"),
            SQLFault(
                "finds other accounts",
                "SELECT * FROM account WHERE number = ?",
                "SELECT * FROM account WHERE number <> ? ORDER BY number DESC"
            ),
        ],
        "accounts come by the day of their registration, in parts, each once": [
            SQLFault("finds accounts of every day", ofDay, "registered_on <> -? AND registration > ?"),
            SQLFault("repeats a day's first accounts", ofDay, "registered_on = ? AND registration <> ?"),
        ],
        "an interval's index is stored, replaced and deleted": [
            SQLFault("keeps the first index", "DO UPDATE SET entries = excluded.entries", "DO NOTHING"),
            SQLFault("misses every index", "interval BETWEEN ? AND ?", "interval BETWEEN ? AND ? AND 0"),
            SQLFault("keeps indexes", deleteIndexes, "\(deleteIndexes) AND 0"),
            SQLFault("deletes the index at the bound", deleteIndexes, "\(deleteIndexes) + 1"),
        ],
    ]

    private static let shorter = "WHEN excluded.visible_at < exposure_alert.visible_at THEN excluded.visible_at"
    private static let isHigher = "WHERE excluded.band > exposure_alert.band"
    private static let ofAccount = "FROM account WHERE registration = :registration"
    private static let visible = "visible_at <= ?"
    private static let withHandles = "AND day >= ? ORDER BY"
    private static let newest = "ORDER BY day DESC LIMIT ?"
    private static let deleteAlerts = "DELETE FROM exposure_alert WHERE day < ?"

    private static let alerts: [String: [SQLFault]] = [
        "an account has one alert for a day, and the first of equal bands stays": [
            SQLFault("warns twice for a day", isHigher, "WHERE excluded.band >= exposure_alert.band"),
            SQLFault("shows old days first", newest, "ORDER BY day LIMIT ?"),
        ],
        "a higher band takes the place of a lower one, with the shorter of both delays": [
            SQLFault("hides an alert again", shorter, "WHEN 1 THEN excluded.visible_at"),
            SQLFault("keeps the first delay", shorter, "WHEN 0 THEN excluded.visible_at"),
            SQLFault("keeps the first band", isHigher, "\(isHigher) AND 0"),
            SQLFault("takes the last band", isHigher, "WHERE excluded.band <> exposure_alert.band"),
        ],
        "nobody without an account gets an alert": [
            SQLFault(
                "warns the unknown",
                "SELECT registration, :day, :band, :handles, :visible \(ofAccount)",
                "SELECT :registration, :day, :band, :handles, :visible WHERE 1"
            ),
            SQLFault("keeps alerts of the ended", endAlerts, "\(endAlerts) AND 0"),
        ],
        "an alert is visible from its moment, each time, for its account alone": [
            SQLFault("shows alerts at once", visible, "visible_at <> -?"),
            SQLFault("shows alerts a second late", visible, "visible_at < ?"),
            SQLFault("shows alerts of all", "registration = ? AND visible_at", "registration <> ? || 7 AND visible_at"),
        ],
        "the newest days come first, as many as an answer has room for": [
            SQLFault("shows any number", newest, "\(newest) + 9")
        ],
        "phones get an alert for 14 days after the exposure, and it is kept for 28": [
            SQLFault("shows alerts a day longer", withHandles, "AND day >= ? - 1 ORDER BY"),
            SQLFault("hides alerts a day early", withHandles, "AND day > ? ORDER BY"),
            SQLFault("keeps alerts", deleteAlerts, "\(deleteAlerts) AND 0"),
            SQLFault("deletes alerts a day early", deleteAlerts, "\(deleteAlerts) + 1"),
        ],
    ]
}
