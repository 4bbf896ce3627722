import CoronaWarnAPI
package import CoronaWarnPorts
package import CoronaWarnServing
package import ExposurePrimitives
import HTTPTypes
package import Logging
package import ServiceKit
package import Signing
import WireFormat

/// The Federation Service: exchanges keys with the authorities of other countries.
///
/// Each authority asks the others for their batches, so no partner can make this one store anything by itself.
package struct FederationService: HostedService {
    package let name = "federation"
    package let refusals: any RefusalRenderer = CoronaWarnRefusals()
    package let jobs: [PeriodicJob]
    private let outgoing: OutgoingBatches
    private let store: any FederationStore
    private let signer: (any SigningKey)?
    private let clock: any WallClock

    /// - Parameter signer: signs batches; nil if there is no country to exchange keys with.
    package init(
        job: FederationJob,
        outgoing: OutgoingBatches,
        store: any FederationStore,
        signer: (any SigningKey)?,
        countries: CountryConfiguration,
        metrics: MetricsRegistry,
        clock: any WallClock,
        logger: Logger
    ) {
        let figures = FederationFigures(of: countries.federated)
        figures.observe(in: metrics)
        jobs = [
            PeriodicJob(name: "federation", every: Self.period, runAtStart: true) {
                for event in FederationEvent.all(of: try await job.run()) {
                    logger.record(event)
                }
                try await figures.update(from: store, now: clock.now())
            }
        ]
        self.outgoing = outgoing
        self.store = store
        self.signer = signer
        self.clock = clock
    }

    package var partnerRoutes: [Route] {
        [
            Route.forForeignAuthorities(CoronaWarnEndpoint.federationBatch) { request, name in
                try await answer(request, of: name)
            }
        ]
    }

    package func checkHealth() async throws {
        _ = try await store.partners(now: clock.now())
    }

    /// The maximum number of answers to one partner within an hour. A partner that begins again gets all batches of
    /// fourteen days within the hour.
    package static let answersPerHour = 1000
    /// An hour, as for packages.
    private static let period = Duration.seconds(3600)
}

// MARK: - Batches for partners

extension FederationService {
    /// A listed authority that is no partner learns nothing, nor does a paused one.
    private func answer(_ request: ServiceRequest, of name: String) async throws -> ServiceResponse {
        let now = clock.now()
        guard let signer, let state = try await store.partners(now: now).first(where: { $0.partner.name == name }),
            !state.isPaused
        else {
            throw CoronaWarnError.forbidden
        }
        guard let text = request.parameters.first, let number = Int(text), text == "\(number)",
            (0...FederationLimits.numbers.upperBound).contains(number)
        else {
            throw CoronaWarnError.unknown
        }
        guard try await store.countAnswer(to: state.partner.country, limit: Self.answersPerHour, now: now) else {
            throw TooManyRequests(seconds: 3600 - now.seconds % 3600)
        }
        guard let batch = try await outgoing.batch(after: number, for: state.partner.country) else {
            return .empty(204)
        }
        let body = batch.exposedBody()
        var response = ServiceResponse.empty(200)
        response.headers[.contentType] = CoronaWarnEndpoint.federationBatch.produces.first?.text
        response.headers[.batchTag] = "\(batch.number)"
        response.headers[.batchSignature] = Base64.encode(try await signer.signature(over: body))
        response.body = .bytes(body)
        return response
    }
}

extension HTTPField.Name {
    fileprivate static let batchTag = HTTPField.Name(known: CoronaWarnHeader.batchTag)
    fileprivate static let batchSignature = HTTPField.Name(known: CoronaWarnHeader.batchSignature)
}
