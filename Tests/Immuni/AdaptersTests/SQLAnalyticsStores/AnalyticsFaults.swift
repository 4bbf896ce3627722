import SQLiteTesting

/// Mistakes in the statements of the Analytics Service's database, by the rule that finds them.
enum AnalyticsFaults {
    static let all = tokens.merging(counts) { $1 }

    private static let validity = "authorised_in BETWEEN ? AND ?"

    /// The store of a third upload, which the table would refuse to count.
    private static let countsAny = SQLFault(
        "counts any number",
        "exposure < 2",
        "exposure < 3",
        others: ["with_exposure", "without_exposure"].map { ("SET \($0) = \($0) + 1", "SET \($0) = min(\($0) + 1, 2)") }
    )

    private static let tokens: [String: [SQLFault]] = [
        "a token gives two uploads with and two without exposure, in any order": [
            countsAny, SQLFault("shares the kinds", "without_exposure", "with_exposure"),
        ],
        "of thirty uploads at once with one token, two of each kind win": [countsAny],
        "a token counts if it was authorised in one of the months": [
            SQLFault("takes tokens too long", validity, "authorised_in BETWEEN ? - 1 AND ?"),
            SQLFault("takes tokens too early", validity, "authorised_in BETWEEN ? AND ? + 1"),
        ],
    ]

    private static let remember = "INSERT INTO used_binding"
    private static let forget = "DELETE FROM used_binding WHERE expiry < ?"
    private static let android = "operational_info_android"
    private static let oldUploads = "FROM \(android) WHERE received_on < ?"
    private static let inbox = "DELETE FROM analytics_inbox WHERE identifier = ?"
    private static let oldInfos = "DELETE FROM epidemiological_info WHERE received_on < ?"

    private static let counts: [String: [SQLFault]] = [
        "a binding counts once": [
            SQLFault("spends refused uploads", remember, before: "UPDATE \(android) SET uploads = uploads + 1")
        ],
        "of thirty uploads at once with one binding, one wins": [SQLFault("forgets bindings", remember, count: 1)],
        "a binding is remembered until its expiry, inclusive": [
            SQLFault("forgets bindings early", forget, forget.replacing("<", with: "<="))
        ],
        "a rehearsal leaves nothing behind": [.keptRehearsals],
        "every fact and the day make a count of its own": [
            SQLFault(
                "mixes the platforms",
                "INSERT INTO \(android)",
                "INSERT INTO operational_info_ios",
                others: [("uploads = \(android)", "uploads = operational_info_ios")]
            ),
            SQLFault("loses the date", "(?, ?, ?, ?, ?, ?, 1)", "(?, ?, ?, ?, ?, iif(?6 < 0, -1, ?1), 1)"),
        ],
        "days before the oldest are forgotten, and their uploads counted": [
            SQLFault("deletes the oldest day", oldUploads, oldUploads.replacing("<", with: "<="))
        ],
        "an entry is kept once, whole, however often it comes": [
            SQLFault(
                "keeps twice",
                "province, info) VALUES (?, ?, ?, ?)",
                """
                province, info) VALUES (
                    iif(EXISTS (SELECT 1 FROM epidemiological_info WHERE identifier = ?1), randomblob(16), ?1), ?, ?, ?
                )
                """
            )
        ],
        "entries before the oldest day are neither kept nor left": [
            SQLFault("leaves the old", oldInfos, "\(oldInfos) AND 0")
        ],
        "the inbox gives its entries in the order of their identifiers, and is rid of those named": [
            SQLFault("empties the inbox", inbox, inbox.replacing("identifier = ?", with: "? <> ''"))
        ],
    ]

    private static let known = "SELECT 1 FROM authorisation_job WHERE digest = ?"
    private static let queue = "SELECT jobs, unproven FROM authorisation_queue"
    private static let oldest = "step = 'queued' ORDER BY expiry, random()"
    private static let again = "UPDATE authorisation_job SET expiry = ?1 WHERE"
    private static let delete = "DELETE FROM authorisation_job WHERE digest = ?"
    private static let abandoned = "FROM abandoned_authorisation WHERE month = ?1"

