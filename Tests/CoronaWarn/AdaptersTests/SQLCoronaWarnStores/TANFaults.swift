import SQLiteTesting

/// Mistakes in the statements of TANs and of the end of rows, by the rule that finds them.
enum TANFaults {
    static let all = issuing.merging(uses) { $1 }.merging(reservations) { $1 }.merging(ends) { $1 }

    private static let replaced = "DELETE FROM tan WHERE token = ? OR digest = ?"
    private static let token =
        "SELECT tele_tan, issued, used, issued_at, requests FROM test_session WHERE token = ? AND began_at > ?"

    private static let issuing: [String: [SQLFault]] = [
        "a token has one unused TAN: a new one takes its place": [
            SQLFault(
                "keeps replaced TANs",
                replaced,
                "UPDATE tan SET token = randomblob(32) WHERE token = ? OR digest = ?"
            )
        ],
        "two TANs of a token may be used, and ten be issued": [
            SQLFault("counts issued TANs", token, token.replacing("used,", with: "issued AS used,")),
            SQLFault("issues a third TAN", token, token.replacing("used,", with: "used - 1 AS used,")),
        ],
        "no TAN is issued for a token whose life is over": [
            SQLFault("issues for old tokens", token, token.replacing("> ?", with: "> -?"))
        ],
        "the same derived request is answered again for ten minutes, whatever became of the TAN": [
            SQLFault("repeats too long", token, token.replacing("issued_at,", with: "issued_at + 60 AS issued_at,"))
        ],
        "a request before the latest is not answered again": [
            SQLFault(
                "repeats earlier requests",
                token,
                token.replacing(
                    "requests",
                    with: "CAST(iif(length(requests) > 16, requests || substr(requests, 1, 16), requests) AS BLOB) "
                        + "AS requests"
                )
            )
        ],
        "a rehearsed TAN leaves nothing behind": [.keptRehearsals],
    ]

    private static let live =
        "SELECT token, tele_tan, expires_at, reservation FROM tan WHERE digest = ? AND expires_at > ?"
    private static let used = "DELETE FROM tan WHERE digest = ?"
    private static let keepsUsedTANs = SQLFault("keeps used TANs", used, "\(used) AND 0")

    private static let uses: [String: [SQLFault]] = [
        "a TAN is used once, and says from which kind of teleTAN it stems": [
            keepsUsedTANs,
            SQLFault(
                "loses the kind",
                "tan (digest, token, tele_tan, expires_at) VALUES (?, ?, ?, ?)",
                "tan (digest, token, tele_tan, expires_at) VALUES (?, ?, nullif(?3, ?3), ?)"
            ),
        ],
        "of thirty uploads at once, one uses the TAN": [keepsUsedTANs],
        "a TAN lives for a day": [SQLFault("takes old TANs", live, live.replacing("> ?", with: "> -?"))],
    ]

    private static let byUpload = "SELECT name, tele_tan FROM tan_reservation WHERE upload = ? AND expires_in > ?"
    private static let byName = "SELECT token FROM tan_reservation WHERE name = ? AND expires_in > ?"
    private static let open = "FROM tan_reservation WHERE token = ? AND expires_in > ?"
    private static let mark = "UPDATE tan SET reservation = ? WHERE digest = ?"
    private static let insert = "tan_reservation (name, upload, token, tele_tan, expires_in) VALUES (?, ?, ?, ?, ?"
    private static let reservesTwice =
        SQLFault("reserves a TAN twice", live, live.replacing("reservation FROM", with: "NULL AS reservation FROM"))
    private static let forgetsOpen = SQLFault("forgets open reservations", open, "\(open) AND 0")

    private static let reservations: [String: [SQLFault]] = [
        "a TAN is reserved for one upload, which gets the reservation again": [
            reservesTwice,
            SQLFault("uses a reserved TAN", mark, "\(mark) AND 0"),
            SQLFault("forgets the confirmed", byUpload, "\(byUpload) AND token IS NOT NULL"),
            SQLFault("confirms once", byName, "\(byName) AND token IS NOT NULL"),
        ],
        "of thirty uploads at once, one gets the reservation": [reservesTwice],
        "a reservation that another TAN has replaced is confirmed and counts": [
            SQLFault("forgets replaced reservations", byName, "\(byName) AND name IN (SELECT reservation FROM tan)")
        ],
        "a reservation counts as a use until it is confirmed or ends": [forgetsOpen],
        "a TAN of an event is not reserved and stays": [
            SQLFault("reserves events", live, live.replacing("tele_tan,", with: "NULL AS tele_tan,"))
        ],
        "a reservation lives as long as its TAN": [
            SQLFault("ends reservations an hour early", insert, "\(insert) - 1"),
            SQLFault("confirms old reservations", byName, byName.replacing("> ?", with: "> -?")),
        ],
    ]

    private static let ofToken = "DELETE FROM test_session WHERE began_at <= ?"
    private static let old = "ORDER BY code LIMIT ?"
    private static let teleTAN = "DELETE FROM tele_tan WHERE expires_at <= ?"
    private static let tan = "DELETE FROM tan WHERE expires_at <= ?"

    private static let ends: [String: [SQLFault]] = [
        "a test outlives its token, and can be registered again once it is forgotten": [
            SQLFault("forgets tests with their tokens", ofToken, before: "DELETE FROM registered_test")
        ],
        "old tests come in pages, in the order of their identifiers": [
            SQLFault("lists tests backwards", old, "ORDER BY code DESC LIMIT ?"),
            SQLFault("shows any number of tests", old, "\(old) + 9"),
        ],
        "rows are deleted at the end of their lives, and not before": [
            SQLFault("deletes teleTANs a second early", teleTAN, "\(teleTAN) + 1"),
            SQLFault("deletes TANs a second early", tan, "\(tan) + 1"),
        ],
    ]
}
