import SQLiteTesting

/// Mistakes in the statements of cases, of contacts between authorities and of boxes, by the rule that finds them.
enum CaseFaults {
    static let all = cases.merging(decisions) { $1 }.merging(outgoing) { $1 }.merging(incoming) { $1 }
        .merging(boxes) { $1 }

    private static let ofState = "SELECT * FROM report_case WHERE state = ?"
    private static let move = "people = ?, reasons = ? WHERE case_id = ? AND state = ?"
    private static let fromAnyState = "people = ?, reasons = ? WHERE case_id = ? AND state <> 7 + ?"
    private static let contactsOfRefused = "DELETE FROM contact_edge WHERE case_id = ?"
    private static let sizes = "SELECT people FROM report_case WHERE state = ?"
    private static let onSameDays = "(edge.issuer, edge.interval / 96) IN ("
    private static let isDecided = "OR other.state = :decided"

    private static let cases: [String: [SQLFault]] = [
        "a held case has its reasons until its release, which notes how many people it warned": [
            SQLFault("forgets reasons", "reasons = ? WHERE", "reasons = 0 * ? WHERE"),
            SQLFault("keeps reasons", "reasons = ? WHERE", "reasons = max(?, reasons) WHERE"),
            SQLFault("forgets the released", "SET released = people", "SET released = 0"),
        ],
        "the meetings of a case are its contacts, with the districts of the people": [
            SQLFault("shows meetings of all", "WHERE edge.case_id = ? ORDER", "WHERE edge.case_id <> ? || 7 ORDER")
        ],
        "overlaps are other recent cases with enough of the same people": [
            SQLFault("overlaps for ever", "other.completed_in > :hour", "other.completed_in > -:hour"),
            SQLFault("overlaps with itself", "edge.case_id <> :case", "edge.case_id <> :case || 7"),
            SQLFault("overlaps by one", "edge.issuer) >= :least", "edge.issuer) >= min(:least, 1)"),
            SQLFault(
                "counts shared people alone",
                "(SELECT count(DISTINCT issuer) FROM contact_edge WHERE case_id = other.case_id)",
                "count(DISTINCT edge.issuer)"
            ),
        ],
        "a case waits for a decision, whether it is complete or not": [
            SQLFault("shows cases of any state", ofState, "SELECT * FROM report_case WHERE state <> 7 + ?"),
            SQLFault("shows any number of cases", "ORDER BY case_id LIMIT ?", "ORDER BY case_id LIMIT ? + 9"),
        ],
        "a case is held once, while it waits, with its number of people": [
            SQLFault("moves from any state", move, fromAnyState),
            SQLFault("leaves the state", "SET state = ?, people", "SET state = state + 0 * ?, people"),
            SQLFault("forgets the people", "people = ?, reasons", "people = 0 * ?, reasons"),
        ],
        "a decided case waits again when a batch brings something new": [
            SQLFault("leaves a grown case decided", "SET state = :waiting", "SET state = state + 0 * :waiting"),
            SQLFault("keeps the first hour", "THEN :hour", "THEN completed_in + 0 * :hour"),
        ],
        "a decision about fewer batches than have arrived changes nothing": [
            SQLFault("decides about batches unseen", "AND batches = ?", "AND batches <> 7 + ?")
        ],
        "a held case that grows keeps its reasons and the hour since which it is held": [
            SQLFault("takes a later hour", "CASE WHEN reasons = 0", "CASE WHEN reasons <> 7"),
            SQLFault("forgets reasons of the grown", "THEN 0 ELSE reasons", "THEN 0 ELSE 0"),
            SQLFault("refuses none that waits", "OR state = :waiting", "OR state = 7 + :waiting"),
        ],
        "sizes are those of decided cases, of all districts or one": [
            SQLFault("counts the undecided", sizes, "SELECT people FROM report_case WHERE state <> 7 + ?"),
            SQLFault("counts sizes of all districts", "AND district = ? ORDER", "AND district <> ? || 'X' ORDER"),
        ],
        "contacts of decided cases with the same accounts on the same days count too": [
            SQLFault("counts contacts of the undecided", isDecided, "OR other.state <> 7 + :decided"),
            SQLFault("counts the case alone", isDecided, "AND :decided"),
            SQLFault(
                "counts contacts of all accounts",
                onSameDays,
                "EXISTS (",
                others: [("edge.issuer IN (SELECT", "EXISTS (SELECT")]
            ),
            SQLFault("counts contacts of all days", onSameDays, "EXISTS ("),
        ],
        "a held case stays until a person refuses it, and then nothing of it is left": [
            SQLFault("refuses any case", "AND (state = :held", "AND (state <> 7 + :held"),
            SQLFault("keeps contacts of the refused", contactsOfRefused, "\(contactsOfRefused) AND 0"),
            SQLFault("deletes held cases", "WHERE state <> 2 AND completed_in", "WHERE state <> 7 AND completed_in"),
        ],
    ]

