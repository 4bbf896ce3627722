import ArgumentParser
import AssociationAPI
import AssociationAssembly
import AssociationPorts
import AssociationProtocol
import AssociationService
import ClockPorts
import ExposurePrimitives
import FileStorage
import Foundation
import HTTPTypes
import KeyServerRules
import Logging
import SQLAssociationStores
import SQLEngine
import SQLiteEngine
import ServiceKit
import WireFormat

/// The service with SQLite, on a clock that stands still.
struct BenchAuthority {
    let stores: AssociationStoreSet
    private let service: AssociationAuthority

    /// The file of the accounts in the folder.
    static let databaseName = "association.sqlite"

    init(folder: URL) async throws {
        let database = try SQLiteDatabase(
            path: folder.appending(path: Self.databaseName).path,
            schema: .association
        )
        let indexes = try SQLiteDatabase(
            path: folder.appending(path: "association-index.sqlite").path,
            schema: .associationIndex
        )
        stores = database.associationStores(indexes: indexes)
        let settings = try await SettingsReader(
            commandLine: [:],
            environment: [:],
            catalogue: AuthorityConfiguration.catalogue
        )
        var generator = SystemRandomNumberGenerator()
        guard let rightKey = RightKey([UInt8](repeating: 3, count: RightKey.count)) else {
            throw ValidationError("no key")
        }
        service = AssociationAuthority(
            AuthorityMeans(
                stores: stores,
                secrets: AuthoritySecrets(agreementKey: .generate(using: &generator), rightKey: rightKey),
                configuration: try AuthorityConfiguration(settings),
                clock: StandingClock(),
                trusted: StandingClock(),
                logger: Logger(label: "bench"),
                metrics: MetricsRegistry()
            ),
            proofs: NoProofs(),
            files: try FileObjectStore(folder: folder.appending(path: "files"))
        )
    }

    func register(_ members: [BenchMember]) async throws {
        let unlimited = RegistrationLimits(district: .max, everywhere: .max)
        for (number, member) in members.enumerated() {
            let new = NewAccount(member.account, subject: ProofSubject(Self.digest(UInt64(number))))
            _ = try await stores.accounts.register(new, limits: unlimited, now: BenchMember.now)
        }
    }

    /// A route of the service.
    func route(of endpoint: Endpoint) throws -> Route {
        guard let route = service.publicRoutes.first(where: { $0.endpoint == endpoint }) else {
            throw ValidationError("no route \(endpoint.path)")
        }
        return route
    }

    /// Writes which accounts were used.
    func writeUses() async throws {
        try await service.jobs.first { $0.name == "account-uses" }?.run()
    }

    /// Validates the batches that wait.
    func validateBatches() async throws {
        _ = try await service.validation.run()
    }

    static func digest(_ number: UInt64) -> Bytes32 {
        let bytes = [UInt8](repeating: 1, count: 24) + (0..<8).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
        guard let digest = Bytes32(bytes) else {
            preconditionFailure("there are 32 bytes")
        }
        return digest
    }
}

extension Route {
    /// Answers a body, as the host has it answered.
    func post(_ body: [UInt8]) async throws -> ServiceResponse {
        try await handler(
            ServiceRequest(
                method: .post,
                path: endpoint.path,
                headers: [.contentType: "application/octet-stream"],
                body: body,
                endpoint: endpoint
            )
        )
    }
}

private struct StandingClock: WallClock, TrustedClock {
    func now() -> UnixTime { BenchMember.now }
    func trustedNow() async throws -> UnixTime { BenchMember.now }
    func latestTrusted() -> UnixTime { BenchMember.now }
    var isTrusted: Bool { true }
}

private struct NoProofs: RegistrationProofVerifier {
    func subject(of proof: [UInt8], for key: PublicAgreementKey) async throws(ProofFailure) -> ProvenSubject? { nil }
}
