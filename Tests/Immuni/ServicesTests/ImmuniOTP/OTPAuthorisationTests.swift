import DiagnosisKeyStores
import ExposurePrimitives
import ExposureTesting
import ImmuniAPI
import ImmuniOTP
import ServiceKit
import ServiceTesting
import Testing
import WireFormat

@Suite("POST /v1/otp")
struct OTPAuthorisationTests {
    private static func authorise(_ ports: BoundPorts, _ body: String = SampleOTPService.body()) async throws
        -> RawAnswer
    {
        try await RawHTTP.exchange(port: ports.internal, RawRequest.postJSON("/v1/otp", body: body))
    }

    @Test("an authorised code is a live right with its onset, stored only as its keyed hash")
    func authorises() async throws {
        let sample = try await SampleOTPService()
        try await withRunningHost([sample.service], clock: sample.clock) { ports, _ async throws in
            let answer = try await Self.authorise(ports)
            #expect(answer.status == 204)
            #expect(answer["Cache-Control"] == "no-store")
            #expect(answer.body.isEmpty)
        }
        let identifier = try sample.identifier(of: "9K2RAY8UUQ")
        #expect(try await sample.stores.rights.isLive(identifier, now: sample.clock.now()))
        let plain = RightIdentifier(mac: try OneTimePassword("9K2RAY8UUQ").uploadToken.digest.exposedBytes)
        #expect(try await !sample.stores.rights.isLive(plain, now: sample.clock.now()))
        let wasConsumed = try await sample.stores.uploads.consume(identifier, now: sample.clock.now()) { evidence in
            #expect(evidence.day == CalendarDay(iso: "2020-07-05"))
            return UploadContent(keys: [], inboxEntry: SampleInbox.entry)
        }
        #expect(wasConsumed)
    }

    @Test(
        "another body is refused and authorises nothing",
        arguments: [
            "", "{", "[]", "null", #"{"otp":"9K2RAY8UUQ"}"#, #"{"symptoms_started_on":"2020-07-05"}"#,
            #"{"otp":null,"symptoms_started_on":"2020-07-05"}"#, #"{"otp":"9K2RAY8UUQ","symptoms_started_on":null}"#,
            #"{"otp":9,"symptoms_started_on":"2020-07-05"}"#,
            #"{"otp":"9K2RAY8UUQ","symptoms_started_on":"2020-07-05","other":1}"#,
            #"{"otp":"9K2RAY8UUQ","otp":"9K2RAY8UUQ","symptoms_started_on":"2020-07-05"}"#,
            #"{"otp":"9K2RAY8UUQ","symptoms_started_on":"2020-07-05","id_test_verification":null}"#,
            SampleOTPService.body("9k2ray8uuq"), SampleOTPService.body("AEFHIJ1234"),
            SampleOTPService.body("9K2RAY8UU"),
            SampleOTPService.body("9K2RAY8UUQQ"), SampleOTPService.body("9K2RAY8UUQ\\n"),
            SampleOTPService.body("9K2 RAY8 UUQ"), SampleOTPService.body("NNNNNNNNNN"), SampleOTPService.body(""),
            SampleOTPService.body("b39e0733843b1b5d7c558f52f117a824dc41216e0c2bb671b3d79ba82105dd94"),
            SampleOTPService.body("9K2RAY8UUQ", "2020-07-09"), SampleOTPService.body("9K2RAY8UUQ", "2020-01-09"),
            SampleOTPService.body("9K2RAY8UUQ", "2020-7-5"), SampleOTPService.body("9K2RAY8UUQ", "2020-02-30"),
            SampleOTPService.body("9K2RAY8UUQ", "2020-07-05T00:00:00Z"), SampleOTPService.body("9K2RAY8UUQ", ""),
        ]
    )
    func refuses(body: String) async throws {
        let sample = try await SampleOTPService()
        try await withRunningHost([sample.service], clock: sample.clock) { ports, _ async throws in
            let answer = try await Self.authorise(ports, body)
            #expect(answer.status == 400)
            #expect(answer.body == APIError.notCompliant.body)
        }
        let identifier = try sample.identifier(of: "9K2RAY8UUQ")
        #expect(try await !sample.stores.rights.isLive(identifier, now: sample.clock.now()))
    }