    private static let ofHigherBands = "WHERE registration = :registration AND band >= :band"
    private static let isRecent = "visible_at > :since"

    private static let decisions: [String: [SQLFault]] = [
        "a case is decided once, from its own state, together with its alerts": [
            SQLFault(
                "warns of cases in another state",
                move,
                before: """
                    INSERT OR IGNORE INTO exposure_alert
                    SELECT registration, 18686, 1, x'44\(String(repeating: "00", count: 68))', 0 FROM account
                    """
            ),
            SQLFault("decides without alerts", ":registration\nON CONFLICT", ":registration AND 0\nON CONFLICT"),
            SQLFault("moves from any state", move, fromAnyState),
        ],
        "decisions keep the highest alert of a day, and none for the unknown": [
            SQLFault("takes the last band", "excluded.band > exposure_alert", "excluded.band <> exposure_alert")
        ],
        "an account gets so many alerts of a band or a higher one in so many seconds": [
            SQLFault("takes any number of alerts", ">= :limit", ">= :limit + 9"),
            SQLFault("limits alerts for ever", isRecent, "visible_at > -:since"),
            SQLFault(
                "limits accounts together",
                ofHigherBands,
                "WHERE registration <> :registration || 7 AND band >= :band"
            ),
            SQLFault("limits by lower bands", ofHigherBands, "WHERE registration = :registration AND band >= -:band"),
        ],
    ]

    private static let due = "number IS NOT NULL AND expires_at > ?"
    private static let unsent = "DELETE FROM outgoing_contact WHERE number IS NOT NULL AND expires_at <= ?"
    private static let sent = "DELETE FROM outgoing_contact WHERE number = ?"
    private static let foreignOfRefused = "outgoing_contact WHERE case_id IN (?)"
    private static let contact = "country, state, content)\nVALUES (?, ?, ?, ?, ?)"
    private static let number = "number = ?, expires_at"
    private static let isOpen = "FROM report WHERE open_case IS NOT NULL"
    private static let ticket = "INSERT INTO contact_ticket"

    private static let outgoing: [String: [SQLFault]] = [
        "foreign contacts are due after the decision, together for each authority": [
            SQLFault(
                "sends before the decision",
                "(ticket, case_id, \(contact)",
                "(ticket, number, country, state, content, expires_at)\nVALUES (?, ?, ?, ?, ?, 4000000000)"
            ),
            SQLFault("sends contacts of the undecided", "report_case.state = ?", "report_case.state <> 7 + ?"),
            SQLFault("sends one number to all", number, "number = zeroblob(length(?)), expires_at"),
            SQLFault("numbers each contact", number, "number = randomblob(length(?)), expires_at"),
            SQLFault("loses foreign contacts", contact, "country, state, content)\nSELECT ?, ?, ?, ?, ? WHERE 0"),
            SQLFault("keeps sent reports", sent, "\(sent) AND 0"),
        ],
        "the earliest end comes first, up to the limit": [
            SQLFault("sends the latest end first", "ORDER BY earliest", "ORDER BY earliest DESC"),
            SQLFault("sends any number of reports", "earliest, number LIMIT ?", "earliest LIMIT ? + 9"),
        ],
        "a ticket is forwarded once": [
            SQLFault("counts no foreign replays", ticket, count: 1),
            SQLFault(
                "takes foreign tickets again",
                ticket,
                count: 1,
                others: [(contact, "country, state, content)\nVALUES (randomblob(length(?)), ?, ?, ?, ?)")]
            ),
        ],
        "a report that nobody took within 24 hours is deleted": [
            SQLFault("sends expired reports", due, "number IS NOT NULL AND expires_at > -?"),
            SQLFault("keeps unsent reports", unsent, "\(unsent) AND 0"),
            SQLFault("deletes unsent reports a second early", "expires_at <= ?", "expires_at <= ? + 1"),
            SQLFault("deletes undecided reports", unsent, "\(unsent) OR number IS NULL"),
        ],
        "a refused report is not forwarded": [
            SQLFault("keeps foreign contacts of the refused", foreignOfRefused, "\(foreignOfRefused) AND 0")
        ],
        "contacts of a report are due together, once no more can arrive": [
            SQLFault("sends while more can arrive", isOpen, "\(isOpen) AND 0"),
            SQLFault("waits for all other reports", "contact.case_id NOT IN (SELECT", "7 IN (SELECT"),
        ],
    ]

