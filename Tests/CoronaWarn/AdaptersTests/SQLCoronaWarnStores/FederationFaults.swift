import SQLiteTesting

/// Mistakes in the statements of the federation, by the rule that finds them.
enum FederationFaults {
    static let all = partners.merging(batches) { $1 }.merging(records) { $1 }

    private static let put = "SET name = ?2, server = ?3"
    private static let list = "SELECT * FROM federation_partner ORDER BY country"
    private static let limit = "AND (served_in <> ?1 OR served < ?3)"
    private static let deleteOf = "DELETE FROM federation_batch WHERE country = ?"

    private static let partners: [String: [SQLFault]] = [
        "partners are listed by country, and a name has one country": [
            SQLFault(
                "gives a name to another",
                "name = ? AND country != ?",
                "name = ? AND country != ? AND 0",
                others: [("INSERT INTO federation_partner", "INSERT OR REPLACE INTO federation_partner")]
            ),
            SQLFault("forgets the roots", "VALUES (?1, ?2, ?3, ?4,", "VALUES (?1, ?2, ?3, nullif(?4, ?4),"),
            SQLFault("lists partners backwards", list, "\(list) DESC"),
        ],
        "a change of a partner keeps the state of the exchange": [
            SQLFault(
                "forgets the state at a change",
                put,
                put.replacing("SET", with: "SET is_paused = 0, last_batch = 0, counted_keys = 0, answered_in = NULL,")
            )
        ],
        "changes of an unknown partner are refused": [
            SQLFault("changes the unknown", "UPDATE federation_partner SET is_paused = ?", count: 1)
        ],
        "a removed partner leaves no records, and begins anew": [
            SQLFault("keeps records of the removed", deleteOf, "\(deleteOf) AND 0")
        ],
        "a partner gets as many answers in an hour as the limit says": [
            SQLFault("answers without limit", limit, "AND (served_in <> ?1 OR served < ?3 OR 1)"),
            SQLFault(
                "answers once",
                "CASE WHEN served_in = ?1 THEN served + 1 ELSE 1 END",
                "served + 1",
                others: [(limit, "AND served < ?3")]
            ),
        ],
        "an answer is known by the end of its hour": [
            SQLFault("tells an earlier hour", "SET answered_in = ?", "SET answered_in = ? - 1")
        ],
    ]

    private static let state = "SELECT * FROM federation_partner WHERE country = ? AND last_batch = ? AND is_paused = 0"
    private static let moveOn = "SET last_batch = ?, answered_in = ?"
    private static let takesTwice =
        SQLFault("takes a batch twice", state, state.replacing("last_batch = ?", with: "(last_batch = ? OR 1)"))

    private static let batches: [String: [SQLFault]] = [
        "a batch counts once, after the one before": [
            takesTwice,
            SQLFault("stays behind", moveOn, "SET last_batch = last_batch + 0 * ?, answered_in = ?"),
        ],
        "after a rewind, batches come again": [
            SQLFault("does not go back", "SET last_batch = ? WHERE", "SET last_batch = max(last_batch, ?) WHERE")
        ],
        "nothing is taken from a paused partner": [
            SQLFault("takes from the paused", state, state.replacing("AND is_paused = 0", with: ""))
        ],
        "a day has room for the partner's limit, skipped keys included, and the next day for as many": [
            SQLFault("ignores the limit", state, state.replacing("*", with: "1000000 AS max_keys, *")),
            SQLFault(
                "forgets skipped keys",
                state,
                state.replacing("*", with: "(SELECT sum(keys) FROM federation_batch) AS counted_keys, *")
            ),
            SQLFault("counts yesterday", list, list.replacing("*", with: "counted_on + 1 AS counted_on, *")),
        ],
    ]

    private static let record = "refusal, received_in)\nVALUES (?, ?, ?, ?, ?, ?)"
    private static let deleteOld = "DELETE FROM federation_batch WHERE received_in <= ?"

    private static let records: [String: [SQLFault]] = [
        "each batch has a record until its age": [
            takesTwice,
            SQLFault("records no refusal", record, "refusal, received_in)\nVALUES (?, ?, ?, ?, nullif(?5, ?5), ?)"),
            SQLFault("records an earlier hour", record, "refusal, received_in)\nVALUES (?, ?, ?, ?, ?, ? - 1)"),
            SQLFault("keeps records", deleteOld, "\(deleteOld) AND 0"),
        ]
    ]
}
