import AssociationAPI
import AssociationAssembly
import AssociationPorts
import AssociationProtocol
import AssociationService
import AssociationStoreConformance
import ExposurePrimitives
import ExposureTesting
import HTTPTypes
import HeraldPayloads
import KeyServerRules
import NIOCore
import ServiceKit
import ServiceTesting
import StoreConformance
import Synchronization
import Testing
import WireFormat

/// An authority on new databases and a clock that stands still.
struct SampleAuthority {
    let clock: ManualClock
    let stores: AssociationStoreSet
    let means: AuthorityMeans
    let service: any HostedService
    let validation: BatchValidationJob
    let indexing: ClientIDIndexJob
    let retention: AuthorityRetentionJob
    let log = LogCapture()
    let metrics = MetricsRegistry()
    let proofs = SampleProofs()
    let agreementKey: PrivateAgreementKey
    let secrets: AuthoritySecrets
    let configuration: AuthorityConfiguration
    let files = InMemoryObjects()
    let place: Jurisdiction
    let partners: [ForeignAuthority]

    /// - Parameters:
    ///   - other: another process of the same authority, with the same databases and keys.
    ///   - given: the stores; nil for new ones.
    ///   - verifier: judges proofs; nil for ``proofs``.
    init(
        settings: [String: String] = [:],
        place: Jurisdiction = AssociationSamples.jurisdiction,
        partners: [ForeignAuthority] = [],
        beside other: SampleAuthority? = nil,
        stores given: AssociationStoreSet? = nil,
        proofs verifier: (any RegistrationProofVerifier)? = nil
    ) async throws {
        (self.place, self.partners) = (place, partners)
        if let other {
            (clock, stores, agreementKey) = (other.clock, other.stores, other.agreementKey)
        } else {
            clock = ManualClock(AssociationSamples.now)
            stores = if let given { given } else { try await .temporary() }
            var generator = SystemRandomNumberGenerator()
            agreementKey = .generate(using: &generator)
        }
        let here = ["association.country": "\(place.country)", "association.state": "\(place.state)"]
        let reader = try await SettingsReader(
            commandLine: here.merging(settings) { $1 },
            environment: [:],
            catalogue: AuthorityConfiguration.catalogue
        )
        let rightKey = try #require(RightKey([UInt8](repeating: 3, count: RightKey.count)))
        let provisional = ProvisionalIndexes(accounts: stores.accounts)
        indexing = ClientIDIndexJob(stores: stores, clock: clock, provisional: provisional)
        retention = AuthorityRetentionJob(stores: stores, clock: clock, unusedDays: 60)
        secrets = AuthoritySecrets(agreementKey: agreementKey, rightKey: rightKey)
        configuration = try AuthorityConfiguration(reader)
        means = AuthorityMeans(
            stores: stores,
            secrets: secrets,
            configuration: configuration,
            clock: clock,
            trusted: clock,
            logger: log.logger,
            metrics: metrics
        )
        let authority = AssociationAuthority(means, proofs: verifier ?? proofs, files: files, partners: partners)
        (service, validation) = (authority, authority.validation)
    }

    /// An authority with the accounts of two phones.
    static func withAnnaAndBen(
        settings: [String: String] = [:],
        stores: AssociationStoreSet? = nil
    ) async throws -> (authority: SampleAuthority, anna: SamplePhone, ben: SamplePhone) {
        let authority = try await SampleAuthority(settings: settings, stores: stores)
        return try await (authority, authority.register("anna"), authority.register("ben"))
    }

    /// Less than an hour ago, in the middle of an interval.
    var recently: UnixTime { clock.now().advanced(bySeconds: -3000) }

    /// Sends a body to a route, as the host does.
    ///
    /// - Parameter validates: whether a batch is validated at once.
    func post(
        _ endpoint: Endpoint,
        _ body: [UInt8],
        type: String = MediaType.octets.text,
        validates: Bool = true,
        partner: Partner? = nil
    ) async throws -> (status: Int, body: [UInt8]) {
        let routes = service.publicRoutes + service.internalRoutes + service.partnerRoutes
        let route = try #require(routes.first { $0.endpoint == endpoint })
        let request = ServiceRequest(
            method: .post,
            path: endpoint.path,
            headers: [.contentType: type],
            body: body,
            endpoint: endpoint,
            partner: partner
        )
        let response: ServiceResponse
        do {
            response = try await route.handler(request)
        } catch let refusal as Refusal {
            response = service.refusals.answer(to: refusal)
        } catch {
            response = try #require(service.refusals.answer(toOwn: error))
        }
        if validates, endpoint == AssociationEndpoint.batch {
            // The service does it at once, beside the requests.
            _ = try await validation.run()
        }
        if case .bytes(let bytes) = response.body {
            return (response.status, bytes)
        }
        return (response.status, [])
    }