    private static let arrived = "ORDER BY arrived_at, case_id LIMIT ?"
    private static let accept = "DELETE FROM incoming_report WHERE case_id = ?"
    private static let newCase = "INSERT INTO report_case (case_id, completed_in) VALUES (?, ?)"

    private static let incoming: [String: [SQLFault]] = [
        "a report of another authority waits as it came": [
            SQLFault(
                "replaces an incoming report",
                "content) VALUES (?, ?, ?) ON CONFLICT DO NOTHING",
                "content) VALUES (?, ?, ?) ON CONFLICT (case_id) DO UPDATE SET content = excluded.content"
            ),
            SQLFault("shows incoming reports backwards", arrived, "ORDER BY arrived_at DESC LIMIT ?"),
            SQLFault("shows any number of incoming reports", arrived, "\(arrived) + 9"),
        ],
        "an accepted report becomes a case without a district, once": [
            SQLFault("keeps accepted reports", accept, "UPDATE incoming_report SET arrived_at = 0 WHERE case_id = ?"),
            SQLFault("takes reports that do not wait", accept, count: 1),
            SQLFault(
                "takes incoming reports again",
                ReportFaults.hasCase,
                "\(ReportFaults.hasCase) AND 0",
                others: [(newCase, "INSERT OR REPLACE INTO report_case (case_id, completed_in) VALUES (?, ?)")]
            ),
        ],
        "a report whose tickets all came before makes no case": [
            SQLFault(
                "makes cases without contacts",
                ticket,
                before: """
                    INSERT OR IGNORE INTO report_case (case_id, completed_in)
                    SELECT zeroblob(16), 0 FROM contact_ticket
                    """
            ),
            ReportFaults.missedReplay,
        ],
    ]

    private static let begun = "day >= ? OR finished = 0"
    private static let again = [(part: "INSERT INTO", replacement: "INSERT OR REPLACE INTO")]
    private static let begin = "UPDATE report_box SET day = ? WHERE right IS NULL AND day IS NULL"
    private static let byHandle = "AND handle > ? ORDER BY handle LIMIT ?"
    private static let finish = "DELETE FROM report_box WHERE day = ?"
    private static let ofDay = "SELECT count(*) FROM report_box WHERE day = ?"
    private static let filler = "(handle, box, day) VALUES (?, ?, ?)"
    private static let box = "(handle, box) VALUES (?, ?)"

    private static let boxes: [String: [SQLFault]] = [
        "boxes are published in the order of their handles": [
            SQLFault("publishes nothing", begin, "\(begin) AND 0"),
            SQLFault("forgets unfinished days", "box_day WHERE finished = 0", "box_day WHERE finished = 0 AND 0"),
            SQLFault("shows boxes in no order", byHandle, "AND handle > ? ORDER BY handle DESC LIMIT ?"),
            SQLFault("shows boxes from the first", byHandle, "AND handle <> ? ORDER BY handle LIMIT ?"),
            SQLFault("shows any number of boxes", byHandle, "\(byHandle) + 9"),
            SQLFault("fills whole parts", begin, count: 0),
        ],
        "a day is published once, after all earlier ones": [
            SQLFault("begins a day twice", begun, "day > ? OR finished = 0 AND day <> ?1", others: again),
            SQLFault("begins earlier days", begun, "day = ? OR finished = 0"),
            SQLFault("begins beside an unfinished day", begun, "day >= ?", others: again),
            SQLFault("fills no empty day", filler, "(handle, box, day) SELECT ?, ?, ? WHERE 0"),
        ],
        "fillers complete the last part, and are in the order of handles too": [
            SQLFault("adds no fillers", filler, "(handle, box, day) SELECT ?, ?, ? WHERE 0")
        ],
        "boxes that come during a publication wait for the next": [
            SQLFault("publishes boxes again", finish, "UPDATE report_box SET day = NULL WHERE day = ?"),
            SQLFault("counts boxes of all days", ofDay, "SELECT count(*) FROM report_box WHERE ? <> 7"),
        ],
        "a batch has 60 boxes at most": [
            SQLFault("loses boxes", box, "(handle, box) SELECT ?, ? WHERE (SELECT count(*) FROM report_box) < 119")
        ],
        "a handle that waits keeps its first box": [
            SQLFault(
                "takes handles again",
                "\(box) ON CONFLICT DO NOTHING",
                "\(box) ON CONFLICT (handle) DO UPDATE SET box = excluded.box"
            ),
            SQLFault("counts no repeated handles", box, count: 1),
        ],
        "boxes of a report that stays incomplete are published too": [
            SQLFault("joins boxes with a right", box, "(handle, box, right) VALUES (?, ?, zeroblob(16))")
        ],
    ]
}
