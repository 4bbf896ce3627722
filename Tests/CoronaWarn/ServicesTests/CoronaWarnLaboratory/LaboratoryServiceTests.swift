import ClockPorts
import CoronaWarnAPI
import CoronaWarnLaboratory
import CoronaWarnPorts
import CoronaWarnStoreConformance
import ExposurePrimitives
import ExposureTesting
import SQLCoronaWarnStores
import SQLiteTesting
import ServiceKit
import ServiceTesting
import Testing

@Suite("The laboratory service")
struct LaboratoryServiceTests {
    private let clock = ManualClock(CoronaWarnSamples.now)
    private let results: any TestResultStore
    private let keys: any AccessKeyStore
    private let metrics = MetricsRegistry()
    private let job: ResultRetentionJob
    private let service: LaboratoryService

    init() async throws {
        let database = try await TemporaryDatabase(.laboratory)
        (results, keys) = (SQLTestResults(database), SQLAccessKeys(database))
        job = ResultRetentionJob(stores: database.testResultStores(), clock: clock)
        service = LaboratoryService(
            results: results,
            keys: keys,
            retention: job,
            clock: clock,
            logger: LogCapture().logger,
            metrics: metrics
        )
        for (holder, role) in [("lab", AccessKey.Role.laboratory), ("anna", .hotline)] {
            let key = AccessKey(
                holder: holder,
                role: role,
                digest: TokenDigest(of: SecretBytes("key of \(holder)".utf8)).bytes,
                expiry: clock.now().advanced(bySeconds: CoronaWarnSamples.day)
            )
            #expect(try await keys.give(key, replaces: false, reopens: true, now: clock.now()))
        }
    }

    private static let identifier = String(repeating: "0a", count: 32)

