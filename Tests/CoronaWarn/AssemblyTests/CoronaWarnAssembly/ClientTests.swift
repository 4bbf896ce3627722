import ClockPorts
import CommonAssembly
import CoronaWarnAPI
import CoronaWarnAssembly
import CoronaWarnConfiguration
import CoronaWarnDistribution
import CoronaWarnPorts
import CoronaWarnStoreConformance
import Crypto
import ExposurePrimitives
import ExposureTesting
import Foundation
import GAENCore
import HTTPTransport
import KeyExport
import MessageSignatures
import PhonePorts
import PhoneSimulation
import ServiceKit
import ServiceTesting
import Testing
import WireFormat

@testable import CoronaWarnClient

/// The client's requests against the servers, over HTTP.
@Suite("Corona-Warn's client and its servers")
struct ClientTests {
    @Test("a phone registers once, and the same request again gets the same token")
    func registration() async throws {
        try await SampleServers.with { servers in
            var generator = SeededGenerator(seed: 1)
            var attempt = RegistrationAttempt(.scanned(servers.test), using: &generator)
            attempt.sending(at: servers.clock.now())
            let token = try await servers.exchange.register(attempt.request)
            servers.clock.advance(bySeconds: RegistrationAttempt.repeatingLife - 1)
            #expect(try await servers.exchange.register(attempt.request) == token)
            #expect(try await servers.exchange.result(of: token).code == 0)
            let other = RegistrationAttempt(.scanned(servers.test), using: &generator)
            await #expect(throws: ExchangeFailure.refused(.code)) { try await servers.exchange.register(other.request) }
            servers.clock.advance(bySeconds: 120)
            await #expect(throws: ExchangeFailure.refused(.code)) {
                try await servers.exchange.register(attempt.request)
            }
        }
    }

    @Test("a teleTAN that nobody issued, and a token that nobody has, are refused with different words")
    func refusals() async throws {
        try await SampleServers.with { servers in
            var generator = SeededGenerator(seed: 2)
            let teleTAN = RegistrationAttempt(.teleTAN(try TeleTAN("ABCDEFGHJA")), using: &generator)
            await #expect(throws: ExchangeFailure.refused(.code)) {
                try await servers.exchange.register(teleTAN.request)
            }
            let token = RegistrationToken.generate(using: &generator)
            await #expect(throws: ExchangeFailure.refused(.token)) { try await servers.exchange.result(of: token) }
            let nonce = PhoneNonce.generate(using: &generator)
            await #expect(throws: ExchangeFailure.refused(.token)) {
                try await servers.exchange.tan(for: token, nonce: nonce)
            }
            let tan = TAN.generate(using: &generator)
            let upload = try #require(servers.plan(using: &generator).upload)
            await #expect(throws: ExchangeFailure.refused(.tan)) {
                try await servers.exchange.upload(upload.body, with: tan)
            }
            await #expect(throws: ExchangeFailure.refused(.content)) {
                try await servers.exchange.upload([1, 2, 3], with: tan)
            }
        }
    }

    @Test("a positive person's two uploads arrive once each, also if every answer is lost, and become packages")
    func uploads() async throws {
        try await SampleServers.with { servers in
            var generator = SeededGenerator(seed: 3)
            let attempt = RegistrationAttempt(.scanned(servers.test), using: &generator)
            let token = try await servers.exchange.register(attempt.request)
            try await servers.sendResult(.positive)
            var record = TestRecord(scanned: servers.test, registeredAt: servers.clock.now())
            let isNew = record.told(try await servers.exchange.result(of: token), at: servers.clock.now())
            #expect(isNew && record.card(at: servers.clock.now()) == .positive && record.permitsUpload)

            var plan = try servers.plan(using: &generator)
            #expect(try await servers.upload(&plan, token, using: &generator) == 14)
            // The oldest key may be published until midnight.
            servers.clock.advance(bySeconds: 3600)
            try await servers.publish()
            let midnight = servers.clock.now().utcDay.advanced(byDays: 1).startInUTC
            servers.clock.set(midnight.advanced(bySeconds: 1800))
            #expect(plan.collection(at: servers.clock.now()) == .due)
            let history = try servers.history(days: 15)
            let second = plan.prepare(from: history, at: servers.clock.now(), using: &generator)
            #expect(second)
            #expect(try await servers.upload(&plan, token, using: &generator) == 1)
            let third = PhoneNonce.generate(using: &generator)
            await #expect(throws: ExchangeFailure.refused(.token), "a token has two TANs") {
                try await servers.exchange.tan(for: token, nonce: third)
            }

            servers.clock.advance(bySeconds: 4 * 3600)
            try await servers.publish()
            let outcome = await servers.download()
            #expect(outcome.failure == nil && outcome.configuration == .published(country: "DE"))
            let keys = try outcome.gathered.flatMap { try servers.keys(of: $0) }
            #expect(keys.count == 15, "each key once")
            #expect(Set(keys.map(\.key)) == Set(history))
        }
    }

    @Test("fakes get the statuses and sizes of genuine answers")
    func fakes() async throws {
        try await SampleServers.with { servers in
            var generator = SeededGenerator(seed: 4)
            for (kind, status, size) in [
                (FakeRequest.registration, 201, 173), (.result, 200, 173), (.tan, 201, 173), (.upload, 200, 0),
            ] {
                let answer = try await servers.transport.send(ExchangeRequests.fake(kind, using: &generator))
                #expect(answer.status == status, "\(kind)")
                #expect(answer.body.count == size, "\(kind)")
            }
        }
    }
}

