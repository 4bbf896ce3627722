extension RiskLevelVector {
    /// Reads `day:level` pairs with spaces between them, for example `-2:8 -1:8 0:8`.
    public init(text: String) throws(Failure) {
        var levels: [Int: Int] = [:]
        for pair in text.split(separator: " ") {
            let parts = pair.split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, let day = Int(parts[0]), let level = Int(parts[1]), levels[day] == nil else {
                throw .notAPair(String(pair))
            }
            levels[day] = level
        }
        try self.init(levels: levels)
    }

    /// The pairs in the order of their days.
    public var text: String {
        levels.sorted { $0.key < $1.key }.map { "\($0.key):\($0.value)" }.joined(separator: " ")
    }
}
