import CoronaWarnAPI
import CoronaWarnFederation
import CoronaWarnPackages
import CoronaWarnPorts
import CoronaWarnServing
import CoronaWarnStoreConformance
import Crypto
import DiagnosisKeyStores
import ExposurePrimitives
import ExposureTesting
import Foundation
import GAENCore
import HTTPTypes
import SQLCoronaWarnStores
import SQLStores
import SQLiteEngine
import ServiceKit
import ServiceTesting
import Signing
import Synchronization
import Testing

/// An installation of one country, on a database of its own and a clock that stands still.
struct SampleFederation {
    let country: RegionCode
    let clock: ManualClock
    let database: SQLiteDatabase
    let store: any FederationStore
    let key = SampleKey()
    let countries: CountryConfiguration
    let metrics = MetricsRegistry()
    let log = LogCapture()
    let outgoing: OutgoingBatches
    /// What a partner's country answers, by country.
    let network = Network()
    let job: FederationJob
    let service: FederationService

    init(
        _ country: RegionCode,
        with partners: [RegionCode],
        in folder: URL,
        clock: ManualClock,
        settings: [String: String] = [:]
    ) async throws {
        (self.country, self.clock) = (country, clock)
        database = try SQLiteDatabase(path: folder.appending(path: country.text).path, schema: .coronaWarn)
        let store = SQLFederation(database)
        self.store = store
        let fixed = [
            "corona-warn.country": country.text,
            "federation.countries": partners.map(\.text).joined(separator: " "), "federation.min-keys": "2",
        ]
        let catalogue = FederationConfiguration.catalogue + CountryConfiguration.catalogue
        let reader = try await SettingsReader(fixed.merging(settings) { $1 }, of: catalogue)
        let configuration = try FederationConfiguration(reader)
        countries = try CountryConfiguration(reader)
        let stores = database.exposureStores()
        outgoing = OutgoingBatches(
            from: country,
            sequences: partners.reduce(into: [:]) { $0[$1] = stores.chunks(of: .batches(for: $1)) },
            rules: configuration.rules,
            clock: clock
        )
        let (network, onset) = (network, configuration.minOnsetDays)
        let policy = ReceptionPolicy(countries: countries, levels: .exact, minLevel: 2, minOnsetDays: onset)
        job = FederationJob(
            outgoing: outgoing,
            store: store,
            policy: policy,
            clock: clock
        ) { try network.connection(to: $0.country) }
        service = FederationService(
            job: job,
            outgoing: outgoing,
            store: store,
            signer: key,
            countries: countries,
            metrics: metrics,
            clock: clock,
            logger: log.logger
        )
    }

    /// Makes another installation a partner, whose batches come from its service.
    func meet(_ other: SampleFederation) async throws {
        let partner = FederationSamples.partner(other.country, publicKey: other.key.pem)
        #expect(try await store.put(partner))
        let name = FederationSamples.partner(country).name
        network.answer(for: other.country) { number in try await other.offer(after: number, to: name) }
    }

    // MARK: - Keys

    /// Stores keys as uploads do, for packages and for the batches of other countries.
    func upload(_ numbers: Range<Int>, visited: [RegionCode], daysAgo: Int = 1) async throws {
        let statement =
            KeyStatement(transmissionRiskLevel: 5, reportType: .confirmedTest, daysSinceOnsetOfSymptoms: 698)
        let keys = try numbers.map { number in
            let key = try FederationSamples.key(number, daysAgo: daysAgo).key
            return StoredKey(
                diagnosisKey: PublishedLevels.exact.diagnosisKey(key, storedLevel: 5),
                releases: visited.map { country in
                    KeyRelease(sequence: .batches(for: country), releasableAt: clock.now(), statement: statement)
                },
                countries: CountryCode(country.text).map { origin in
                    KeyCountries(origin: origin, visited: Set(visited.compactMap { CountryCode($0.text) }))
                }
            )
        }
        let mark = [UInt8](repeating: UInt8(numbers.lowerBound), count: 32)
        let claim = ReservedUpload(mark: mark, expiry: clock.now().advanced(bySeconds: 3600))
        let uploads = SQLUploads(database, consumer: SQLReservedUploads())
        let isStored = try await uploads.consume(claim, now: clock.now()) { _ in UploadContent(keys: keys) }
        #expect(isStored)
    }