/// All services of Corona-Warn in one process, and a phone's connection to them.
struct SampleServers {
    let clock: ManualClock
    let transport: HTTPPhoneTransport
    let test: ScannedTest
    private let code: TestCode
    private let system: CoronaWarnSystem
    private let keys: AuthorityKeys
    private let storage = InMemoryPhoneStorage()

    var exchange: ExchangeClient { ExchangeClient(transport: transport) }

    static func with(_ body: @escaping @Sendable (SampleServers) async throws -> Void) async throws {
        try await TemporaryFolder.with { folder in
            let clock = ManualClock(CoronaWarnSamples.now)
            let (packages, messages) = (P256.Signing.PrivateKey(), P256.Signing.PrivateKey())
            let reader = try await settings(in: folder, packages, messages)
            let machine = FollowingMachine(clock: clock)
            let server = try Server([CoronaWarnSystem.self], settings: reader, clock: clock, machine: machine)
            let system = try #require(server.system(CoronaWarnSystem.self))
            let log = LogCapture()
            let services: [ServiceName] = [.laboratory, .verification, .submission, .distribution]
            let host = try await server.host(for: services, logger: log.logger)
            let keys = try AuthorityKeys(
                packages: ExportVerifier(keys: [ExportVerificationKey(packages.publicKey.pemRepresentation)]),
                messages: [MessageVerificationKey(pem: messages.publicKey.pemRepresentation)]
            )
            try await withRunning(host, log: log) { ports, _ in
                let servers = try SampleServers(port: ports.public, clock: clock, system: system, keys: keys)
                do {
                    try await body(servers)
                } catch {
                    try await servers.transport.shutDown()
                    throw error
                }
                try await servers.transport.shutDown()
            }
        }
    }

    private init(port: Int, clock: ManualClock, system: CoronaWarnSystem, keys: AuthorityKeys) throws {
        let url = try #require(ServerURL("http://127.0.0.1:\(port)"))
        transport = HTTPPhoneTransport(to: PhoneServers([.verification: url, .submission: url, .download: url]))
        var generator = SeededGenerator(seed: 77)
        code = TestCode(using: &generator)
        test = try ScannedTest(code.exposedAddress, today: clock.now().utcDay)
        (self.clock, self.system, self.keys) = (clock, system, keys)
    }