    @Test(
        "symptoms may have started from 180 days ago until today",
        arguments: ["2020-07-08", "2020-07-07", "2020-01-10"]
    )
    func onsetBounds(day: String) async throws {
        let sample = try await SampleOTPService()
        try await withRunningHost([sample.service], clock: sample.clock) { ports, _ async throws in
            #expect(try await Self.authorise(ports, SampleOTPService.body("9K2RAY8UUQ", day)).status == 204)
        }
    }

    @Test("today is the authority's day: Rome's begins two hours before UTC's in summer")
    func timeZone() async throws {
        let sample = try await SampleOTPService()
        let body = SampleOTPService.body("9K2RAY8UUQ", "2020-07-09")
        try await withRunningHost([sample.service], clock: sample.clock) { [sample] ports, _ async throws in
            sample.clock.set(UnixTime(1_594_245_599))
            #expect(try await Self.authorise(ports, body).status == 400, "21:59:59 UTC")
            sample.clock.set(UnixTime(1_594_245_600))
            #expect(try await Self.authorise(ports, body).status == 204, "22:00:00 UTC")
        }
    }

    @Test(
        "any spelling of the JSON content type is accepted, and no other type",
        arguments: [
            ("application/json", 204), ("application/json; charset=utf-8", 204),
            ("application/json;charset=utf-8", 204),
            ("Application/JSON; Charset=UTF-8", 204), ("text/plain", 400), ("application/json; charset=latin1", 400),
            ("", 400),
        ]
    )
    func contentType(type: String, status: Int) async throws {
        let sample = try await SampleOTPService()
        try await withRunningHost([sample.service], clock: sample.clock) { ports, _ async throws in
            let headers = type.isEmpty ? [] : ["Content-Type: \(type)"]
            let request = RawRequest.post("/v1/otp", headers: headers, body: SampleOTPService.body())
            #expect(try await RawHTTP.exchange(port: ports.internal, request).status == status)
        }
    }

    @Test("the code is authorised on the internal listener only, and by POST only")
    func internalOnly() async throws {
        let sample = try await SampleOTPService()
        try await withRunningHost([sample.service], clock: sample.clock) { ports, _ async throws in
            let request = RawRequest.postJSON("/v1/otp", body: SampleOTPService.body())
            let outside = try await RawHTTP.exchange(port: ports.public, request)
            #expect(outside.status == 404)
            #expect(outside.body == APIError.unknownRoute.body)
            for method in ["GET", "PUT", "DELETE", "PATCH"] {
                let answer = try await RawHTTP.exchange(port: ports.internal, RawRequest.get("/v1/otp", method: method))
                #expect(answer.status == 405)
                #expect(answer.body == APIError.wrongMethod.body)
                #expect(answer["Allow"] == "POST")
            }
        }
        let identifier = try sample.identifier(of: "9K2RAY8UUQ")
        #expect(try await !sample.stores.rights.isLive(identifier, now: sample.clock.now()))
    }

    @Test("a failing store is answered 503 without detail, and health reports it")
    func failingStore() async throws {
        let sample = try await SampleOTPService(failing: true)
        let log = LogCapture()
        try await withRunningHost([sample.service], clock: sample.clock, log: log) { ports, _ async throws in
            let answer = try await Self.authorise(ports)
            #expect(answer.status == 503)
            #expect(answer.body == APIError.unknown.body)
            let health = try await RawHTTP.exchange(port: ports.internal, RawRequest.get("/health"))
            #expect(health.status == 503)
        }
        #expect(log.contains("planted"), "the cause is for the operator")
        #expect(!log.contains("9K2RAY8UUQ"))
    }
}

enum SampleInbox {
    static var entry: InboxEntry {
        var generator = SeededGenerator(seed: 1)
        return InboxEntry(
            identifier: Bytes16.random(using: &generator),
            receivedOn: SampleOTPService.noon.utcDay,
            area: "RM",
            content: Array("[]".utf8)
        )
    }
}
