import ExposurePrimitives
import ImmuniAPI
import ImmuniServing
import MessageSignatures
package import Persistence
package import ServiceKit
import WireFormat

/// The App Configuration Service: gives each app the settings for its platform and build.
package struct AppConfigurationService: HostedService {
    package let name = "config"
    package let refusals: any RefusalRenderer = ImmuniRefusals()
    private let store: any SettingsStore
    private let signer: ResponseSigner?
    private let questions: QuestionDocuments
    private let answers = SettingsAnswers()

    /// - Parameters:
    ///   - questions: frequent questions, with answers.
    ///   - signer: signs the settings; nil for servers that do not.
    package init(
        store: any SettingsStore,
        questions: QuestionDocuments = QuestionDocuments([:]),
        signer: ResponseSigner? = nil
    ) {
        self.store = store
        self.questions = questions
        self.signer = signer
    }

    package var publicRoutes: [Route] {
        [
            Route.forEveryone(ImmuniEndpoint.settings) { request in try await settings(request) },
            Route.forEveryone(ImmuniEndpoint.document) { request in try questions.answer(to: request) },
        ]
    }

    package func checkHealth() async throws {
        _ = try await store.settings(platform: SettingsRequest.Platform.iOS.rawValue, build: 1)
    }

    private func settings(_ request: ServiceRequest) async throws -> ServiceResponse {
        let wanted = try SettingsRequest(query: request.query)
        // The number is read first. If settings change meanwhile, new ones may go out under the old number, but never
        // old ones under the new.
        let revision = try await store.revision()
        let answer = try await answers.answer(to: wanted, revision: revision) {
            SettingsResponse(of: try await store.settings(platform: wanted.platform.rawValue, build: wanted.build))
        }
        let maxAge = SignedDocument.settings.maxAge
        return try await ServiceResponse.json(answer.body, cacheControl: .public(maxAge: Int(maxAge)))
            .signed(by: signer, digest: answer.digest, sequence: revision, maxAge: maxAge, for: request)
            .tagged(answer.tag, for: request)
    }

    /// Seconds; one hour.
    package static let maxAge = Int(SignedDocument.settings.maxAge)
}