    private static func settings(
        in folder: URL,
        _ packages: P256.Signing.PrivateKey,
        _ messages: P256.Signing.PrivateKey
    ) async throws -> SettingsReader {
        let files = ["packages.pem", "messages.pem"].map { folder.appending(path: $0) }
        for (file, key) in zip(files, [packages, messages]) {
            try SecretFile.write(key.pemRepresentation, to: file)
        }
        return try await .ofCoronaWarn([
            "data": folder.appending(path: "data").path, "signing-key": files[0].path,
            "message-signing-key": files[1].path, "public.address": "127.0.0.1:0", "internal.address": "127.0.0.1:0",
            "cover.floor": "0s", "cover.tick": "0s", "limits.handling": "600s", "distribution.min-keys": "1",
        ])
    }

    func sendResult(_ outcome: TestOutcome) async throws {
        let result = ResultBatch.Result(identifier: TestIdentifier(hashing: code), outcome: outcome)
        let batch = ResultBatch(kind: .pcr, results: [result])
        #expect(try await system.testResultStores().results.store(batch, from: "lab", now: clock.now()) == .stored)
    }

    // MARK: - Uploads

    /// The keys of past days, as a framework gives them that withholds the current day's key.
    func history(days: Int) throws -> [TemporaryExposureKey] {
        try (1...days).map { daysAgo in
            let day = clock.now().utcDay.advanced(byDays: -daysAgo)
            var generator = SeededGenerator(seed: UInt64(day.daysSinceEpoch))
            return try .generate(forDayOf: IntervalNumber(clamping: day.startInUTC), using: &generator)
        }
    }

    /// A plan with its first upload prepared.
    func plan(using generator: inout SeededGenerator) throws -> SubmissionPlan {
        let choices = SubmissionPlan.Choices(
            levels: UploadLevels(.onsetUnknown, on: clock.now().utcDay),
            source: .pcr,
            visitedCountries: [],
            consentsToFederation: true
        )
        var plan = SubmissionPlan(choices, consentedAt: clock.now())
        let prepared = try plan.prepare(from: history(days: 14), at: clock.now(), using: &generator)
        #expect(prepared)
        return plan
    }

    /// Uploads as a phone does that never gets an answer at first: each request leaves twice.
    ///
    /// - Returns: the number of keys.
    func upload(
        _ plan: inout SubmissionPlan,
        _ token: RegistrationToken,
        using generator: inout SeededGenerator
    ) async throws -> Int {
        var upload = try #require(plan.upload)
        var tans: [TAN] = []
        for _ in 0..<2 {
            guard case .requestTAN(let nonce) = upload.begin(at: clock.now(), using: &generator) else {
                throw ExchangeFailure.lost
            }
            tans.append(try await exchange.tan(for: token, nonce: nonce))
        }
        #expect(tans[0] == tans[1])
        upload.got(tans[1], at: clock.now(), using: &generator)
        for _ in 0..<2 {
            guard case .send(let tan, let body) = upload.begin(at: clock.now(), using: &generator) else {
                throw ExchangeFailure.lost
            }
            try await exchange.upload(body, with: tan)
            _ = upload.sendingFailed(.lost, at: clock.now(), using: &generator)
        }
        plan.update { $0 = upload }
        plan.confirmed()
        return upload.keyCount
    }

    // MARK: - Packages

    /// Runs the job of distribution.
    func publish() async throws { _ = try await system.distributionJob().run() }

    func download() async -> DownloadOutcome {
        let order = DownloadOrder(
            platform: .android,
            configuration: nil,
            seen: SeenStatements(),
            progress: PackageProgress(region: "DE"),
            wantsPackages: true
        )
        let files = SignedTreeFiles(keys: keys, transport: transport, clock: clock)
        return await DownloadSession(files: files, storage: PackageStorage(storage), order: order).run()
    }

    func keys(of package: GatheredPackage) throws -> [DiagnosisKey] {
        try package.files.flatMap { file in
            let archive = try #require(try PackageStorage(storage).read(file))
            return try ExportArchive(zip: archive).verified(by: keys.packages).contents.allKeys().keys
        }
    }
}

/// A machine whose uptime follows a clock that a test moves.
private struct FollowingMachine: MachineClock {
    let clock: ManualClock

    func time(askingKernel: Bool) -> MachineTime {
        MachineTime(sinceBoot: clock.now().seconds - CoronaWarnSamples.now.seconds + 1000, boot: "test", kernel: nil)
    }
}
