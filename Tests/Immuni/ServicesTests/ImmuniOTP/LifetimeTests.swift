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

    private static func statusOfAuthorisation(_ sample: SampleOTPService) async throws -> Int {
        let answer = try await sample.authorise()
        if answer.status == 409 {
            #expect(answer.body == APIError.alreadyAuthorised.body)
        }
        return answer.status
    }

    @Test("a code lives less than 150 seconds, and cannot be authorised again until then")
    func expiry() async throws {
        let sample = try await SampleOTPService()
        #expect(try await Self.statusOfAuthorisation(sample) == 204)
        #expect(try await Self.statusOfAuthorisation(sample) == 409)
        sample.clock.advance(bySeconds: 149)
        #expect(try await sample.isLive())
        #expect(try await Self.statusOfAuthorisation(sample) == 409)
        sample.clock.advance(bySeconds: 1)
        #expect(try await !sample.isLive())
        #expect(try await Self.statusOfAuthorisation(sample) == 204)
        sample.clock.advance(bySeconds: 149)
        #expect(try await sample.isLive(), "counted anew")
    }

    @Test("the life is a setting", arguments: [("1s", 1), ("24h", 86_400)] as [(String, Int64)])
    func setting(text: String, seconds: Int64) async throws {
        let sample = try await SampleOTPService(settings: ["otp.lifetime": text])
        #expect(try await Self.statusOfAuthorisation(sample) == 204)
        sample.clock.advance(bySeconds: seconds - 1)
        #expect(try await sample.isLive())
        sample.clock.advance(bySeconds: 1)
        #expect(try await !sample.isLive())
    }

    @Test("a life outside its range is refused", arguments: ["0s", "24h1s", "soon"])
    func badSetting(text: String) async throws {
        await #expect(throws: SettingsError.self) { _ = try await SampleOTPService(settings: ["otp.lifetime": text]) }
    }

    @Test("a used code is not authorised again for fifteen days, as long as its keys can live")
    func consumed() async throws {
        let sample = try await SampleOTPService()
        #expect(try await Self.statusOfAuthorisation(sample) == 204)
        let content = UploadContent(keys: [], inboxEntry: SampleInbox.entry)
        #expect(try await sample.stores.uploads.consume(sample.identifier(), now: sample.clock.now()) { _ in content })
        // The store remembers the day of the use, so the end is the first midnight after fifteen days.
        let forgotten = sample.clock.now().utcDay.advanced(byDays: 16).startInUTC
        for left in [15 * Self.day, Self.day, 1] {
            sample.clock.set(forgotten.advanced(bySeconds: -left))
            try await Self.cleanUp(sample)
            #expect(try await Self.statusOfAuthorisation(sample) == 409)
        }
        sample.clock.advance(bySeconds: 1)
        try await Self.cleanUp(sample)
        #expect(try await Self.statusOfAuthorisation(sample) == 204, "forgotten")
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