    /// The numbers of the stored keys of a sequence of packages.
    func keys(in region: RegionCode) async throws -> [Int] {
        let chunks = database.exposureStores().chunks(of: PackageKind.hour.sequence(of: region))
        // Two days later, every embargo is over, and no key may be too old for it.
        let (rules, now) = (Self.rules(retention: 2 * Retention.seconds), clock.now().advanced(bySeconds: 2 * 86_400))
        _ = try await chunks.planChunks(rules: rules, now: now)
        var found: [Int] = []
        for chunk in try await chunks.plannedChunks() {
            found += try await chunks.keys(ofChunk: chunk.index).map(Self.number)
        }
        return found.sorted()
    }

    static func rules(retention: Int64) -> ChunkRules {
        ChunkRules(maxKeyCount: 1_000_000, minKeyCount: 1, maxHeldRuns: 0, firstPeriod: 3600, retention: retention)
    }

    private static func number(_ key: DiagnosisKey) -> Int {
        let bytes = key.key.keyData.exposedBytes
        return Int(bytes[0]) << 8 | Int(bytes[1])
    }

    // MARK: - The route

    /// The answer to a partner.
    func answer(after number: String, to name: String = FederationSamples.partner().name) async throws
        -> ServiceResponse
    {
        let route = try #require(service.partnerRoutes.first)
        let (path, partner) = ("/federation/v1/batches/after/\(number)", Partner(kind: .foreignAuthority, name: name))
        let request = ServiceRequest(method: .get, path: path, parameters: [number], partner: partner)
        return try await route.handler(request)
    }

    func offer(after number: Int, to name: String = FederationSamples.partner().name) async throws -> OfferedBatch? {
        let answer = try await answer(after: "\(number)", to: name)
        guard case .bytes(let body) = answer.body else {
            return nil
        }
        return OfferedBatch(
            number: answer.headers[Self.batchTag].flatMap { Int($0) },
            signature: answer.headers[Self.batchSignature].flatMap(Base64.decode) ?? [],
            body: body
        )
    }

    static let batchTag = HTTPField.Name(known: CoronaWarnHeader.batchTag)
    static let batchSignature = HTTPField.Name(known: CoronaWarnHeader.batchSignature)
}

/// A key in memory.
struct SampleKey: SigningKey {
    private let key = P256.Signing.PrivateKey()

    var publicKey: [UInt8] { Array(key.publicKey.derRepresentation) }
    var pem: String { key.publicKey.pemRepresentation }

    func signature(over message: [UInt8]) async throws(SigningError) -> [UInt8] {
        guard let signature = try? key.signature(for: message) else {
            throw .unavailable(reason: "the key did not sign")
        }
        return Array(signature.rawRepresentation)
    }

    /// A batch that this key signs.
    ///
    /// - Parameter stated: the number that is said of it; nil for its own.
    func batch(
        _ keys: [FederatedKey],
        number: Int = 1,
        from origin: RegionCode = FederationSamples.other,
        to destination: RegionCode = FederationSamples.own,
        stated: Int? = nil
    ) async throws -> OfferedBatch {
        let body = FederationBatch(origin: origin, destination: destination, number: number, keys: keys).exposedBody()
        return OfferedBatch(number: stated ?? number, signature: try await signature(over: body), body: body)
    }
}

/// The servers of partners.
final class Network: Sendable {
    typealias Answering = @Sendable (_ after: Int) async throws -> OfferedBatch?

    private let answers = Mutex<[RegionCode: Answering]>([:])
    private let closed = Mutex(0)

    struct Unreachable: Error {}

    /// The number of connections that were closed.
    var closedCount: Int { closed.withLock { $0 } }

    func answer(for country: RegionCode, _ answering: @escaping Answering) {
        answers.withLock { $0[country] = answering }
    }

    func connection(to country: RegionCode) throws -> any PartnerConnection {
        guard let answering = answers.withLock({ $0[country] }) else {
            throw Unreachable()
        }
        return Connection(answering: answering) { self.closed.withLock { $0 += 1 } }
    }

    private struct Connection: PartnerConnection {
        let answering: Answering
        let onClose: @Sendable () -> Void

        func batch(after number: Int) async throws(PartnerConnectionError) -> OfferedBatch? {
            do {
                return try await answering(number)
            } catch let error as PartnerConnectionError {
                throw error
            } catch let error as CoronaWarnError {
                throw .refused(status: error.status)
            } catch {
                throw .interrupted
            }
        }

        func close() async { onClose() }
    }
}
