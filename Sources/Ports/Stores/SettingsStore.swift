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

/// Keeps the settings of the apps.
public protocol SettingsStore: Sendable {
    /// For each name the value with the greatest starting build that is not above `build`, sorted by name.
    func settings(platform: String, build: Int) async throws(StoreError) -> [AppSetting]

    /// How often the settings were changed so far; 1 with the first preset, 0 before it.
    func revision() async throws(StoreError) -> Int64

    /// Replaces all settings by those of a preset in one transaction, unless the preset with this digest was the last
    /// one applied.
    ///
    /// - Returns: whether anything was replaced.
    func apply(preset: [AppSetting], digest: [UInt8]) async throws(StoreError) -> Bool
}