    /// Writes which accounts were used, as the service's job does.
    func writeUses() async throws { try await job("account-uses").run() }

    /// Records and batches that were refused for `reason`.
    func refused(_ reason: ValidationRefusal) -> Int {
        let line = "association_refused_records_total{reason=\"\(reason.rawValue)\"} "
        let value = metrics.prometheusText().split(separator: "\n").first { $0.hasPrefix(line) }
        return value.flatMap { Int($0.dropFirst(line.count)) } ?? 0
    }

    /// A phone with an account, whose owner the proof names.
    func register(_ owner: String) async throws -> SamplePhone {
        var generator = SystemRandomNumberGenerator()
        let key = PrivateAgreementKey.generate(using: &generator)
        let request = try Self.registration(owner, key.publicKey, in: place)
        let answer = try await post(AssociationEndpoint.registration, request.bytes)
        #expect(answer.status == 200)
        let account = try RegistrationAnswer(parsing: answer.body)
        let (registration, server) = (account.registration, agreementKey.publicKey)
        let secret =
            try RegistrationSecret(phone: key, authority: server, registration: registration, jurisdiction: place)
        return SamplePhone(registration: registration, chain: try secret.chainKey(startingOn: account.firstDay))
    }

    static func registration(
        _ proof: String,
        _ key: PublicAgreementKey,
        in place: Jurisdiction = AssociationSamples.jurisdiction
    ) throws -> RegistrationRequest {
        let (district, proof) = (AssociationSamples.district, Array(proof.utf8))
        return try RegistrationRequest(phoneKey: key, jurisdiction: place, district: district, proof: proof)
    }

    /// The answer to the question for a file of boxes.
    func boxes(_ day: String, _ part: String) async throws -> (status: Int, body: [UInt8]) {
        let endpoint = AssociationEndpoint.boxes
        let route = try #require(service.publicRoutes.first { $0.endpoint == endpoint })
        let path = endpoint.path(day, part)
        let request = ServiceRequest(method: .get, path: path, parameters: [day, part], endpoint: endpoint)
        do {
            let response = try await route.handler(request)
            guard case .buffer(let buffer) = response.body else {
                return (response.status, [])
            }
            return (response.status, Array(buffer.readableBytesView))
        } catch let refusal as Refusal {
            return (service.refusals.answer(to: refusal).status, [])
        }
    }

    /// A code for all days up to today.
    func code() async throws -> ReportCode {
        let today = clock.now().utcDay
        let request = CodeRequest(window: today.advanced(byDays: -10)...today)
        let answer = try await post(AssociationEndpoint.code, request.body, type: MediaType.json.text)
        #expect(answer.status == 200)
        return try #require(CodeAnswer(parsing: answer.body)).code
    }

    /// What the metrics say.
    func metricsSay(_ line: String) -> Bool { metrics.prometheusText().contains(line) }

    /// The job of the service with a name.
    func job(_ name: String) throws -> PeriodicJob { try #require(service.jobs.first { $0.name == name }) }

    /// What decides reports, where people meet so many others.
    func decisions(usualPeople: Int = 10) -> ExposureDecisionJob {
        ExposureDecisionJob(stores: stores, clock: clock, usualPeople: usualPeople)
    }

    /// The contacts that the authority stored of all complete reports.
    func edges() async throws -> [ContactEdge] {
        var edges: [ContactEdge] = []
        for reportCase in try await stores.reports.cases() {
            edges += try await stores.reports.edges(of: reportCase.id)
        }
        return edges
    }
}

/// Takes every proof with content, and its content for the person's name.
final class SampleProofs: RegistrationProofVerifier {
    private let state = Mutex((questions: 0, isBroken: false))

    var questions: Int { state.withLock { $0.questions } }

    /// From now on nobody judges proofs, or somebody does again.
    func setBroken(_ isBroken: Bool) { state.withLock { $0.isBroken = isBroken } }

    func subject(of proof: [UInt8], for key: PublicAgreementKey) async throws(ProofFailure) -> ProvenSubject? {
        let isBroken = state.withLock { state in
            state.questions += 1
            return state.isBroken
        }
        guard !isBroken else {
            throw ProofFailure()
        }
        return proof.isEmpty ? nil : ProvenSubject(name: SecretBytes(proof))
    }
}
