public import ExposurePrimitives

/// One setting for the apps. It applies to builds from `startingBuild` on, until a higher starting build replaces it.
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

/// Stores the settings of the apps, as numbered revisions. The newest one is in force.
public protocol SettingsStore: Sendable {
    /// The value of each name with the highest starting build that is not above `build`, sorted by name. All values are
    /// from the revision in force.
    func settings(platform: String, build: Int) async throws(StoreError) -> [AppSetting]

    /// The number of the revision in force. It is 0 at first, 1 with the first preset or change, and never decreases.
    func revision() async throws(StoreError) -> Int64

    /// Makes a preset the revision in force, in one transaction.
    ///
    /// Does nothing if the preset is in force already, or if an operator has changed the settings since. A server's
    /// preset file must not undo an operator's decision.
    func apply(preset: [AppSetting], digest: [UInt8], at time: UnixTime) async throws(StoreError) -> PresetOutcome
}

/// The result of applying a preset at the start of a server.
public enum PresetOutcome: Hashable, Sendable {
    /// The preset is in force, as a new revision.
    case applied
    /// The preset was the last one applied, or equals the settings in force.
    case unchanged
    /// An operator has changed the settings, so the preset was ignored.
    case ignored
}
