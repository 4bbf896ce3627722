import CoronaWarnAPI
import CoronaWarnStoreConformance
import SQLiteTesting

/// Mistakes in the statements of results, by the rule that finds them.
enum TestResultFaults {
    static let all = questions.merging(batches) { $1 }.merging(owners) { $1 }.merging(ends) { $1 }

    private static let stored =
        "SELECT code, sample_collection, laboratory_id, owner FROM test_result WHERE identifier = ?"
    private static let known = "identifier = ? AND owner IS NOT NULL"
    private static let values = "changed_in) VALUES (?, ?, ?, ?, ?, ?)"

    private static let questions: [String: [SQLFault]] = [
        "an unknown test becomes pending at its first question": [
            SQLFault("asks anew", stored, "\(stored) AND owner IS NOT NULL")
        ],
        "a rehearsed question leaves nothing behind": [.keptRehearsals],
        "a test is known once a laboratory has sent its result": [SQLFault("knows questions", known, "identifier = ?")],
    ]

    private static let batches: [String: [SQLFault]] = [
        "a result is stored with its time and its laboratory's own name": [
            SQLFault("loses the time", values, "changed_in) VALUES (?, ?, 0 * ?, ?, ?, ?)"),
            SQLFault("loses the laboratory's name", values, "changed_in) VALUES (?, ?, ?, nullif(?4, ?4), ?, ?)"),
        ],
        "a result without a time has that of its arrival": [
            SQLFault(
                "keeps the time of the question",
                "sample_collection = excluded.sample_collection",
                "sample_collection = test_result.sample_collection"
            )
        ],
        "results change as the contract says, and in no other way": [
            // A result is pending when it is read for the first time, which the time of the sample tells.
            SQLFault(
                "takes every change",
                stored,
                stored.replacing("code,", with: "iif(sample_collection = 0, code / 5 * 5, code) AS code,"),
                before: """
                    UPDATE test_result
                    SET sample_collection = iif(sample_collection > 100, 0, sample_collection + 1)
                    """,
                others: [("sample_collection = excluded.sample_collection", "sample_collection = 1")]
            )
        ],
        "a batch with a refused line stores nothing and names the line": [
            SQLFault(
                "stores the good lines",
                stored,
                before: """
                    INSERT INTO test_result (identifier, code, sample_collection, owner, changed_in)
                    SELECT '\(CoronaWarnSamples.test(1).exposedText)', 2, 0, owner, changed_in FROM test_result
                    WHERE identifier = '\(CoronaWarnSamples.test(2).exposedText)' ON CONFLICT DO NOTHING
                    """
            )
        ],
        "the same result again changes nothing": [
            SQLFault("restarts the age", stored, before: "UPDATE test_result SET changed_in = changed_in + 24")
        ],
    ]

    /// The store neither refuses a laboratory that does not own a test, nor hides the test from it.
    private static let sharesTests = SQLFault("shares tests", stored, stored.replacing("owner", with: "NULL AS owner"))

    private static let owners: [String: [SQLFault]] = [
        "the first laboratory that sends owns a test": [sharesTests],
        "of thirty laboratories at once, one owns the test": [sharesTests],
        "a laboratory sees its own tests and those of nobody": [
            sharesTests,
            SQLFault("makes an owner", values, "changed_in) VALUES (?, ?, ?, ?, coalesce(?, 'lab-one'), ?)"),
        ],
    ]

    private static let redeem = "WHERE changed_in <= ? AND code % 5 BETWEEN 1 AND 3"
    private static let delete = "DELETE FROM test_result WHERE changed_in <= ?"

    private static let ends: [String: [SQLFault]] = [
        "final results are redeemed after 21 days, and pending ones never": [
            SQLFault("redeems pending ones", redeem, "WHERE changed_in <= ? AND code % 5 <> 4"),
            SQLFault("redeems an hour early", redeem, "WHERE changed_in <= ? + 1 AND code % 5 BETWEEN 1 AND 3"),
        ],
        "rows are deleted 60 days after a laboratory's last change or the question": [
            SQLFault("deletes an hour early", delete, "\(delete) + 1")
        ],
    ]
}
