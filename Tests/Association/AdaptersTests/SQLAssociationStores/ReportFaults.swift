import SQLiteTesting

/// Mistakes in the statements of reports and of batches that wait, by the rule that finds them.
enum ReportFaults {
    static let all = rights.merging(batches) { $1 }.merging(ends) { $1 }.merging(inbox) { $1 }

    private static let byMark = "SELECT * FROM report WHERE mark = ? AND expires_at > ?"
    private static let byRight = "SELECT * FROM report WHERE right = ? AND expires_at > ?"
    private static let codeAndReport = "WHERE mark = ? AND expires_at > ?"
    private static let takenPlaces = "mark IN (?, ?, ?) AND free_on > ?"
    private static let takePlace = "VALUES (?, ?)\nON CONFLICT (mark) DO UPDATE SET free_on = excluded.free_on"

    /// Changes the right of a code when the store looks for it after so many other times, which the expiry counts.
    private static func mistake(_ name: String, at time: Int, _ values: String) -> SQLFault {
        let isNow = "expires_at = \(1_615_248_000 + time)"
        return SQLFault(
            name,
            byMark,
            before: "UPDATE report SET \(values.replacing("NOW", with: isNow)), expires_at = expires_at + 1"
        )
    }

    private static let rights: [String: [SQLFault]] = [
        // The account asks again, then another account, then the first one for another report.
        "a code gives one account one right, and the same claim the same right": [
            mistake("grants twice", at: 1, "right = iif(NOW, zeroblob(16), right)"),
            mistake("grants to others", at: 2, "registration = iif(NOW, x'\(bytes(2, 16))', registration)"),
            mistake(
                "grants for other batches",
                at: 3,
                "manifest = iif(NOW, x'\(bytes(1, 32))\(bytes(3, 32))', manifest)"
            ),
            SQLFault("loses the window", "?, ?, first_day, last_day,", "?, ?, last_day, last_day,"),
        ],
        "an unknown code and an expired one give nothing": [
            SQLFault("grants expired codes", codeAndReport, "WHERE mark = ? AND expires_at > -?"),
            SQLFault("ends codes a second early", codeAndReport, "WHERE mark = ? AND expires_at > ? + 1"),
            SQLFault("shows expired reports", byRight, "SELECT * FROM report WHERE right = ? AND expires_at > -?"),
        ],
        "an account has its number of reports, and more after the days have passed": [
            SQLFault("grants any number", takenPlaces, "\(takenPlaces) AND 0"),
            SQLFault("takes one place for all", takePlace, "VALUES (zeroblob(32), ?2)\nON CONFLICT (mark) DO NOTHING"),
            SQLFault("frees places a day early", takenPlaces, "\(takenPlaces) + 1"),
            SQLFault("frees places a day late", takenPlaces, "mark IN (?, ?, ?) AND free_on >= ?"),
            SQLFault("takes no place again", takePlace, "VALUES (?, ?)\nON CONFLICT (mark) DO NOTHING"),
        ],
        "a claim that is refused takes no place": [
            SQLFault(
                "takes places for any code",
                "SELECT ?, mark, ?, ?, first_day",
                before: """
                    INSERT OR IGNORE INTO report_allowance VALUES (\(place("ff")), 99999), (\(place("fe")), 99999),
                    (\(place("fd")), 99999)
                    """
            )
        ],
        "claims at the same time give a code to one account, and an account its number of reports": [
            SQLFault("grants any number at once", takenPlaces, "\(takenPlaces) AND 0")
        ],
    ]

    /// A place of the first sample account.
    private static func place(_ end: String) -> String { "x'\(bytes(1, 16))\(String(repeating: end, count: 16))'" }

    private static func bytes(_ digit: Int, _ count: Int) -> String { String(repeating: "0\(digit)", count: count) }

    private static func report(_ columns: String) -> String {
        "SELECT right, registration, received, first_day, last_day, \(columns) FROM report WHERE right = ?"
            + " AND expires_at > ?"
    }

    private static let ticket =
        "INSERT INTO contact_ticket (ticket, day) VALUES (?, ?) ON CONFLICT DO NOTHING"
    private static let edge = "scans, handle)\nVALUES (?, ?, ?, ?, ?)"

    /// The store takes a replay for a new ticket, although it stores no contact for it.
    static let missedReplay = SQLFault(
        "counts no replays",
        ticket,
        count: 1,
        others: [(edge, "scans, handle)\nSELECT ?, ?, ?, ?, ? WHERE NOT EXISTS (SELECT 1 FROM contact_edge)")]
    )

