/// Comparison of entity tags (RFC 9110 section 13.1.2).
enum EntityTags {
    /// Whether an `If-None-Match` header names `entityTag`: weak comparison, a list, or `*`.
    static func match(_ header: String?, _ entityTag: String) -> Bool {
        guard let header else {
            return false
        }
        return header.split(separator: ",").contains { element in
            let tag = element.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
            return tag == "*" || tag == entityTag || tag == "W/" + entityTag
        }
    }
}
