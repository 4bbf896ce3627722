import CoronaWarnAPI
import CoronaWarnServing
package import ExposurePrimitives
import HTTPTypes
package import Logging
import MessageSignatures
package import Persistence
package import ServiceKit
import Synchronization
import WireFormat

/// The Distribution Service: makes the packages of each hour and each day, and serves the tree for use without a CDN.
package struct DistributionService: HostedService {
    package let name = "distribution"
    package let refusals: any RefusalRenderer = CoronaWarnRefusals()
    package let jobs: [PeriodicJob]
    private let files: TreeFiles
    private let storage: any ObjectStore
    private let signer: ResponseSigner?
    private let firstRun: FirstRun

    /// - Parameters:
    ///   - cleanup: deletes keys and chunks at the end of their lives.
    ///   - waiting: counted after each run.
    ///   - signer: signs answers; nil for servers that do not.
    package init(
        job: DistributionJob,
        cleanup: @escaping @Sendable () async throws -> DeletedRows,
        waiting: WaitingKeys,
        metrics: MetricsRegistry,
        storage: any ObjectStore,
        signer: ResponseSigner?,
        clock: any WallClock,
        logger: Logger
    ) {
        let measurements = DistributionMetrics(of: job.sequences, in: metrics, clock: clock)
        let firstRun = FirstRun()
        self.firstRun = firstRun
        jobs = [
            PeriodicJob(
                name: "distribution",
                every: Self.period,
                runAtStart: true,
                lookingEvery: Self.lookPeriod,
                // The process that does the work keeps the tree up to date for this one.
                whenElsewhere: firstRun.end
            ) {
                defer { firstRun.end() }
                let outcome = try await job.run()
                measurements.record(outcome)
                logger.record(DistributionEvent.distributed(outcome))
                let count = try await waiting.update(now: clock.now())
                if count > 0 {
                    logger.record(DistributionEvent.keysWaiting(count: count))
                }
            },
            PeriodicJob(name: "key-cleanup", every: Self.cleanupPeriod, runAtStart: true, lookingEvery: Self.lookPeriod)
            {
                logger.record(DistributionEvent.cleaned(try await cleanup()))
            },
        ]
        waiting.observe(in: metrics)
        files = TreeFiles(storage)
        self.storage = storage
        self.signer = signer
    }

    package var publicRoutes: [Route] {
        CoronaWarnEndpoint.tree.map { endpoint in
            Route.forEveryone(endpoint) { try await serve($0) }
        }
    }

    package func checkHealth() async throws {
        guard firstRun.hasEnded else {
            throw ObjectStorageError(reason: "bring the tree up to date: the first run has not ended")
        }
        _ = try await storage.revision(of: Self.probe)
    }

    /// Five minutes: what fails at the end of an hour is tried again soon.
    private static let period = Duration.seconds(300)
    /// Phones see soon after an hour that it is over, also if the clock was set.
    private static let lookPeriod = Duration.seconds(5)
    /// An hour, so that no key stays longer than an hour after its retention.
    private static let cleanupPeriod = Duration.seconds(3600)
    /// Seconds for which a cache may keep a file.
    package static let maxAge = 300

    private static let probe: ObjectName = {
        guard let name = ObjectName(TreePath.versions.objectName) else {
            preconditionFailure("the index of versions has a name")
        }
        return name
    }()
}

// MARK: - Files

extension DistributionService {
    private func serve(_ request: ServiceRequest) async throws -> ServiceResponse {
        let isStatement = request.path.hasSuffix(TreePath.statementSuffix)
        let text = isStatement ? String(request.path.dropLast(TreePath.statementSuffix.count)) : request.path
        guard let path = TreePath(path: text), path.hasStatement || !isStatement,
            let name = ObjectName(isStatement ? String(path.statementPath.dropFirst()) : path.objectName),
            let file = try await files.file(name, statement: isStatement ? nil : Self.statement(beside: path))
        else {
            throw CoronaWarnError.unknown
        }
        var response = ServiceResponse.empty(200, cacheControl: .public(maxAge: Self.maxAge))
        response.headers[.contentType] = Self.mediaType(of: path, isStatement: isStatement).text
        response.body = .buffer(file.content)
        let tag = EntityTag(Hex.encode(file.digest.bytes))
        response = response.tagged(tag, for: request).ranged(tag, for: request)
        // The digest under the signature is that of the whole file, so a part is not signed.
        guard let sequence = file.sequence, [200, 304].contains(response.status) else {
            return response
        }
        return try await response.signed(
            by: signer,
            digest: file.digest,
            sequence: sequence,
            maxAge: Int64(Self.maxAge),
            for: request
        )
    }

    private static func statement(beside path: TreePath) -> ObjectName? {
        path.hasStatement ? ObjectName(String(path.statementPath.dropFirst())) : nil
    }

    private static func mediaType(of path: TreePath, isStatement: Bool) -> MediaType {
        switch path {
        case .configuration where !isStatement: .zip
        case .day, .hour: .zip
        default: .json
        }
    }
}

/// Whether the first run since the start has ended, with or without success. Before, the tree may be of yesterday.
private final class FirstRun: Sendable {
    private let ended = Atomic(false)

    var hasEnded: Bool { ended.load(ordering: .acquiring) }

    func end() {
        ended.store(true, ordering: .releasing)
    }
}
