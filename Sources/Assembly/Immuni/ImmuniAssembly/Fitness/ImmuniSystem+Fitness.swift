import SettingsDocuments
import ImmuniAppConfiguration
import ExposurePrimitives
import Foundation
import ServiceKit
import WireFormat

extension ServerAssembly {
    /// What of this set-up is not fit for production, where `names` run. The services are made before, so that the settings
    /// of the apps are those that phones will be given.
    ///
    /// - Parameter dataFolder: the one that will be served from.
    func findings(for names: [ServiceName], dataFolder: URL) async throws -> [FitnessFinding] {
        [FitnessFinding](
            of: SetupFacts(
                settings: settings,
                services: Set(names),
                hasDemoSettings: names.contains(.config) ? try await hasDemoSettings() : false,
                hasExpiredCertificate: try hasExpiredCertificate(),
                isDataShared: !DataFolderModes.shared(dataFolder).isEmpty
            )
        )
    }

    /// Those of the preset, or what an operator left of them.
    private func hasDemoSettings() async throws -> Bool {
        try await settingsAdministration().inForce().document.entries.contains { entry in
            String(decoding: entry.value.encoded, as: UTF8.self).contains("example.org")
        }
    }

    private func hasExpiredCertificate() throws -> Bool {
        let now = clock.now()
        return try [settings.host.publicTLS, settings.host.internalTLS].compactMap(\.self)
            .contains { try $0.expiry() < now }
    }
}
