import DiagnosisKeyStores
import ExposurePrimitives
import ExposureTesting
import GAENCore
import ImmuniAPI
import ImmuniOTP
import ServiceKit
import ServiceTesting
import Testing
import WireFormat

@Suite("The life of an OTP")
struct LifetimeTests {
    private static let day: Int64 = 86_400

    private static func statusOfAuthorisation(_ ports: BoundPorts) async throws -> Int {
        let request = RawRequest.postJSON("/v1/otp", body: SampleOTPService.body())
        let answer = try await RawHTTP.exchange(port: ports.internal, request)
        if answer.status == 409 {
            #expect(answer.body == APIError.alreadyAuthorised.body)
        }
        return answer.status
    }

    @Test("a code lives less than 150 seconds, and cannot be authorised again until then")
    func expiry() async throws {
        let sample = try await SampleOTPService()
        let identifier = try sample.identifier(of: "9K2RAY8UUQ")
        try await withRunningHost([sample.service], clock: sample.clock) { ports, _ async throws in
            #expect(try await Self.statusOfAuthorisation(ports) == 204)
            #expect(try await Self.statusOfAuthorisation(ports) == 409)
            sample.clock.advance(bySeconds: 149)
            #expect(try await sample.stores.rights.isLive(identifier, now: sample.clock.now()))
            #expect(try await Self.statusOfAuthorisation(ports) == 409)
            sample.clock.advance(bySeconds: 1)
            #expect(try await !sample.stores.rights.isLive(identifier, now: sample.clock.now()))
            #expect(try await Self.statusOfAuthorisation(ports) == 204)
            sample.clock.advance(bySeconds: 149)
            #expect(try await sample.stores.rights.isLive(identifier, now: sample.clock.now()), "counted anew")
        }
    }

    @Test("the life is a setting", arguments: [("1s", 1), ("24h", 86_400)] as [(String, Int64)])
    func setting(text: String, seconds: Int64) async throws {
        let sample = try await SampleOTPService(settings: ["otp.lifetime": text])
        let identifier = try sample.identifier(of: "9K2RAY8UUQ")
        try await withRunningHost([sample.service], clock: sample.clock) { ports, _ async throws in
            #expect(try await Self.statusOfAuthorisation(ports) == 204)
            sample.clock.advance(bySeconds: seconds - 1)
            #expect(try await sample.stores.rights.isLive(identifier, now: sample.clock.now()))
            sample.clock.advance(bySeconds: 1)
            #expect(try await !sample.stores.rights.isLive(identifier, now: sample.clock.now()))
        }
    }

    @Test("a life outside its range is refused", arguments: ["0s", "24h1s", "soon"])
    func badSetting(text: String) async throws {
        await #expect(throws: SettingsError.self) { _ = try await SampleOTPService(settings: ["otp.lifetime": text]) }
    }

    @Test("a used code is not authorised again for fifteen days, as long as its keys can live")
    func consumed() async throws {
        let sample = try await SampleOTPService()
        let identifier = try sample.identifier(of: "9K2RAY8UUQ")
        try await withRunningHost([sample.service], clock: sample.clock) { ports, _ async throws in
            #expect(try await Self.statusOfAuthorisation(ports) == 204)
            let isConsumed = try await sample.stores.uploads.consume(identifier, now: sample.clock.now()) { _ in
                UploadContent(keys: [], inboxEntry: SampleInbox.entry)
            }
            #expect(isConsumed)
            // The store remembers the day of the use, so the end is the first midnight after fifteen days.
            let forgotten = sample.clock.now().utcDay.advanced(byDays: 16).startInUTC
            for left in [15 * Self.day, Self.day, 1] {
                sample.clock.advance(bySeconds: forgotten.seconds(since: sample.clock.now()) - left)
                try await Self.cleanUp(sample)
                #expect(try await Self.statusOfAuthorisation(ports) == 409)
            }
            sample.clock.advance(bySeconds: 1)
            try await Self.cleanUp(sample)
            #expect(try await Self.statusOfAuthorisation(ports) == 204, "forgotten")
        }
    }

    private static func cleanUp(_ sample: SampleOTPService) async throws {
        _ = try await sample.stores.retention.deleteExpired(
            now: sample.clock.now(),
            retention: Retention.seconds,
            consumedMemory: 15 * day,
            followers: []
        )
    }
}
