#if DEBUG
    import ExposurePrimitives

    /// The app's recent actions and effects, for its developers: their kinds and times, never their content. The log is
    /// only in memory, and release builds have none.
    struct ClientLog: Sendable {
        private(set) var entries: [Entry] = []

        struct Entry: Equatable, Sendable {
            let time: UnixTime
            let action: String
            let effects: [String]
        }

        mutating func note(_ action: AppAction, effects: [AppEffect], at now: UnixTime) {
            entries.append(Entry(time: now, action: Self.kind(of: action), effects: effects.map(Self.kind(of:))))
            entries.removeFirst(max(0, entries.count - Self.limit))
        }

        /// The name of a case, without its associated values.
        private static func kind(of value: some Any) -> String {
            Mirror(reflecting: value).children.first?.label ?? String(describing: value)
        }

        private static let limit = 500
    }
#endif