    private static func send(_ ports: BoundPorts, _ lines: String, key: String = "key of lab") async throws -> RawAnswer
    {
        let (headers, body) = (["Authorization: Bearer \(key)"], #"{"testResults":[\#(lines)]}"#)
        let request = RawRequest.postJSON("/api/v1/lab/results", headers: headers, body: body)
        return try await RawHTTP.exchange(port: ports.internal, request)
    }

    @Test("a laboratory's key opens its routes until it ends or is revoked, an operator's opens none")
    func access() async throws {
        let line = #"{"id":"\#(Self.identifier)","result":2}"#
        try await withRunningHost([service], clock: clock) { ports, _ async throws in
            #expect(try await Self.send(ports, line).status == 204)
            #expect(try await Self.send(ports, line, key: "key of anna").status == 401)
            #expect(try await Self.send(ports, line, key: "another key").status == 401)
            clock.advance(bySeconds: CoronaWarnSamples.day)
            #expect(try await Self.send(ports, line).status == 401, "an expired key")
            clock.advance(bySeconds: -1)
            #expect(try await Self.send(ports, line).status == 204)
            #expect(try await keys.revoke("lab"))
            #expect(try await Self.send(ports, line).status == 401, "a revoked key")
        }
    }

    @Test("a refused batch names its lines by number, and nothing else")
    func badLines() async throws {
        let good = #"{"id":"\#(Self.identifier)","result":2}"#
        let bad = #"{"id":"\#(Self.identifier)x","result":2}"#
        try await withRunningHost([service], clock: clock) { ports, _ async throws in
            let refused = try await Self.send(ports, "\(bad),\(good),{}")
            #expect((refused.status, refused.text) == (400, #"{"badLines":[1,3]}"#))
            #expect(try await Self.send(ports, good).status == 204)
            let other = #"{"id":"\#(String(repeating: "b", count: 64))","result":1}"#
            let conflict = try await Self.send(ports, "\(other),\(good.replacing(":2", with: ":1"))")
            #expect((conflict.status, conflict.text) == (409, #"{"badLines":[2]}"#))
            let headers = ["Authorization: Bearer key of lab"]
            let request = RawRequest.postJSON("/api/v1/lab/results", headers: headers, body: "[]")
            let malformed = try await RawHTTP.exchange(port: ports.internal, request)
            #expect((malformed.status, malformed.body.count) == (400, 0))
        }
    }

    @Test("results of stored batches are counted by kind at once, and those of refused batches are not")
    func counters() async throws {
        let good = #"{"id":"\#(Self.identifier)","result":2}"#
        try await withRunningHost([service], clock: clock) { ports, _ async throws in
            #expect(metrics.prometheusText().contains(#"laboratory_results_total{kind="pcr"} 0"#))
            for (lines, count) in [(good, 1), (good, 2), (good.replacing(":2", with: ":1"), 2), (good + ",{}", 2)] {
                _ = try await Self.send(ports, lines)
                let text = metrics.prometheusText()
                #expect(text.contains("laboratory_results_total{kind=\"pcr\"} \(count)\n"))
                #expect(text.contains(#"laboratory_results_total{kind="rapid"} 0"#))
            }
        }
    }

    @Test("the verification service asks on the internal listener, and no result is on the public one")
    func questions() async throws {
        try await withRunningHost([service], clock: clock) { ports, _ async throws in
            let request = RawRequest.postJSON("/api/v1/app/result", body: #"{"id":"\#(Self.identifier)"}"#)
            let answer = try await RawHTTP.exchange(port: ports.internal, request)
            #expect((answer.status, answer.text) == (200, #"{"testResult":0,"sc":\#(CoronaWarnSamples.now.seconds)}"#))
            #expect(try await RawHTTP.exchange(port: ports.public, request).status == 404)
        }
    }

    @Test("a fake question is answered like one for a new test, and makes no row")
    func fakeQuestions() async throws {
        let body = #"{"id":"\#(Self.identifier)"}"#
        try await withRunningHost([service], clock: clock) { ports, _ async throws in
            let line = #"{"id":"\#(Self.identifier)","result":2}"#
            #expect(try await Self.send(ports, line).status == 204)
            for (flag, code, isSent) in [("0", 2, "1"), ("1", 0, "0"), ("-7", 0, "0"), ("0", 2, "1")] {
                let request = RawRequest.postJSON("/api/v1/app/result", headers: ["cwa-fake: \(flag)"], body: body)
                let answer = try await RawHTTP.exchange(port: ports.internal, request)
                #expect(answer.text == #"{"testResult":\#(code),"sc":\#(CoronaWarnSamples.now.seconds)}"#)
                #expect(answer["cwa-result-sent"] == isSent)
            }
            let wrong = RawRequest.postJSON("/api/v1/app/result", headers: ["cwa-fake: x"], body: body)
            #expect(try await RawHTTP.exchange(port: ports.internal, wrong).status == 400)
            let known = RawRequest.postJSON("/api/v1/app/known", body: #"{"ids":["\#(Self.identifier)"]}"#)
            let answer = try await RawHTTP.exchange(port: ports.internal, known)
            #expect((answer.status, answer.text) == (200, #"{"known":["\#(Self.identifier)"]}"#))
            for body in ["{}", #"{"ids":["x"]}"#] {
                let request = RawRequest.postJSON("/api/v1/app/known", body: body)
                #expect(try await RawHTTP.exchange(port: ports.internal, request).status == 400)
            }
        }
    }

    @Test("results are redeemed and deleted at their ages, and never while the clock is not trusted")
    func life() async throws {
        _ = try await results.store(CoronaWarnSamples.batch([1: .positive]), from: "lab", now: clock.now())
        clock.advance(bySeconds: 21 * CoronaWarnSamples.day)
        clock.hold(since: CoronaWarnSamples.now)
        await #expect(throws: ClockHold.self) { try await job.run() }
        clock.trust()
        #expect(try await job.run().results == ResultRetention(redeemed: 1, deleted: 0))
        clock.advance(bySeconds: 39 * CoronaWarnSamples.day)
        #expect(try await job.run().results == ResultRetention(redeemed: 0, deleted: 1))
    }
}
