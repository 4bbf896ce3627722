#if DEBUG
    import ExposurePrimitives

    /// A client's recent actions and effects, for its developers: their kinds and times, never their content. The log
    /// is only in memory, and release builds have none.
    package struct ClientLog: Sendable {
        package private(set) var entries: [Entry] = []

        package struct Entry: Equatable, Sendable {
            let time: UnixTime
            let action: String
            let effects: [String]
        }

        mutating func note(_ action: some Any, effects: [some Any], at now: UnixTime) {
            entries.append(Entry(time: now, action: Self.kind(of: action), effects: effects.map { Self.kind(of: $0) }))
            entries.removeFirst(max(0, entries.count - Self.limit))
        }

        /// The name of a case, without its associated values.
        private static func kind(of value: some Any) -> String {
            guard let child = Mirror(reflecting: value).children.first, let name = child.label else {
                return String(describing: value)
            }
            return (child.value as? any SliceEffect).map { "\(name).\(kind(of: $0))" } ?? name
        }

        private static let limit = 500
    }
#endif
