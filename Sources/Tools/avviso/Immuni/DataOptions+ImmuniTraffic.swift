import DiagnosisKeyStores
import ImmuniAPI
import ImmuniAppConfiguration
import ImmuniLoad
import KeyPublication
import ServiceKit
import SettingsDocuments
import WireFormat

extension DataOptions {
    /// How Immuni's phones spend a day.
    func immuniTraffic() async throws -> ImmuniTraffic {
        let reader = try await reader()
        let publication = try PublicationConfiguration(reader)
        let values = try await appSettings(reader).effective(for: .iOS, build: SettingsRequest.builds.upperBound)
        return try ImmuniTraffic(
            parsing: JSONValue.sortedObject(values).encoded,
            ImmuniTraffic.Publication(
                period: publication.period / .seconds(1),
                maxKeyCount: publication.rules.maxKeyCount,
                paddedKeyCount: publication.rules.paddedKeyCount
            )
        )
    }

    private func appSettings(_ reader: SettingsReader) async throws -> SettingsDocument {
        guard nameServer(reader) else {
            return try SettingsDocument(parsing: JSONValue(parsing: SettingsPreset.builtIn(named: "demo") ?? []))
        }
        let (revision, document) = try await administration().inForce()
        guard revision > 0 else {
            throw SettingsAdministrationError.noSuchRevision(1, newest: 0)
        }
        return document
    }
}
