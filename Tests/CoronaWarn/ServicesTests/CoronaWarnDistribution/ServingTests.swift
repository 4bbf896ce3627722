import CoronaWarnAPI
import CoronaWarnConfiguration
import CoronaWarnDistribution
import ExposurePrimitives
import MessageSignatures
import ServiceKit
import ServiceTesting
import Testing

@Suite("The tree as it is served")
struct ServingTests {
    private typealias Sample = SampleDistribution

    private func with(_ body: @escaping @Sendable (SampleDistribution, _ port: Int) async throws -> Void) async throws {
        let sample = try await Sample.started(["distribution.min-keys": "1"])
        try await sample.store(0..<2, fromHour: 1)
        try await sample.run(atHour: 2)
        try await withRunningHost([sample.service()], clock: sample.clock) { ports, _ async throws in
            try await body(sample, ports.public)
        }
    }

    private func get(
        _ path: String,
        _ headers: [String] = [],
        method: String = "GET",
        from port: Int
    ) async throws -> RawAnswer {
        let request = RawRequest.get(path, headers: headers, method: method)
        return try await RawHTTP.exchange(port: port, request, hasBody: method != "HEAD")
    }

    @Test("each file has its type, tag and caching, also for HEAD, and is not sent to whom has it")
    func files() async throws {
        try await with { sample, port async throws in
            let hours = TreePath.hours(Sample.own, Sample.today)
            for (path, type) in [
                (TreePath.versions.path, "application/json; charset=utf-8"),
                (hours.path, "application/json; charset=utf-8"),
                (hours.statementPath, "application/json; charset=utf-8"), (sample.hour(1).path, "application/zip"),
                (ConfigurationFile.secondIOS.rawValue, "application/zip"),
            ] {
                let answer = try await get(path, from: port)
                #expect(answer.status == 200 && answer["Content-Type"] == type)
                #expect(answer["Cache-Control"] == "public, max-age=300" && answer["Accept-Ranges"] == "bytes")
                #expect(try await answer.body == sample.file(path))
                let tag = try #require(answer["ETag"])
                #expect(tag == "\"\(Hex.encode(ContentDigest(of: answer.body).bytes))\"")
                let head = try await get(path, method: "HEAD", from: port)
                #expect(head.status == 200 && head["ETag"] == tag && head.body.isEmpty)
                #expect(head["Content-Length"] == "\(answer.body.count)")
                let known = try await get(path, ["If-None-Match: \(tag)"], from: port)
                #expect(known.status == 304 && known.body.isEmpty)
            }
        }
    }

    @Test("indexes are signed in headers too, packages carry their own signature")
    func signatures() async throws {
        try await with { sample, port async throws in
            let index = try await get(TreePath.countries.path, from: port)
            #expect(index["Signature"] != nil && index["Signature-Input"] != nil && index["Content-Digest"] != nil)
            #expect(try await get(ConfigurationFile.first.rawValue, from: port)["Signature"] != nil)
            #expect(try await get(sample.hour(1).path, from: port)["Signature"] == nil)
        }
    }

    @Test("a file that was written again is served as it is now, also within one second")
    func current() async throws {
        try await with { sample, port async throws in
            let path = ConfigurationFile.secondIOS.rawValue
            let (before, statement) = (try await get(path, from: port), try await get(path + ".sig", from: port))
            sample.phones.change { $0.downloadInterval = 7200 }
            _ = try await sample.job().run()
            let after = try await get(path, from: port)
            #expect(try await after.body == sample.file(path) && after["ETag"] != before["ETag"])
            #expect(after["Signature"] != nil && after["Avviso-Sequence"] != before["Avviso-Sequence"])
            #expect(try await get(path + ".sig", from: port).body != statement.body)
        }
    }

    @Test("the service is healthy once its first run has ended, also if that failed")
    func health() async throws {
        for fails in [false, true] {
            let sample = try await Sample()
            if fails {
                sample.phones.change { $0.downloadInterval = 1 }
            }
            let service = sample.service()
            await #expect(throws: (any Error).self) { try await service.checkHealth() }
            for job in service.jobs {
                try? await job.run()
            }
            try await service.checkHealth()
        }
    }

    @Test("parts of a file are served")
    func ranges() async throws {
        try await with { sample, port async throws in
            let path = sample.hour(1).path
            let whole = try await get(path, from: port)
            let (count, tag) = (whole.body.count, try #require(whole["ETag"]))
            for (range, bounds) in [
                ("bytes=0-0", 0..<1), ("bytes=10-19", 10..<20), ("bytes=\(count - 1)-", count - 1..<count),
                ("bytes=-5", count - 5..<count), ("bytes=5-\(count + 7)", 5..<count),
                ("bytes=-\(count + 1)", 0..<count),
            ] {
                let answer = try await get(path, ["Range: \(range)", "If-Range: \(tag)"], from: port)
                #expect(answer.status == 206 && answer.body == Array(whole.body[bounds]))
                #expect(answer["Content-Range"] == "bytes \(bounds.lowerBound)-\(bounds.upperBound - 1)/\(count)")
            }
            let unit = try await get(path, ["Range: BYTES=0-1"], from: port)
            #expect(unit.status == 206 && unit.body.count == 2)
            let index = try await get(TreePath.countries.path, ["Range: bytes=0-1"], from: port)
            #expect(index.status == 206 && index["Content-Digest"] == nil && index["Signature"] == nil)
            for range in ["bytes=\(count)-", "bytes=-0", "bytes=99999999999999999999-"] {
                let answer = try await get(path, ["Range: \(range)"], from: port)
                #expect(answer.status == 416 && answer["Content-Range"] == "bytes */\(count)")
            }
            for headers in [
                ["Range: bytes=0-1,3-4"], ["Range: bytes=5-4"], ["Range: bytes=-"], ["Range: items=0-1"],
                ["Range: bytes=0-1", "If-Range: \"other\""], ["Range: bytes=a-b"],
            ] {
                let answer = try await get(path, headers, from: port)
                #expect(answer.status == 200 && answer.body.count == count, "\(headers)")
            }
        }
    }

    @Test("other paths are unknown, and other methods are refused")
    func unknown() async throws {
        try await with { sample, port async throws in
            let keys = TreePath.countries.path
            for path in [
                "/", "/version/", "/version/v2", keys + "/DE", keys + "/FR/date", keys + "/de/date",
                sample.hour(9).path,
                keys + "/DE/date/\(Sample.today)", keys + "/DE/date/\(Sample.today)/hour/01",
                keys + "/DE/date/2020-13-01/hour", sample.hour(1).path + ".sig", sample.hour(1, batch: 2).path,
                sample.hour(1).path + "/batch/1", "/version/v3/app_config_ios",
            ] {
                let answer = try await get(path, from: port)
                #expect(answer.status == 404 && answer.body.isEmpty, "\(path)")
            }
            for method in ["POST", "PUT", "DELETE"] {
                #expect(try await get("/version", method: method, from: port).status == 405)
            }
        }
    }
}
