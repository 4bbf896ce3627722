import SQLiteTesting

/// Mistakes in the statements of a database's memory of the time, by the rule that finds them.
enum TimeTrustFaults {
    /// What the store knows of a machine. Of two columns with one name, the first counts.
    private static let entry = "SELECT all_machines.shared, clock_machine.*"
    private static let inOrder = "AS all_machines ORDER BY boot"
    private static let setMark = "(id) DO UPDATE SET mark = excluded.mark"
    private static let ofMachine = "LEFT JOIN clock_machine ON clock_machine.boot = ?"
    private static let oldest = "turn < (SELECT turn FROM clock_machine ORDER BY turn DESC"

    private static func entry(with column: String) -> String { entry.replacing("SELECT", with: "SELECT \(column),") }

    private static let ownOrShared = "coalesce(clock_machine.mark, all_machines.shared)"

    static let all: [String: [SQLFault]] = [
        "machines share the mark and nothing else": [
            SQLFault(
                "shares readings",
                ofMachine,
                "LEFT JOIN (SELECT * FROM clock_machine LIMIT 1) AS clock_machine ON ? <> ''"
            ),
            SQLFault("shares own marks", entry, entry(with: "all_machines.shared AS mark")),
            SQLFault("hides machines", inOrder, inOrder.replacing("ORDER", with: "WHERE hold_time IS NULL ORDER")),
        ],
        "a mark that goes back does so for all machines": [
            SQLFault("keeps marks apart", entry, entry(with: "\(ownOrShared) AS shared")),
            SQLFault("never moves the mark back", setMark, "(id) DO UPDATE SET mark = max(mark, excluded.mark)"),
        ],
        "what is stored of a machine is found as it was written": [
            SQLFault(
                "loses holds",
                "?, ?, ?, ?, (SELECT",
                "nullif(?6, ?6), nullif(?7, ?7), nullif(?8, ?8), nullif(?9, ?9), (SELECT"
            ),
            SQLFault("loses the mark of a hold", entry, entry(with: "all_machines.shared AS hold_mark")),
            SQLFault("loses the uptime", entry, entry(with: "0 AS trusted_since_boot")),
        ],
        "a confirmation is of one machine, and moves the mark": [
            SQLFault(
                "confirms all machines",
                "UPDATE clock_trust SET anchor_time",
                before: """
                    UPDATE clock_machine
                    SET hold_time = NULL, hold_since_boot = NULL, hold_mark = NULL, hold_turn = NULL
                    """
            ),
            SQLFault("confirms without the mark", setMark, "(id) DO NOTHING"),
        ],
        "the number of machines is limited, and those stay that were stored last": [
            SQLFault("keeps every machine", oldest, "0 AND \(oldest)"),
            SQLFault("forgets by the clock", oldest, oldest.replacing("turn", with: "mark")),
        ],
        "the others of a machine grow with each trusted entry of another one, and with nothing else": [
            SQLFault("sees no others", "(SELECT MAX(turn) FROM", "(SELECT MIN(0) FROM"),
            SQLFault("counts itself", "other.boot <> ?", "other.boot <> ? || 'x'"),
            SQLFault("counts held machines", "AND other.hold_time IS NULL", ""),
        ],
    ]
}
