import CoronaWarnAPI
import CoronaWarnConfiguration
import CoronaWarnDistribution
import CoronaWarnPackages
import CoronaWarnServing
import Crypto
import DiagnosisKeyStores
import ExposurePrimitives
import ExposureTesting
import GAENCore
import KeyExport
import KeyPublication
import MessageSignatures
import Persistence
import ServiceKit
import ServiceTesting
import StoreConformance
import Synchronization
import Testing

/// Distribution on a database of its own and a clock that stands still at the beginning of a day.
struct SampleDistribution {
    /// Midnight UTC of a day in 2020.
    static let midnight = Samples.now.utcDay.startInUTC
    static let today = midnight.utcDay
    static let own = regions[0]
    static let regions = ["DE", "EUR"].compactMap { RegionCode($0) }

    let clock = ManualClock(midnight)
    let stores: ExposureStores
    let objects: any ObjectStore
    let configuration: DistributionConfiguration
    let signingKey = SampleKey()
    let phones = SamplePhones()
    let metrics = MetricsRegistry()
    let waiting = CountedKeys()
    private let exportSigner: P256ExportSigner

    init(_ settings: [String: String] = [:], objects: any ObjectStore = InMemoryObjects()) async throws {
        stores = try await .temporary()
        self.objects = objects
        let reader = try await SettingsReader(settings, of: DistributionConfiguration.catalogue)
        configuration = try DistributionConfiguration(reader)
        exportSigner = try P256ExportSigner(
            privateKeyPEM: P256.Signing.PrivateKey().pemRepresentation,
            signatureInfo: SignatureInfo(verificationKeyID: "262", verificationKeyVersion: "v1", appBundleID: nil)
        )
    }

    /// A distribution that ran at the first hour, before any key came.
    static func started(_ settings: [String: String] = [:]) async throws -> SampleDistribution {
        let sample = try await SampleDistribution(settings)
        try await sample.run(atHour: 1)
        return sample
    }

    // MARK: - Jobs

    func job(objects: (any ObjectStore)? = nil, isSigned: Bool = true) -> DistributionJob {
        let objects = objects ?? self.objects
        let signer = isSigned ? StatementSigner(signingKey) : nil
        return DistributionJob(
            publications: Self.regions.flatMap { region in
                [PackageKind.hour, .day].map { publication(of: $0, in: region, objects) }
            },
            assembly: TreeAssembly(
                of: packages,
                in: objects,
                signer: signer,
                life: configuration.life,
                revoked: { [phones] in Set(phones.configuration.revokedPackages.map(\.entityTag)) },
                clock: clock
            ),
            configuration: ConfigurationAssembly(
                source: { [phones] in try ValidConfiguration(phones.configuration) },
                signers: { [exportSigner] in [exportSigner] },
                in: objects,
                signer: signer
            ),
            clock: clock
        )
    }

    var packages: [RegionPackages] {
        Self.regions.map { region in
            RegionPackages(
                of: region,
                hours: stores.chunks(of: PackageKind.hour.sequence(of: region)),
                days: stores.chunks(of: PackageKind.day.sequence(of: region))
            )
        }
    }

    private func publication(of kind: PackageKind, in region: RegionCode, _ objects: any ObjectStore)
        -> DistributionJob.Publication
    {
        let sequence = kind.sequence(of: region)
        let job = PublicationJob(
            sequence: PublishedSequence(
                chunks: stores.chunks(of: sequence),
                folder: PackageKind.folder(of: sequence),
                days: configuration.days(of: kind)
            ),
            files: objects,
            signers: { [exportSigner] in [exportSigner] },
            rules: configuration.rules(of: kind, in: region),
            region: region.text,
            clock: clock
        )
        return DistributionJob.Publication(of: PackageSequence(region: region, kind: kind)) {
            let outcome = try await job.run()
            return DistributionJob.Published(files: outcome.chunks.count, keys: outcome.keyCount)
        }
    }

    /// Runs the job at the beginning of an hour of the day.
    func run(atHour hour: Int) async throws {
        clock.set(Self.midnight.advanced(bySeconds: Int64(hour) * 3600))
        _ = try await job().run()
    }

    func service() -> DistributionService {
        DistributionService(
            job: job(),
            cleanup: { DeletedRows(keys: 0, unpublishedKeys: 0, chunks: 0, tracesErased: true) },
            waiting: WaitingKeys(of: Self.regions, in: waiting),
            metrics: metrics,
            storage: objects,
            signer: ResponseSigner(key: signingKey, clock: clock),
            clock: clock,
            logger: LogCapture().logger
        )
    }

    // MARK: - Keys

    /// Stores keys of the day before that may be released from an hour of this day on.
    func store(_ numbers: Range<Int>, fromHour hour: Int, in regions: [RegionCode] = regions, right: UInt8? = nil)
        async throws
    {
        let releasableAt = Self.midnight.advanced(bySeconds: Int64(hour) * 3600)
        let releases = regions.map {
            KeyRelease(sequence: PackageKind.hour.sequence(of: $0), releasableAt: releasableAt)
        }
        let keys = try numbers.map { try Samples.travelled($0, to: releases) }
        let right = right ?? UInt8(truncatingIfNeeded: numbers.lowerBound)
        #expect(try await Samples.upload(keys, right: right, to: stores, now: clock.now()))
    }

    // MARK: - The tree

    func file(_ path: String) async throws -> [UInt8]? {
        try await objects.get(#require(ObjectName(String(path.dropFirst()))))
    }

    /// The text of an index; nil if there is none.
    func index(_ path: TreePath) async throws -> String? {
        try await file(path.path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// The numbers of a package's keys; nil if there is no package.
    func keys(_ path: TreePath) async throws -> [Int]? {
        try await file(path.path).map { bytes in
            try ExportArchive(bytes).unverified().contents.allKeys().keys.map { key in
                let bytes = key.key.keyData.exposedBytes
                return Int(bytes[0]) << 8 | Int(bytes[1])
            }
        }
    }

    func hour(_ hour: Int, batch: Int = 1, of region: RegionCode = own) -> TreePath {
        .hour(region, Self.today, hour, batch: batch)
    }

    func statement(_ path: TreePath) async throws -> TreeStatement {
        let content = try #require(try await file(path.path))
        let signed = try SignedTreeStatement(parsing: #require(try await file(path.statementPath)))
        return try signed.verified(for: path, content: content, keys: [MessageVerificationKey(pem: signingKey.pem)])
    }
}

/// Keys that wait since the moments that a test gives.
final class CountedKeys: WaitingKeyStore {
    private let moments = Mutex<[UnixTime]>([])

    func wait(since moment: UnixTime) { moments.withLock { $0.append(moment) } }

    func countWaitingKeys(in sequence: SequenceName, since moment: UnixTime) async throws(StoreError) -> Int {
        sequence.description == "de-hour" ? moments.withLock { $0.count { $0 <= moment } } : 0
    }
}

/// The configuration that the operator gives to phones.
final class SamplePhones: Sendable {
    private let kept = Mutex(PhoneConfiguration.published(country: "DE"))

    var configuration: PhoneConfiguration { kept.withLock { $0 } }

    func change(_ change: @Sendable (inout PhoneConfiguration) -> Void) { kept.withLock { change(&$0) } }
}
