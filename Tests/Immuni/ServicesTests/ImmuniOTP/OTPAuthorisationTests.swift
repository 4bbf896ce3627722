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
    @Test("an authorised code is a live right with its onset, stored only as its keyed hash")
    func authorises() async throws {
        let sample = try await SampleOTPService()
        let answer = try await sample.authorise()
        #expect(answer.status == 204)
        #expect(answer["Cache-Control"] == "no-store")
        #expect(answer.body.isEmpty)
        #expect(try await sample.isLive())
        let plain = RightIdentifier(mac: try OneTimePassword(SampleOTPService.code).uploadToken.digest.exposedBytes)
        let now = sample.clock.now()
        #expect(try await !sample.stores.rights.isLive(plain, now: now))
        let wasConsumed = try await sample.stores.uploads.consume(sample.identifier(), now: now) { evidence in
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
        ]
            + [
                "9k2ray8uuq", "AEFHIJ1234", "9K2RAY8UU", "9K2RAY8UUQQ", "9K2RAY8UUQ\\n", "9K2 RAY8 UUQ", "NNNNNNNNNN",
                "", "b39e0733843b1b5d7c558f52f117a824dc41216e0c2bb671b3d79ba82105dd94",
            ].map { SampleOTPService.body($0) }
            + ["2020-07-09", "2020-01-09", "2020-7-5", "2020-02-30", "2020-07-05T00:00:00Z", ""]
            .map { SampleOTPService.body(SampleOTPService.code, $0) }
    )
    func refuses(body: String) async throws {
        let sample = try await SampleOTPService()
        try await sample.authorise(body).expect(.notCompliant)
        #expect(try await !sample.isLive())
    }

    @Test(
        "symptoms may have started from 180 days ago until today",
        arguments: ["2020-07-08", "2020-07-07", "2020-01-10"]
    )
    func onsetBounds(day: String) async throws {
        let body = SampleOTPService.body(SampleOTPService.code, day)
        #expect(try await SampleOTPService().authorise(body).status == 204)
    }

    @Test("today is the authority's day: Rome's begins two hours before UTC's in summer")
    func timeZone() async throws {
        let sample = try await SampleOTPService()
        let body = SampleOTPService.body("9K2RAY8UUQ", "2020-07-09")
        sample.clock.set(UnixTime(1_594_245_599))
        #expect(try await sample.authorise(body).status == 400, "21:59:59 UTC")
        sample.clock.set(UnixTime(1_594_245_600))
        #expect(try await sample.authorise(body).status == 204, "22:00:00 UTC")
    }

    @Test(
        "any spelling of the JSON content type is accepted, and no other type",
        arguments: [
            ("application/json", 204), ("application/json; charset=utf-8", 204),
            ("application/json;charset=utf-8", 204), ("Application/JSON; Charset=UTF-8", 204), ("text/plain", 400),
            ("application/json; charset=latin1", 400), ("", 400),
        ]
    )
    func contentType(type: String, status: Int) async throws {
        let sample = try await SampleOTPService()
        try await sample.run { ports async throws in
            let headers = type.isEmpty ? [] : ["Content-Type: \(type)"]
            let request = RawRequest.post("/v1/otp", headers: headers, body: SampleOTPService.body())
            #expect(try await RawHTTP.exchange(port: ports.internal, request).status == status)
        }
    }

    @Test("the code is authorised on the internal listener only, and by POST only")
    func internalOnly() async throws {
        let sample = try await SampleOTPService()
        try await sample.run { ports async throws in
            let request = RawRequest.postJSON("/v1/otp", body: SampleOTPService.body())
            try await RawHTTP.exchange(port: ports.public, request).expect(.unknownRoute)
            for method in ["GET", "PUT", "DELETE", "PATCH"] {
                let answer = try await RawHTTP.exchange(port: ports.internal, RawRequest.get("/v1/otp", method: method))
                answer.expect(.wrongMethod)
                #expect(answer["Allow"] == "POST")
            }
        }
        #expect(try await !sample.isLive())
    }

    @Test("a failing store is answered 503 without detail, and health reports it")
    func failingStore() async throws {
        let sample = try await SampleOTPService(failing: true)
        let log = LogCapture()
        try await sample.run(log: log) { ports async throws in
            let request = RawRequest.postJSON("/v1/otp", body: SampleOTPService.body())
            try await RawHTTP.exchange(port: ports.internal, request).expect(.unavailable)
            #expect(try await ports.health() == 503)
        }
        #expect(log.contains("SQLite error 1"), "the cause is for the operator")
        #expect(!log.contains("9K2RAY8UUQ"))
    }
}

enum SampleInbox {
    static var entry: InboxEntry {
        var generator = SeededGenerator(seed: 1)
        let (number, today) = (Bytes16.random(using: &generator), SampleOTPService.noon.utcDay)
        return InboxEntry(identifier: number, receivedOn: today, area: "RM", content: Array("[]".utf8))
    }
}
