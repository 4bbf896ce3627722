import SQLiteTesting

/// Mistakes in the statements of the exposure database, by the rule that finds them.
enum ExposureFaults {
    static let all = uploads.merging(chunks) { $1 }.merging(retention) { $1 }.merging(sequences) { $1 }

    private static let granted = "SELECT expires_at, consumed_on FROM upload_right WHERE mac = ?"
    private static let consume = "SET consumed_on = ?, evidence = NULL, expires_at = NULL WHERE mac = ?"
    private static let entry = "area, content) VALUES (?, ?, ?, ?)"
    private static let known = "FROM diagnosis_key\nWHERE key_data IN"
    private static let unknown = "FROM diagnosis_key\nWHERE 0 AND key_data IN"

    private static let uploads: [String: [SQLFault]] = [
        "an accepted upload stores its keys and its inbox entry, with the evidence of the right":
            [SQLFault("loses the inbox entry", entry, "area, content) SELECT ?, ?, ?, ? WHERE 0")],
        "of thirty uploads at once with one right, one wins": [SQLFault("lets all win", consume, "\(consume) AND 0")],
        "a rehearsal leaves nothing behind": [.keptRehearsals],
        "a key uploaded twice is published once": [
            SQLFault(
                "publishes keys twice",
                known,
                unknown,
                others: [
                    (
                        "ON CONFLICT (key_data, sequence) DO NOTHING",
                        """
                        ON CONFLICT (key_data, sequence)
                        DO UPDATE SET chunk = NULL, releasable_at = excluded.releasable_at
                        """
                    )
                ]
            )
        ],
        "a consumed right is not granted again": [
            SQLFault(
                "forgets consumed rights",
                granted,
                "\(granted) AND consumed_on IS NULL",
                others: [("expires_at = excluded.expires_at", "expires_at = excluded.expires_at, consumed_on = NULL")]
            )
        ],
        "a right that ends further ahead than a right may is not live, and goes with the next cleanup":
            [SQLFault("believes far expiries", "AND expires_at <= ?", "AND expires_at <> -?")],
    ]

    private static let lastEnd = "SELECT last_period_end FROM publication_state"
    private static let newChunk = "VALUES (?, ?, ?, ?, ?, ?, ?)"

    private static let chunks: [String: [SQLFault]] = [
        "a key leaves at the end of its embargo and not before":
            [SQLFault("ignores the embargo", "releasable_at <= :cutOff", "releasable_at <> -:cutOff")],
        "padding is made once, and a run without keys is filled when half a period is over":
            [SQLFault("makes padding anew", lastEnd, "SELECT NULL FROM publication_state")],
        "after a period in the future, periods begin in the past again, and no two are equal": [
            SQLFault(
                "follows future periods",
                newChunk,
                """
                SELECT ?1, ?2, max(?3, coalesce(last_period_end, 0)), max(?4, coalesce(last_period_end + 1, 0)),
                ?5, ?6, ?7 FROM publication_state WHERE id = ?1
                """
            )
        ],
    ]

    private static let futureChunks = "WHERE retires_from > :limit"
    private static let fromFirst = "object_name IS NOT NULL\nAND number >= ("
    private static let ofOffer = "LIMIT 1) ORDER BY number"
    private static let ofSequence = "DELETE FROM chunk WHERE sequence = :sequence"

    private static let retention: [String: [SQLFault]] = [
        "indexes are not reused after everything expired": [
            SQLFault(
                "reuses indexes",
                "SELECT last_chunk FROM publication_state WHERE id = ?",
                "SELECT count(*) FROM chunk WHERE sequence = ?"
            )
        ],
        "padding keys are deleted with their retention and never counted":
            [SQLFault("counts padding", "FILTER (WHERE is_padding = 0)", "FILTER (WHERE is_padding <> 7)")],
        "a chunk whose period lies in the future retires by the windows of its keys":
            [SQLFault("keeps future chunks", futureChunks, "\(futureChunks) AND 0")],
        "the offer has no gaps where a chunk retires before an older one":
            [SQLFault("leaves gaps", fromFirst, "retires_from > :since AND \(fromFirst)")],
        "all chunks on offer come at once, in their order, without those that are only planned":
            [SQLFault("offers the newest first", ofOffer, "\(ofOffer) DESC")],
        "the chunks of one sequence can be deleted before its keys, and before the chunks of others":
            [SQLFault("deletes other sequences", ofSequence, "DELETE FROM chunk WHERE :sequence > 0")],
        "a key that only followers missed counts as published, one that its own sequence missed does not":
            [SQLFault("counts followers", "AND sequence NOT IN (", "AND -1 NOT IN (")],
        "deleted chunks are named, of whichever sequence they are":
            [SQLFault("forgets files", "RETURNING object_name", "RETURNING ''")],
    ]

