import ExposureTesting
import ImmuniAPI
import ServiceKit
import ServiceTesting
import Testing

@Suite("POST /v1/ingestion/check-otp")
struct CheckOTPTests {
    private let sample: SampleIngestion

    init() async throws { sample = try await .authorised() }

    @Test("a live code is confirmed at every request, and can be used afterwards")
    func live() async throws {
        try await sample.run { ports async throws in
            for _ in 0..<5 {
                let answer = try await IngestionRequest.check().exchange(ports.public)
                #expect(answer.status == 204)
                #expect(answer["Cache-Control"] == "no-store")
            }
            #expect(try await IngestionRequest.upload().exchange(ports.public).status == 204)
            #expect(try await IngestionRequest.check().exchange(ports.public).status == 401, "consumed")
        }
    }

    @Test("an unknown code is refused")
    func unknown() async throws {
        let answer = try await sample.answer(to: IngestionRequest.check(code: SampleIngestion.otherCode))
        #expect(answer.status == 401)
        #expect(answer.text == #"{"error_code":1101,"message":"Unauthorized OTP."}"#)
    }

    @Test("a code expires strictly at the end of its life")
    func expiry() async throws {
        sample.clock.advance(bySeconds: 149)
        #expect(try await sample.answer(to: IngestionRequest.check()).status == 204)
        sample.clock.advance(bySeconds: 1)
        #expect(try await sample.answer(to: IngestionRequest.check()).status == 401)
        #expect(try await sample.answer(to: IngestionRequest.upload()).status == 401)
        #expect(sample.accepted.contents.isEmpty)
    }

    @Test(
        "a token that is not 64 lower-case hexadecimal digits after Bearer is refused as malformed",
        arguments: MalformedToken.all
    )
    func token(malformed: String?) async throws {
        for request in [try IngestionRequest.check(), try .upload()] {
            try await sample.answer(to: request.setting(\.authorization, malformed)).expect(.notCompliant)
        }
        #expect(try await sample.isLive())
    }

    @Test(
        "padding is optional: letters and digits, up to 150 000",
        arguments: [
            ("{}", 204), (#"{"padding":""}"#, 204), (#"{"padding":"azAZ09"}"#, 204),
            (#"{"padding":"\#(String(repeating: "f", count: 150_000))"}"#, 204),
            (#"{"padding":"\#(String(repeating: "f", count: 150_001))"}"#, 400), (#"{"padding":"a b"}"#, 400),
            (#"{"padding":"a-"}"#, 400), (#"{"padding":"é"}"#, 400), (#"{"padding":null}"#, 400),
            (#"{"padding":1}"#, 400), (#"{"padding":"a","padding":"a"}"#, 400), (#"{"other":"a"}"#, 400), ("", 400),
            ("{", 400), ("[]", 400), ("null", 400), ("{} {}", 400),
        ]
    )
    func body(body: String, status: Int) async throws {
        #expect(try await sample.answer(to: IngestionRequest.check().setting(\.body, body)).status == status)
    }

    @Test("the dummy flag is 0 or 1", arguments: [nil, "", "2", "00", "true", "-1", "0 1", "other"] as [String?])
    func dummyFlag(flag: String?) async throws {
        for request in [try IngestionRequest.check(), try .upload()] {
            let answer = try await sample.answer(to: request.setting(\.dummyFlag, flag))
            answer.expect(.notCompliant)
            #expect(answer.wireSize == 512)
        }
        #expect(try await sample.isLive())
    }

    @Test("neither endpoint is on the internal listener, and both answer only to POST")
    func listenersAndMethods() async throws {
        try await sample.run { ports async throws in
            for path in ["/v1/ingestion/check-otp", "/v1/ingestion/upload"] {
                let inside = try await RawHTTP.exchange(port: ports.internal, RawRequest.postJSON(path, body: "{}"))
                #expect(inside.status == 404)
                let get = try await ports.get(path)
                #expect(get.status == 405)
                #expect(get.wireSize == 512)
            }
        }
    }
}

enum MalformedToken {
    private static let digest = "b39e0733843b1b5d7c558f52f117a824dc41216e0c2bb671b3d79ba82105dd94"

    static let all: [String?] = [
        nil, "", "Bearer", "Bearer ", "Bearer 9K2RAY8UUQ", digest, "Token \(digest)", "Basic \(digest)",
        "Bearer \(digest.uppercased())", "Bearer \(digest.dropLast())", "Bearer \(digest)0", "Bearer  \(digest)",
        "Bearer \(digest.dropLast())g", "Bearer \(digest) \(digest)",
    ]
}
