/// A request target split at its query (RFC 9112, 3.2: origin form and absolute form).
package struct RequestTarget {
    package let path: Substring
    /// The part after the first question mark; nil without one.
    package let query: Substring?

    package init(_ target: String) {
        var rest = target[...]
        // Nearly all are paths.
        let isPath = target.utf8.first == UInt8(ascii: "/")
        if !isPath, let scheme = ["http://", "https://"].first(where: { rest.hasPrefix($0) }) {
            let authority = rest.dropFirst(scheme.count)
            rest = authority.firstIndex(of: "/").map { authority[$0...] } ?? "/"
        }
        if let mark = rest.utf8.firstIndex(of: UInt8(ascii: "?")) {
            path = rest[..<mark]
            query = rest[rest.utf8.index(after: mark)...]
        } else {
            path = rest
            query = nil
        }
    }

    /// The pairs of the query, percent-decoded; nil if one is empty, wrongly encoded or not UTF-8.
    ///
    /// A plus sign has no special meaning (RFC 3986).
    package var queryPairs: [(name: String, value: String)]? {
        guard let query, !query.isEmpty else {
            return []
        }
        var pairs: [(name: String, value: String)] = []
        for pair in query.utf8.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
            let parts = pair.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = PercentCoding.decode(utf8: parts[0]), !name.isEmpty,
                let value = parts.count == 2 ? PercentCoding.decode(utf8: parts[1]) : ""
            else {
                return nil
            }
            pairs.append((name, value))
        }
        return pairs
    }
}
