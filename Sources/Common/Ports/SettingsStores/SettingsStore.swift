public import ExposurePrimitives
public import Persistence

/// One setting for the apps: it holds for builds from `startingBuild` on, until a higher starting build replaces it.
public struct AppSetting: Hashable, Sendable {
    /// `ios` or `android`.
    public let platform: String
    public let startingBuild: Int
    public let name: String
    /// JSON text.
    public let value: [UInt8]

    public init(platform: String, startingBuild: Int, name: String, value: [UInt8]) {
        self.platform = platform
        self.startingBuild = startingBuild
        self.name = name
        self.value = value
    }
}

/// Keeps the settings of the apps, as numbered revisions of which the newest is in force.
public protocol SettingsStore: Sendable {
    /// For each name the value with the greatest starting build that is not above `build`, sorted by name; all from one
    /// revision, the one in force.
    func settings(platform: String, build: Int) async throws(StoreError) -> [AppSetting]

    /// The number of the revision in force: 1 with the first preset or change, never decreasing; 0 before.
    func revision() async throws(StoreError) -> Int64

    /// Makes a preset the revision in force, in one transaction, unless it is already, or an operator has changed the
    /// settings since: a file that a server happens to start with must not take back what somebody decided.
    func apply(preset: [AppSetting], digest: [UInt8], at time: UnixTime) async throws(StoreError) -> PresetOutcome
}

/// What became of a preset at the start of a server.
public enum PresetOutcome: Hashable, Sendable {
    /// It is in force, as a new revision.
    case applied
    /// It was the preset applied last, or says what is in force.
    case unchanged
    /// An operator has changed the settings, so it was left alone.
    case ignored
}