    private static let facts = "?3, ?4, ?5, ?6, ?7, ?8"
    private static let handed = ":start, is_padding\nFROM diagnosis_key WHERE"
    private static let waiting = "SELECT min(releasable_at) FROM diagnosis_key"

    private static let sequences: [String: [SQLFault]] = [
        "what a key carries is what its chunk has, and an upload needs no inbox entry":
            [SQLFault("loses countries", facts, "?3, ?4, ?5, ?6, NULL, NULL")],
        "a sequence may say something else of a key than the others": [
            SQLFault(
                "mixes statements",
                facts,
                "?3, ifnull((SELECT min(transmission_risk_level) FROM diagnosis_key WHERE key_data = ?1), ?4), "
                    + "?5, ?6, ?7, ?8"
            )
        ],
        "a key that is stored does not enter further sequences": [SQLFault("spreads known keys", known, unknown)],
        "each sequence has its own numbers, embargo and chunks": [
            SQLFault(
                "shares numbers",
                "SELECT last_chunk FROM publication_state WHERE id = ?",
                "SELECT max(last_chunk) FROM publication_state WHERE id = ? OR 1"
            )
        ],
        "a fixed period is planned once it is over, once, and also without keys": [
            // The period is the next one, which has begun.
            SQLFault(
                "publishes early",
                newChunk,
                "VALUES (?, ?, ? + 3600, ? + 3600, ?, ?, ?)",
                others: [("last_chunk = ?, last_period_end = ?", "last_chunk = ?, last_period_end = ? + 3600")]
            ),
            SQLFault("skips empty periods", newChunk, "SELECT ?, ?, ?, ?, ?, ?, ? WHERE ?6 IS NOT NULL"),
        ],
        "a follower repeats the keys of the chunks within its periods": [
            // When the leader has planned up to the second hour of a day, its follower takes the day as planned. Only
            // the leader has more than one chunk by then.
            SQLFault(
                "overtakes the leader",
                lastEnd,
                "SELECT last_period_end + (last_chunk > 1) * 79200 FROM publication_state"
            ),
            SQLFault("keeps followers waiting", handed, "\(handed) 0 AND"),
        ],
        "the first period is that of the key that waits since the longest, a follower's that of its leader":
            [SQLFault("forgets what waited", waiting, "SELECT min(NULL) FROM diagnosis_key")],
    ]

    static let waitingKeys: [String: [SQLFault]] = [
        "keys are counted from the end of their embargo on": [
            SQLFault("ignores the embargo", "releasable_at <= :moment", "releasable_at <> -:moment"),
            SQLFault("excludes the moment", "releasable_at <= :moment", "releasable_at < :moment"),
        ],
        "keys of a chunk do not wait": [
            SQLFault(
                "counts chosen keys",
                "+chunk IS NULL AND releasable_at <= :moment",
                "(chunk > 0 OR releasable_at <= :moment)"
            )
        ],
        "each sequence has its own count": [
            SQLFault(
                "counts other sequences",
                "sequence = (SELECT id FROM publication_state WHERE sequence = :sequence)",
                ":sequence <> ''"
            )
        ],
    ]

    private static let deleteKey = "DELETE FROM diagnosis_key WHERE key_data = :key AND"
    private static let release = "SET chunk = NULL, releasable_at = :release WHERE"

    static let withdrawals: [String: [SQLFault]] = [
        "a chunk that is not published keeps its keys":
            [SQLFault("withdraws planned chunks", "AND published.object_name IS NOT NULL", "")],
        "the sound keys of a published chunk are in the next one, the unsound ones in none": [
            SQLFault("keeps unsound keys", deleteKey, "\(deleteKey) 0 AND"),
            SQLFault("counts unsound keys", release, count: 3),
        ],
        "unsound keys leave all sequences, and sound ones stay in the others": [
            SQLFault("keeps unsound keys elsewhere", deleteKey, "\(deleteKey) sequence = 1 AND"),
            SQLFault(
                "reaches other sequences",
                "\(release) sequence = (SELECT id FROM publication_state WHERE sequence = :sequence)",
                "\(release) :sequence <> ''"
            ),
        ],
        "an unsound key of another chunk stays":
            [SQLFault("deletes keys of other chunks", "WHERE key_data = :key AND sequence", "WHERE sequence")],
        "keys wait until the given moment":
            [SQLFault("releases at once", "releasable_at = :release", "releasable_at = 0 * :release")],
        "a withdrawn chunk keeps its index and stays on offer":
            [SQLFault("deletes the chunk", release, before: "DELETE FROM chunk")],
    ]
}
