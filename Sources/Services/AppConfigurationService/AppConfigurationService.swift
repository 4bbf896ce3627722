import Crypto
import ExposurePrimitives
import ImmuniAPI
package import ServiceKit
package import Stores
import WireFormat

/// The App Configuration Service: gives each app the settings for its platform and build.
package struct AppConfigurationService: HostedService {
    package let name = "config"
    private let store: any SettingsStore

    package init(store: any SettingsStore) {
        self.store = store
    }

    package var publicRoutes: [Route] {
        [Route(ImmuniAPI.settings) { request in try await settings(request) }]
    }

    package func checkHealth() async throws {
        _ = try await store.settings(platform: SettingsRequest.Platform.iOS.rawValue, build: 1)
    }

    private func settings(_ request: ServiceRequest) async throws -> ServiceResponse {
        let wanted = try SettingsRequest(query: request.query)
        let settings = try await store.settings(platform: wanted.platform.rawValue, build: wanted.build)
        let body = SettingsAnswer.body(of: settings)
        return .json(body, cacheControl: .public(maxAge: Self.maxAge))
            .tagged(EntityTag(Hex.encode(SHA256.hash(data: body))), for: request)
    }

    /// Seconds; one hour.
    package static let maxAge = 3600
}
