/// The names of settings and the names derived from them.
package enum SettingName {
    static let variablePrefix = "AVVISO_"

    /// The environment variable of a setting: `cover.answer-size` is `AVVISO_COVER_ANSWER_SIZE`.
    ///
    /// - Parameter realm: the realm whose variable is meant; nil in a process without names of realms.
    package static func variable(_ name: String, of realm: RealmName? = nil) -> String {
        let words = name.uppercased().map { $0.isLetter || $0.isNumber ? $0 : "_" }
        return (realm?.variablePrefix ?? variablePrefix) + String(words)
    }

    /// The most similar candidate, if it is similar enough to be a typing mistake.
    static func nearest(to name: String, among candidates: [String]) -> String? {
        let distances = candidates.map { (candidate: $0, distance: distance(name, $0)) }
        guard let best = distances.min(by: { ($0.distance, $0.candidate) < ($1.distance, $1.candidate) }) else {
            return nil
        }
        return best.distance <= max(2, name.count / 3) ? best.candidate : nil
    }

    /// The minimum number of characters to insert, delete or replace (Levenshtein).
    private static func distance(_ left: String, _ right: String) -> Int {
        let (left, right) = (Array(left), Array(right))
        var row = Array(0...right.count)
        for (i, character) in left.enumerated() {
            var diagonal = row[0]
            row[0] = i + 1
            for (j, other) in right.enumerated() {
                let replaced = diagonal + (character == other ? 0 : 1)
                diagonal = row[j + 1]
                row[j + 1] = min(replaced, diagonal + 1, row[j] + 1)
            }
        }
        return row[right.count]
    }
}
