package import CommonAssembly
import ImmuniAppConfiguration
import SettingsDocuments
import WireFormat

extension ImmuniSystem {
    package func findings(
        of services: Set<ServiceName>,
        served: RealmSettings
    ) async throws -> [FitnessFinding] {
        let facts = ImmuniFacts(
            settings: settings,
            realm: realm.settings,
            services: services,
            hasDemoSettings: services.contains(.config) ? try await hasDemoSettings() : false
        )
        return FitnessRule.all.findings(of: facts)
    }

    /// Whether the settings have contacts or addresses of the demo preset, perhaps after an operator's changes.
    private func hasDemoSettings() async throws -> Bool {
        try await settingsAdministration().inForce().document.entries.contains { entry in
            String(decoding: entry.value.encoded, as: UTF8.self).contains("example.org")
        }
    }
}
