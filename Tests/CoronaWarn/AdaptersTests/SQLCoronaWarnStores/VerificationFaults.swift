import SQLiteTesting

/// Mistakes in the statements of registrations and teleTANs, by the rule that finds them.
enum VerificationFaults {
    static let all = registrations.merging(teleTANs) { $1 }.merging(guesses) { $1 }.merging(TANFaults.all) { $1 }

    private static let byBirthDate = " UNION ALL SELECT 1 FROM registered_test WHERE birth_date = ?1"
    private static let known = "SELECT 1 FROM registered_test WHERE code = ?1\(byBirthDate)"
    private static let insertTest = "INSERT INTO registered_test"
    private static let session = "tele_tan, began_at FROM test_session WHERE token = ? AND began_at > ?"

    private static let registersTwice = SQLFault(
        "registers a test twice",
        known,
        "SELECT 1 FROM registered_test WHERE code = ?1 AND 0",
        others: [(insertTest, "INSERT OR REPLACE INTO registered_test")]
    )
    private static let repeatsTooLong = SQLFault(
        "repeats a registration too long",
        session,
        session.replacing("began_at FROM", with: "began_at + 60 AS began_at FROM")
    )

    private static let registrations: [String: [SQLFault]] = [
        "a test is registered once, whichever of its identifiers comes again": [
            registersTwice,
            SQLFault("forgets birth dates", byBirthDate, ""),
        ],
        "of thirty phones at once, one gets the test": [registersTwice],
        "the same derived registration is answered again for ten minutes": [
            repeatsTooLong,
            SQLFault(
                "repeats a registration without a nonce",
                known,
                "SELECT 1 FROM registered_test WHERE code = ?1 AND birth_date IS NOT NULL",
                others: [
                    (insertTest, "INSERT OR REPLACE INTO registered_test"),
                    ("INSERT INTO test_session", "INSERT OR REPLACE INTO test_session"),
                ]
            ),
        ],
        "a rehearsed registration leaves nothing behind": [.keptRehearsals],
        "a token stands for its test until 21 days after the registration": [
            SQLFault("ends tokens an hour early", session, "\(session) + 3600")
        ],
    ]

    private static let redeemed = "DELETE FROM tele_tan WHERE mac = ?"
    private static let live = "FROM tele_tan WHERE mac = ? AND expires_at > ?"
    private static let insertTeleTAN = "tele_tan (mac, kind, expires_at) VALUES (?, ?, ?)"
    private static let pause = "SELECT issued_at FROM operator_pause WHERE operator = ?"
    private static let sum = "sum(issued) AS count"
    private static let keepsTeleTANs = SQLFault("keeps teleTANs", redeemed, "\(redeemed) AND 0")
    private static let hasNoHourlyLimit = SQLFault("has no hourly limit", sum, "min(sum(issued), 4) AS count")

    // That a look counts as a teleTAN cannot be planted: it is a read, in which SQLite refuses every change.
    private static let teleTANs: [String: [SQLFault]] = [
        "a teleTAN is redeemed once, and its token says of which kind it was": [keepsTeleTANs],
        "of thirty phones at once, one redeems the teleTAN": [keepsTeleTANs],
        "a teleTAN lives for an hour, one for an event for two days": [
            SQLFault("takes old teleTANs", live, live.replacing("> ?", with: "> -?")),
            SQLFault(
                "ends events early",
                insertTeleTAN,
                "tele_tan (mac, kind, expires_at) VALUES (?, ?, ?3 - iif(?2 = 'EVENT', 169200, 0))"
            ),
        ],
        "the same derived teleTAN registration is answered again for ten minutes": [repeatsTooLong],
        "an operator waits thirty seconds between two teleTANs, others do not wait": [
            SQLFault("has no pause", pause, "\(pause) AND 0"),
            SQLFault("counts pauses for all", pause, pause.replacing("= ?", with: "<> ? || '-'")),
        ],
        "all operators together get so many teleTANs in any hour": [
            hasNoHourlyLimit,
            SQLFault("leaves too much", sum, "sum(issued) - 1 AS count"),
        ],
        "of thirty operators at once, as many get a teleTAN as the limit says": [hasNoHourlyLimit],
    ]

    private static let hold = "INSERT INTO tele_tan_hold (id, ends_at) VALUES (1, ?)"
    private static let prolong = "SET expires_at = expires_at + ?"

    private static let guesses: [String: [SQLFault]] = [
        "wrong teleTANs are counted, and after the limit none is looked up": [
            SQLFault("holds nothing", hold, "INSERT INTO tele_tan_hold (id, ends_at) SELECT 1, ? WHERE 0")
        ],
        "a live teleTAN does not age while none is looked up": [
            SQLFault("ages in holds", prolong, "SET expires_at = expires_at + 0 * ?")
        ],
        "the life of a teleTAN that is issued meanwhile begins afterwards": [
            // The hold ends 3650 s later.
            SQLFault(
                "begins a life in a hold",
                insertTeleTAN,
                "tele_tan (mac, kind, expires_at) VALUES (?, ?, ?3 - 3650 * (SELECT count(*) FROM tele_tan_hold))"
            )
        ],
        "wrong teleTANs of more than an hour ago do not count": [
            SQLFault("counts for ever", "minute BETWEEN ? AND ?", "minute BETWEEN 0 * ? AND ?")
        ],
    ]
}
