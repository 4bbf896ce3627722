import DiagnosisKeyStores
import ImmuniAPI
import ImmuniAppConfiguration
import ImmuniLoad
import KeyPublication
import SettingsDocuments
import WireFormat

extension DataOptions {
    /// How Immuni's phones spend a day.
    func immuniTraffic() async throws -> ImmuniTraffic {
        let publication = try PublicationConfiguration(await reader())
        let values = try await appSettings().effective(for: .iOS, build: SettingsRequest.builds.upperBound)
        return try ImmuniTraffic(
            parsing: JSONValue.sortedObject(values).encoded,
            ImmuniTraffic.Publication(
                period: publication.period / .seconds(1),
                maxKeyCount: publication.rules.maxKeyCount
            )
        )
    }

    private func appSettings() async throws -> SettingsDocument {
        guard nameServer else {
            return try SettingsDocument(parsing: JSONValue(parsing: SettingsPreset.builtIn(named: "demo") ?? []))
        }
        let (revision, document) = try await administration().inForce()
        guard revision > 0 else {
            throw SettingsAdministrationError.noSuchRevision(1, newest: 0)
        }
        return document
    }
}
