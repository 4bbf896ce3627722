import CoronaWarnAPI
import CoronaWarnPorts
import CoronaWarnStoreConformance
import CoronaWarnVerification
import ExposurePrimitives
import ExposureTesting
import KeyServerRules
import Persistence
import SQLCoronaWarnStores
import SQLiteTesting
import ServiceKit
import ServiceTesting
import Testing
import WireFormat

/// A Verification Service on databases of its own and a clock that stands still.
struct SampleVerification {
    static let token = "63b4d3ff-e0de-4bd4-90c1-17c2bb683a2f"
    static let guid = String(repeating: "0a", count: 32)
    static let operatorToken = "the token of an operator"

    let clock = ManualClock(CoronaWarnSamples.now)
    let results: any TestResultStore
    let store: any VerificationStore
    let keys: any AccessKeyStore
    let service: VerificationService
    let cleanup: RegistrationCleanupJob
    let log: LogCapture
    let metrics: MetricsRegistry

    init(
        settings: [String: String] = [:],
        source: (any TestResultSource)? = nil,
        store: (any VerificationStore)? = nil,
        traces: (any TraceErasure)? = nil,
        log: LogCapture = LogCapture(),
        metrics: MetricsRegistry = MetricsRegistry()
    ) async throws {
        let database = try await TemporaryDatabase(.coronaWarn)
        let store = store ?? SQLVerification(database)
        keys = SQLAccessKeys(database)
        results = SQLTestResults(try await TemporaryDatabase(.laboratory))
        (self.store, self.log, self.metrics) = (store, log, metrics)
        let reader = try await SettingsReader(settings, of: VerificationConfiguration.catalogue)
        let key = try #require(RightKey([UInt8](repeating: 3, count: RightKey.count)))
        cleanup = RegistrationCleanupJob(
            stores: VerificationStoreSet(verification: store, traces: traces ?? database),
            results: source ?? results,
            clock: clock
        )
        service = VerificationService(
            store: store,
            results: source ?? results,
            keys: keys,
            secrets: VerificationSecrets(key),
            configuration: try VerificationConfiguration(reader),
            cleanup: cleanup,
            clock: clock,
            logger: log.logger,
            metrics: metrics
        )
    }

    /// Gives an operator a token that lives for a day.
    func giveToken(_ role: AccessKey.Role = .hotline, authority: String? = nil) async throws {
        let key = AccessKey(
            holder: "anna",
            role: role,
            authority: authority,
            digest: TokenDigest(of: SecretBytes(Self.operatorToken.utf8)).bytes,
            expiry: clock.now().advanced(bySeconds: CoronaWarnSamples.day)
        )
        _ = try await keys.give(key, replaces: true, reopens: true, now: clock.now())
    }

    /// A laboratory's positive result.
    func send(_ outcome: TestOutcome, of identifier: String = guid) async throws {
        let identifier = try #require(TestIdentifier(code: identifier))
        let batch = ResultBatch(kind: .pcr, results: [.init(identifier: identifier, outcome: outcome)])
        #expect(try await results.store(batch, from: "lab", now: clock.now()) == .stored)
    }
}

/// Requests of phones and operators.
enum VerificationRequest {
    static func registration(_ key: String = SampleVerification.guid, _ kind: String = "GUID", headers: [String] = [])
        -> String
    {
        json("registrationToken", #"{"key":"\#(key)","keyType":"\#(kind)"}"#, headers)
    }

    static func result(_ token: String, headers: [String] = []) -> String {
        json("testresult", #"{"registrationToken":"\#(token)"}"#, headers)
    }

    static func tan(_ token: String, headers: [String] = []) -> String {
        json("tan", #"{"registrationToken":"\#(token)"}"#, headers)
    }

    static func teleTAN(_ headers: [String]) -> String {
        RawRequest.post("/version/v1/tan/teletan", headers: headers)
    }

    private static func json(_ path: String, _ body: String, _ headers: [String]) -> String {
        RawRequest.postJSON("/version/v1/\(path)", headers: headers, body: body)
    }
}

extension SettingsReader {
    /// Reads the settings of a test alone.
    init(_ settings: [String: String], of catalogue: SettingsCatalogue) async throws {
        try await self.init(commandLine: settings, environment: [:], catalogue: catalogue)
    }
}

extension RawAnswer {
    /// A text of the JSON body.
    func text(_ name: String) throws -> String {
        var reader = JSONReader(body)
        guard case .string(let text)? = try reader.readValue()[name] else {
            throw JSONError.notCompliant
        }
        return text
    }
}
