import SQLiteTesting

/// Mistakes in the statements of codes and their counts, by the rule that finds them.
enum CodeFaults {
    private static let own = "coalesce(sum(CASE WHEN operator = ? THEN count END), 0) AS own"
    private static let everybody = "coalesce(sum(count), 0) AS everybody"
    private static let ofHour = "FROM code_count WHERE hour = ?"
    private static let byDay = "GROUP BY hour / 24, operator"
    private static let deleteCounts = "DELETE FROM code_count WHERE hour < ?"

    private static let thirdCode =
        "INSERT OR REPLACE INTO report_code VALUES (x'\(String(repeating: "03", count: 32))', 0, 0, 9000000000)"

    static let all: [String: [SQLFault]] = [
        "an operator has a number of codes in an hour, and the next hour has as many": [
            SQLFault("issues any number to an operator", own, "? IS NULL AS own"),
            SQLFault("counts codes of all operators", own, "coalesce(sum(iif(? IS NULL, 0, count)), 0) AS own"),
            SQLFault("counts codes of all hours", ofHour, "\(ofHour) OR 1"),
            SQLFault("stores refused codes", everybody, before: thirdCode),
        ],
        "all together have a number of codes in an hour, and unnamed operators this limit alone": [
            SQLFault("issues any number to all", everybody, "0 AS everybody"),
            SQLFault(
                "leaves unnamed codes out",
                everybody,
                "coalesce(sum(CASE WHEN operator <> '' THEN count END), 0) AS everybody"
            ),
        ],
        "codes are counted by operator and day, the newest day first": [
            SQLFault("counts codes by hour", byDay, "GROUP BY hour, operator"),
            SQLFault("counts codes by day alone", byDay, "GROUP BY hour / 24"),
        ],
        "counts of codes are kept for 28 days": [
            SQLFault("keeps counts of codes", deleteCounts, "\(deleteCounts) AND 0"),
            SQLFault("deletes counts of codes an hour early", deleteCounts, "\(deleteCounts) + 1"),
        ],
        "codes that are asked for at the same time keep to the limit": [
            SQLFault("issues any number at once", own, "? IS NULL AS own")
        ],
    ]
}
