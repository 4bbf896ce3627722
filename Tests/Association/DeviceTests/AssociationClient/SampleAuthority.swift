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
import PhonePorts
import ServiceKit
import ServiceTesting
import StoreConformance
import Synchronization
import Testing
import WireFormat

/// The real authority on new databases, reached as phones reach it. Requests can be lost on either way.
final class SampleAuthority: PhoneTransport {
    /// That of the phones.
    let clock: ManualClock
    private let ownClock: AheadClock
    let stores: AssociationStoreSet
    let agreementKey: PrivateAgreementKey
    let means: AuthorityMeans
    private let service: AssociationAuthority
    private let record = Mutex(Record())

    private struct Record {
        var requests: [SeenRequest] = []
        var faults: [Fault] = []
        var isReachable = true
        var tellsTime = true
    }

    /// What an observer of the network sees of a request.
    struct SeenRequest: Equatable {
        let time: UnixTime
        let target: String
        let size: Int
        let headers: [HTTPHeader]
    }

    enum Fault {
        /// The request arrives and is done, and the answer is lost.
        case lostAnswer
        case delivered
    }

    let files = InMemoryObjects()
    let place: Jurisdiction

    init(
        clock: ManualClock = ManualClock(AssociationSamples.now),
        place: Jurisdiction = AssociationSamples.jurisdiction,
        partners: [ForeignAuthority] = [],
        settings: [String: String] = [:],
        proofs: any RegistrationProofVerifier = NamedProofs()
    ) async throws {
        (self.clock, self.place) = (clock, place)
        ownClock = AheadClock(clock)
        stores = try await .temporary()
        var generator = SystemRandomNumberGenerator()
        agreementKey = .generate(using: &generator)
        let here = ["association.country": "\(place.country)", "association.state": "\(place.state)"]
        let reader = try await SettingsReader(
            commandLine: here.merging(settings) { $1 },
            environment: [:],
            catalogue: AuthorityConfiguration.catalogue
        )
        let rightKey = try #require(RightKey([UInt8](repeating: 3, count: RightKey.count)))
        let secrets = AuthoritySecrets(agreementKey: agreementKey, rightKey: rightKey)
        means = AuthorityMeans(
            stores: stores,
            secrets: secrets,
            configuration: try AuthorityConfiguration(reader),
            clock: ownClock,
            trusted: clock,
            logger: LogCapture().logger,
            metrics: MetricsRegistry()
        )
        service = AssociationAuthority(means, proofs: proofs, files: files, partners: partners)
    }

    var requests: [SeenRequest] { record.withLock { $0.requests } }

    /// The requests to an endpoint.
    func requests(to endpoint: Endpoint) -> [SeenRequest] { requests.filter { $0.target == endpoint.path } }

    /// Signs for phones and boxes.
    var verificationKey: AttestationVerificationKey { AttestationSigningKey(of: agreementKey).verificationKey }

    /// Has the next requests fail, in their order.
    func fail(_ faults: Fault...) { record.withLock { $0.faults += faults } }

    func setReachable(_ isReachable: Bool) { record.withLock { $0.isReachable = isReachable } }

    /// Sets the authority's clock by these seconds before that of the phones.
    func setAhead(_ seconds: Int64) { ownClock.seconds.withLock { $0 = seconds } }

    /// Whether answers tell their time.
    func setTellsTime(_ tellsTime: Bool) { record.withLock { $0.tellsTime = tellsTime } }

    func addedHeaders(to host: PhoneHost) -> [HTTPHeader] { [.init("Host", "authority.example.org")] }

    func send(_ request: PhoneRequest) async throws(HTTPExchangeError) -> HTTPAnswer {
        let seen = SeenRequest(
            time: clock.now(),
            target: request.target,
            size: request.wireSize(adding: addedHeaders(to: request.host)),
            headers: request.headers
        )
        let fault: Fault? = record.withLock { record in
            guard record.isReachable else {
                return nil
            }
            record.requests.append(seen)
            return record.faults.isEmpty ? .delivered : record.faults.removeFirst()
        }
        guard let fault else {
            throw .unreachable
        }
        let answer = await answer(to: request)
        if fault == .lostAnswer {
            throw .interrupted
        }
        return answer
    }

    private func answer(to request: PhoneRequest) async -> HTTPAnswer {
        do {
            let (status, body) =
                request.method == .get
                ? try await boxes(request.target)
                : try await post(request.target, request.body, type: MediaType.octets.text)
            let date = HTTPHeader("Date", ownClock.now().httpDate)
            return HTTPAnswer(status: status, headers: record.withLock { $0.tellsTime ? [date] : [] }, body: body)
        } catch {
            return HTTPAnswer(status: 500)
        }
    }

    func post(
        _ path: String,
        _ body: [UInt8],
        type: String,
        partner: Partner? = nil
    ) async throws -> (status: Int, body: [UInt8]) {
        let routes = service.publicRoutes + service.internalRoutes + service.partnerRoutes
        let route = try #require(routes.first { $0.endpoint.path == path })
        let request = ServiceRequest(
            method: .post,
            path: path,
            headers: [.contentType: type],
            body: body,
            endpoint: route.endpoint,
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
        if [AssociationEndpoint.batch, AssociationEndpoint.forwardedReport].contains(route.endpoint) {
            // The service does it at once, beside the requests.
            _ = try await service.validation.run()
        }
        guard case .bytes(let bytes) = response.body else {
            return (response.status, [])
        }
        return (response.status, bytes)
    }

    /// A published file, by the path of its route.
    private func boxes(_ path: String) async throws -> (status: Int, body: [UInt8]) {
        let route = try #require(service.publicRoutes.first { $0.endpoint == AssociationEndpoint.boxes })
        let parameters = path.split(separator: "/").suffix(2).map(String.init)
        let request = ServiceRequest(method: .get, path: path, parameters: parameters, endpoint: route.endpoint)
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

    /// Publishes the boxes of the day.
    func publishBoxes() async throws { try await run("box-publication") }

    /// Decides about the reports, and sends contacts to other authorities.
    func decideAndForward() async throws {
        try await run("exposure-decisions")
        try await run("contact-forwarding")
    }

    private func run(_ job: String) async throws { try await #require(service.jobs.first { $0.name == job }).run() }

    /// A code for the last ten days.
    func code() async throws -> String {
        let today = clock.now().utcDay
        let request = CodeRequest(window: today.advanced(byDays: -10)...today)
        let answer = try await post(AssociationEndpoint.code.path, request.body, type: MediaType.json.text)
        return try #require(CodeAnswer(parsing: answer.body)).code.exposedText
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

/// A clock that differs from another one.
private final class AheadClock: WallClock {
    let seconds = Mutex<Int64>(0)
    private let base: ManualClock

    init(_ base: ManualClock) {
        self.base = base
    }

    func now() -> UnixTime { base.now().advanced(bySeconds: seconds.withLock { $0 }) }
}

/// A proof is a person's name.
struct NamedProofs: RegistrationProofVerifier {
    func subject(of proof: [UInt8], for key: PublicAgreementKey) async throws(ProofFailure) -> ProvenSubject? {
        proof.isEmpty ? nil : ProvenSubject(name: SecretBytes(proof))
    }
}

struct NamedProof: RegistrationProofSource {
    let name: String

    func proof(for key: PublicAgreementKey) async throws(ProofFailure) -> [UInt8] { Array(name.utf8) }
}
