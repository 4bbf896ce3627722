public import ExposurePrimitives

/// Stores every revision of the apps' settings, for the people who change them.
public protocol SettingsHistoryStore: SettingsStore {
    /// All revisions, newest first. None is ever changed or removed.
    func history() async throws(StoreError) -> [SettingsRevision]

    /// All settings of a revision, in any order; nil if there is no such revision.
    func settings(of revision: Int64) async throws(StoreError) -> [AppSetting]?

    /// Makes `settings` the revision in force, in one transaction, if `base` is still in force (0 for none).
    ///
    /// - Returns: the new revision's number, `base` + 1; nil if another change came first and nothing was done.
    func append(_ settings: [AppSetting], as change: SettingsChange, after base: Int64) async throws(StoreError)
        -> Int64?
}

/// The author, time, kind and reason of a change of settings.
public struct SettingsChange: Hashable, Sendable {
    public let madeAt: UnixTime
    public let author: String
    public let reason: String
    public let origin: Origin

    public init(madeAt: UnixTime, author: String, reason: String, origin: Origin) {
        self.madeAt = madeAt
        self.author = author
        self.reason = reason
        self.origin = origin
    }

    public enum Origin: String, Sendable, CaseIterable {
        /// The preset at a server's start.
        case preset
        case set
        case `import`
        case revert
    }
}

extension SettingsChange {
    /// The problems of the author and the reason of a change, for the person who makes it.
    package static func problems(author: String, reason: String) -> [String] {
        [("author", author, 100), ("reason", reason, 500)].filter { !isLine($0.1, upTo: $0.2) }
            .map { "the \($0.0) must be a text of 1 to \($0.2) characters on one line" }
    }

    private static func isLine(_ text: String, upTo limit: Int) -> Bool {
        (1...limit).contains(text.count) && text.contains { !$0.isWhitespace }
            && text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }
}

/// One revision of the settings, without the settings themselves.
public struct SettingsRevision: Hashable, Sendable {
    /// The number, from 1, without gaps.
    public let number: Int64
    public let change: SettingsChange

    public init(number: Int64, change: SettingsChange) {
        self.number = number
        self.change = change
    }
}
