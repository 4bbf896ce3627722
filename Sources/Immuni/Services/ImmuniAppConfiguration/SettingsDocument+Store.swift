import ImmuniAPI
package import Persistence
package import SettingsDocuments
import WireFormat

extension SettingsDocument {
    /// Rebuilds a revision from a store's rows.
    ///
    /// - Throws: `damagedRow` if a value is not JSON.
    package init(_ settings: [AppSetting]) throws(StoreError) {
        self.init()
        for setting in settings {
            guard let platform = SettingsRequest.Platform(rawValue: setting.platform),
                let value = try? JSONValue(parsing: setting.value)
            else {
                throw .damagedRow(table: "settings_value")
            }
            self[platform, setting.startingBuild, setting.name] = value
        }
    }

    /// The settings in the form of a store.
    package var settings: [AppSetting] {
        entries.map { entry in
            AppSetting(
                platform: entry.platform.rawValue,
                startingBuild: entry.startingBuild,
                name: entry.name,
                value: entry.value.encoded
            )
        }
    }
}
