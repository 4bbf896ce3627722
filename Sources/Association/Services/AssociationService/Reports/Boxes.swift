import AssociationAPI
import AssociationPorts
import HTTPTypes
import Logging
package import Persistence
package import ServiceKit
import WireFormat

/// Publishes the boxes of private reports, and gives their files to phones.
package struct Boxes: AuthorityService {
    private let form: ReportForm
    private let files: BoxFiles
    private let publication: BoxPublicationJob
    private let logger: Logger

    package init(_ means: AuthorityMeans, files: any ObjectStore) {
        (form, logger) = (means.configuration.reports, means.logger)
        self.files = BoxFiles(files)
        publication = BoxPublicationJob(
            stores: means.stores,
            files: files,
            configuration: means.configuration,
            secrets: means.secrets,
            clock: means.trusted
        )
    }

    package var publicRoutes: [Route] {
        form == .private ? [.forEveryone(AssociationEndpoint.boxes) { try await show($0) }] : []
    }

    package var jobs: [PeriodicJob] {
        [
            // Each hour: a day whose publication failed is tried again soon.
            PeriodicJob(name: "box-publication", every: .seconds(3600), runAtStart: true, lookingEvery: .seconds(5)) {
                let outcome = try await publication.run()
                if !outcome.isEmpty {
                    logger.record(AuthorityEvent.boxesPublished(outcome))
                }
            }
        ]
    }

    /// A day: a published part never changes.
    package static let secondsInCache = 86_400

    private func show(_ request: ServiceRequest) async throws -> ServiceResponse {
        guard request.parameters.count == 2,
            let name = BoxFileName(day: request.parameters[0], part: request.parameters[1]),
            let content = try await files.content(of: name)
        else {
            throw Refusal.notFound
        }
        return ServiceResponse(
            status: 200,
            headers: [
                .contentType: MediaType.octets.text,
                .cacheControl: CacheControl.public(maxAge: Self.secondsInCache).value,
            ],
            body: .buffer(content)
        )
    }
}
