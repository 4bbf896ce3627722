import CoronaWarnAPI
import CoronaWarnStoreConformance
import ExposureTesting
import ServiceTesting
import Testing

@Suite("Uploads to the submission service")
struct SubmissionTests {
    private typealias Request = SubmissionRequest

    @Test("an upload with a TAN is stored once, and the same bytes are answered like the first")
    func accepts() async throws {
        try await SampleSubmission.with { sample, port async throws in
            try await sample.issue()
            let body = try Request.body()
            for _ in 0..<3 {
                let answer = try await Request.send(body: body, to: port)
                #expect(answer.status == 200 && answer.body.isEmpty)
                #expect(answer["cwa-filtered-checkins"] == "0" && answer["cwa-saved-checkins"] == "0")
            }
            let other = try Request.body([Request.key(2)])
            #expect(try await Request.send(body: other, to: port).status == 403)
            #expect(try await sample.stored().map { $0.prefix(1) } == ["1"])
            #expect(try await sample.rows("tan") == 0)
            sample.clock.advance(bySeconds: CoronaWarnSamples.day - 1)
            #expect(try await Request.send(body: body, to: port).status == 200)
            sample.clock.advance(bySeconds: 1)
            #expect(try await Request.send(body: body, to: port).status == 403)
        }
    }

    @Test("a TAN that does not permit the upload is 403, and stays as it is")
    func tans() async throws {
        try await SampleSubmission.with { sample, port async throws in
            let body = try Request.body()
            #expect(try await Request.send(body: body, to: port).status == 403, "unknown")
            let prefixed = "cwa-authorization: TAN \(SampleSubmission.tan().exposedText)"
            try await sample.issue(2, from: .event)
            try await sample.issue(1)
            for headers in [
                [Request.type, "cwa-fake: 0", prefixed], [Request.type, "cwa-fake: 0", "cwa-authorization: x"],
                Request.headers(tan: SampleSubmission.tan(2)),
            ] {
                #expect(try await Request.send(headers, body: body, to: port).status == 403)
            }
            #expect(try await sample.rows("tan") == 2)
            try await sample.issue(3, from: .test)
            let headers = Request.headers(tan: SampleSubmission.tan(3))
            #expect(try await Request.send(headers, body: body, to: port).status == 200)
            sample.clock.advance(bySeconds: CoronaWarnSamples.day)
            #expect(try await Request.send(body: body, to: port).status == 403, "expired")
        }
    }

    @Test("headers come first, then the media type, then the body, and a refusal costs no TAN")
    func order() async throws {
        try await SampleSubmission.with { sample, port async throws in
            try await sample.issue()
            let (body, tan) = (try Request.body(), "cwa-authorization: \(SampleSubmission.tan().exposedText)")
            for (headers, content, status) in [
                ([tan, Request.type], body, 400), (["cwa-fake: 0", Request.type], body, 400),
                (["cwa-fake: x", tan, Request.type], body, 400), (["cwa-fake: 1.0", tan, Request.type], body, 400),
                (["cwa-fake: 0", tan, "cwa-otp: 1", Request.type], body, 400),
                (["cwa-fake: 0", "cwa-otp: 1"], body, 400),
                (["cwa-fake: 0", tan], body, 415), (["cwa-fake: 0", tan, "Content-Type: application/json"], [0], 415),
                (["cwa-fake: 0"], [0], 400), (["cwa-fake: 0", tan, Request.type], [0], 400),
                (["cwa-fake: 0", tan, Request.type], [], 400),
                (["cwa-fake: 0", "cwa-authorization: x", Request.type], [0], 400),
                (["cwa-fake: 0", "cwa-authorization: x", Request.type], body, 403),
            ] {
                #expect(try await Request.send(headers, body: content, to: port).status == status, "\(headers)")
            }
            for method in ["GET", "PUT", "DELETE", "PATCH"] {
                let request = RawRequest.get("/version/v1/diagnosis-keys", method: method)
                #expect(try await RawHTTP.exchange(port: port, request).status == 405)
            }
            #expect(try await sample.rows("tan") == 1)
            #expect(try await sample.rows("diagnosis_key") == 0)
            #expect(try await Request.send(body: body, to: port).status == 200)
        }
    }

    @Test("a body is limited on both sides, for a fake as well", arguments: [("280", 280), ("200000", 16_400)])
    func sizes(setting: String, size: Int) async throws {
        try await SampleSubmission.with(["submission.max-body": setting]) { sample, port async throws in
            try await sample.issue()
            let body = try Request.body(size: size)
            let tooLarge = [UInt8](repeating: 0, count: (Int(setting) ?? 0) + 1)
            for fake in ["0", "1"] {
                let headers = Request.headers(fake: fake)
                #expect(try await Request.send(headers, body: tooLarge, to: port).status == 400)
            }
            #expect(try await Request.send(body: body, to: port).status == 200)
        }
    }

    @Test("the number of keys is limited on both sides", arguments: [("7", 7), ("14", 14), ("100", 100)])
    func keyCounts(setting: String, limit: Int) async throws {
        try await SampleSubmission.with(["submission.max-keys": setting]) { sample, port async throws in
            try await sample.issue()
            for (count, status) in [(0, 400), (limit + 1, 400), (limit, 200)] {
                let keys = try (0..<count).map { try Request.key(UInt8($0 + 1)) }
                let body = try Request.body(keys, size: 8000)
                #expect(try await Request.send(body: body, to: port).status == status, "\(count)")
            }
            #expect(try await sample.rows("diagnosis_key") == 2 * limit)
        }
    }

    @Test("nothing that is left of an upload leads from its keys to its TAN or token, and the log has neither")
    func leavesNoLink() async throws {
        try await SampleSubmission.with { sample, port async throws in
            try await sample.issue()
            #expect(try await Request.send(body: Request.body(), to: port).status == 200)
            #expect(try await sample.rows("tan") == 0)
            #expect(try await sample.rows("used_upload") == 1)
            #expect(!sample.log.contains(SampleSubmission.tan().exposedText))
            #expect(!sample.log.contains(SampleSubmission.tan().digest.hex))
        }
    }
}