    private static let batches: [String: [SQLFault]] = [
        "a report is a case from its first batch on, and grows with each": [
            SQLFault(
                "completes with the first batch",
                byRight,
                report("open_case, substr(manifest, 1, 32) AS manifest")
            ),
            SQLFault("takes the number of the last batch", byRight, report("NULL AS open_case, manifest")),
            SQLFault(
                "tells an earlier hour of the end",
                "(SELECT district FROM account WHERE registration = ?), ?)",
                "(SELECT district FROM account WHERE registration = ?), ? - 1)"
            ),
            SQLFault("loses the district of the case", "(SELECT district FROM account", "(SELECT NULL FROM account"),
            SQLFault(
                "keeps the digests of a complete report",
                "SET manifest = ?,",
                "SET manifest = coalesce(manifest, ?),"
            ),
            SQLFault("counts one batch", "batches = batches + 1", "batches = batches"),
            SQLFault("loses handles", edge, "scans, handle)\nVALUES (?, ?, ?, ?, nullif(?5, ?5))"),
        ],
        "the same batch counts once": [
            SQLFault("takes batches again", "received = ?, open_case", "received = substr(?, 1, 0), open_case")
        ],
        "an unknown right, an expired one and a batch of no manifest change nothing": [
            SQLFault("takes any batch", byRight, report("open_case, manifest || x'\(bytes(3, 32))' AS manifest")),
            SQLFault("takes batches of the expired", byRight, byRight.replacing("> ?", with: "> -?")),
        ],
        "a ticket is taken once, for all reports": [
            SQLFault("takes tickets again", ticket, count: 1),
            missedReplay,
        ],
        "what arrives of a report after its case was refused is left out": [
            SQLFault("takes contacts of the refused", hasCase, "\(hasCase) OR 1")
        ],
        "two tickets of an account and interval are one contact": [
            SQLFault(
                "counts an interval twice",
                edge,
                """
                scans, handle)
                SELECT ?, ?, ?3 + (SELECT count(*) FROM contact_edge WHERE issuer = ?2 AND interval = ?3), ?, ? WHERE 1
                """
            )
        ],
    ]

    static let hasCase = "SELECT EXISTS (SELECT 1 FROM report_case WHERE case_id = ?)"
    private static let ofEarlier = "SELECT case_id FROM report WHERE case_id IS NOT NULL"
    private static let contactsOfCases = "contact_edge WHERE case_id IN (SELECT case_id FROM report_case WHERE"
    private static let deleteReports = "DELETE FROM report WHERE expires_at <= ?"
    private static let deleteCodes = "DELETE FROM report_code WHERE expires_at <= ?"
    private static let deletePlaces = "DELETE FROM report_allowance WHERE free_on <= ?"
    private static let deleteTickets = "DELETE FROM contact_ticket WHERE day < ?"
    private static let oldHandles = "handle IS NOT NULL AND interval < ?"
    private static let endedCase = "completed_in <= ?"

    private static let ends: [String: [SQLFault]] = [
        "codes that nobody used are deleted at their end, places are free after 90 days": [
            SQLFault("keeps codes", deleteCodes, "\(deleteCodes) AND 0"),
            SQLFault("keeps places", deletePlaces, "\(deletePlaces) AND 0"),
            SQLFault("frees places a day early", deletePlaces, "\(deletePlaces) + 1"),
        ],
        "a report that stays incomplete keeps its case, and its tickets count once": [
            SQLFault(
                "deletes contacts of incomplete reports",
                ofEarlier,
                "SELECT open_case FROM report WHERE open_case IS NOT NULL"
            ),
            SQLFault("deletes reports a second early", deleteReports, "\(deleteReports) + 1"),
        ],
        "cases and contacts live for 28 days, handles for 14": [
            SQLFault("keeps handles", oldHandles, "\(oldHandles) AND 0"),
            SQLFault("deletes handles a day early", oldHandles, "\(oldHandles) + 96"),
            SQLFault("keeps cases", endedCase, "\(endedCase) AND 0"),
            SQLFault("deletes cases an hour early", endedCase, "\(endedCase) + 1"),
            SQLFault("keeps contacts of cases", contactsOfCases, "\(contactsOfCases) 0 AND"),
        ],
        "a ticket is remembered for 29 days after the contact": [
            SQLFault("forgets tickets a day early", deleteTickets, "\(deleteTickets) + 1"),
            SQLFault("keeps tickets", deleteTickets, "\(deleteTickets) AND 0"),
        ],
    ]

    private static let known = "report WHERE right = ? AND registration = ? AND expires_at > ?)"
    private static let orphans = "WHERE right NOT IN (SELECT right FROM report)"
    private static let earliest = "ORDER BY arrived_at, right, digest LIMIT ?"
    private static let digests = "SELECT right, digest FROM waiting_batch WHERE right = ?"
    private static let remove = "DELETE FROM waiting_batch WHERE right = ? AND digest = ?"

    private static let inbox: [String: [SQLFault]] = [
        "a batch waits as it came, until it is removed": [
            SQLFault("shows waiting batches backwards", earliest, "ORDER BY arrived_at DESC LIMIT ?"),
            SQLFault("shows any number of waiting batches", earliest, "\(earliest) + 9"),
            SQLFault("shows waiting batches of all", digests, "SELECT right, digest FROM waiting_batch WHERE ? <> 7"),
            SQLFault("keeps removed batches", remove, "\(remove) AND 0"),
        ],
        "a batch that comes again keeps the moment at which it came first": [
            SQLFault(
                "replaces a waiting batch",
                "arrived_at, content)\nVALUES (?, ?, ?, ?, ?) ON CONFLICT DO NOTHING",
                """
                arrived_at, content)
                VALUES (?, ?, ?, ?, ?) ON CONFLICT (right, digest) DO UPDATE
                SET arrived_at = excluded.arrived_at, content = excluded.content
                """
            )
        ],
        "only the account of a right that has not expired puts a batch": [
            SQLFault("takes batches of no right", known, "\(known) OR ?1 NOT IN (SELECT right FROM report)"),
            SQLFault("takes batches of an expired right", known, known.replacing("> ?", with: "> -?")),
            SQLFault("takes batches of others", known, known.replacing("registration =", with: "registration <> 7 ||")),
        ],
        "a batch ends with its right": [SQLFault("keeps batches of expired rights", orphans, "\(orphans) AND 0")],
        "a batch ends with its account": [SQLFault("keeps batches of the ended", orphans, "\(orphans) AND 0")],
    ]
}