    static let authorisations: [String: [SQLFault]] = [
        "a pending token keeps the job it has": [
            SQLFault(
                "keeps two jobs",
                known,
                "\(known) AND 0",
                others: [("INSERT INTO authorisation_job", "INSERT OR REPLACE INTO authorisation_job")]
            )
        ],
        // The lease is unique in the table, so the second job takes the place of the first.
        "one job holds the lease at a time, and gives it back": [
            SQLFault(
                "lends twice",
                "FROM authorisation_job WHERE lease = 1",
                "FROM authorisation_job WHERE 0",
                others: [("UPDATE authorisation_job SET step", "UPDATE OR REPLACE authorisation_job SET step")]
            )
        ],
        "a job is changed by those who know it as it is": [
            SQLFault(
                "advances blindly",
                "SELECT * FROM authorisation_job WHERE digest = ?",
                """
                SELECT digest, device_token, 'queued' AS step, NULL AS month, 0 AS is_disturbed, expiry
                FROM authorisation_job WHERE digest = ?
                """
            )
        ],
        "a job ends once": [SQLFault("finishes twice", delete, "\(delete) AND 0")],
        "what we left behind is counted in its month": [
            SQLFault("forgets the abandoned", abandoned, "\(abandoned) AND 0")
        ],
        "no more jobs are kept than the limit": [
            SQLFault("has no limit", queue, "SELECT 0 AS jobs, 0 AS unproven FROM authorisation_queue")
        ],
        "the oldest that has proven nothing makes room for a newcomer": [
            SQLFault(
                "turns newcomers away",
                queue,
                """
                SELECT iif(unproven > 1, 9, jobs) AS jobs, iif(unproven > 1, 0, unproven) AS unproven
                FROM authorisation_queue
                """
            )
        ],
        "proven jobs make room for nobody": [SQLFault("displaces the proven", oldest, "step <> '' ORDER BY expiry")],
        "the newest that has proven nothing comes first": [
            SQLFault("serves the oldest", "ORDER BY expiry DESC", "ORDER BY expiry")
        ],
        "a job that is asked for again is new again, until it has proven something": [
            SQLFault("buries who asks again", again, "\(again) 0 AND")
        ],
        "a job that made room while it was asked about is kept once it has proven something": [
            SQLFault("forgets displaced proof", known, "\(known) OR (SELECT displaced FROM authorisation_queue)")
        ],
        "one holder runs the jobs, and finds disturbed what it did not begin": [.doubledLeases],
    ]

    private static let ofMonth = "WHERE day >= ? AND day < ?"
    private static let cost = "renewal, epsilon_millionths, sensitivity, released_on, is_charged"
    private static let isLater = "SET day = :day WHERE day > :day"

    static let releases: [String: [SQLFault]] = [
        // Two releases of one number are impossible in the table.
        "a day is released once for each number": [
            SQLFault(
                "replaces releases",
                ofMonth,
                "\(ofMonth) AND 0",
                others: [
                    (
                        "VALUES (?, ?, ?, ?, ?, ?) RETURNING id",
                        "VALUES (?, ?, ? + (SELECT count(*) FROM release), ?, ?, ?) RETURNING id"
                    )
                ]
            )
        ],
        "the budget is kept to the last millionth": [
            SQLFault("ignores the budget", cost, cost.replacing("epsilon_", with: "0 AS epsilon_"))
        ],
        "days of a month cost once, statistics and releases of one day add up": [
            SQLFault(
                "adds up days",
                cost,
                cost.replacing("epsilon_millionths", with: "sum(epsilon_millionths) OVER () AS epsilon_millionths")
            )
        ],
        "a renewal takes the place of what was there, and both cost": [
            SQLFault("answers the oldest", "ORDER BY renewal DESC", "ORDER BY renewal")
        ],
        "the first day stays, and only an earlier one takes its place": [
            SQLFault(
                "moves the start",
                isLater,
                isLater.replacing(">", with: "<>"),
                before: "DROP TRIGGER IF EXISTS release_start_only_lowered"
            )
        ],
        "the audit keeps who, when, why and what, in order": [
            SQLFault(
                "forgets reasons",
                "operator, reason, subject) VALUES (?, ?, ?, ?)",
                "operator, reason, subject) VALUES (?, ?, substr(?, 1, 1), ?)"
            )
        ],
    ]
}
