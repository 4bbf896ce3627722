import ClientTesting
import CoronaWarnAPI
import ExposurePrimitives
import GAENCore
import PhonePorts
import Testing
import WireFormat

@testable import CoronaWarnClient

/// Requests as an observer of the connection sees them.
@Suite("The shape of requests to verification and submission")
struct ExchangeShapeTests {
    private static let country = RegionCode("DE")

    private static func size(_ request: PhoneRequest) -> Int {
        WireSize.of(request, authority: "\(request.host.name).example.org")
    }

    private static func headers(_ request: PhoneRequest) -> [String] {
        request.headers.map { "\($0.name): \($0.value.utf8.count)" }
    }

    private static func registrations(using generator: inout SeededGenerator) throws -> [PhoneRequest] {
        let code = TestCode(using: &generator)
        let (test, day) = (TestIdentifier(hashing: code), CalendarDay(daysSinceEpoch: 10_000))
        let keys: [RegistrationTokenRequest.Key] = [
            .test(test, birthDate: nil), .test(test, birthDate: TestIdentifier(hashing: code, birthDate: day)),
            .teleTAN(.generate(using: &generator)),
        ]
        return keys.map { key in
            ExchangeRequests.registration(RegistrationTokenRequest(key: key, nonce: .generate(using: &generator)))
        }
    }

    @Test("all requests to verification have one size, whatever they ask and whether they are genuine")
    func verification() throws {
        var generator = SeededGenerator(seed: 1)
        let token = RegistrationToken.generate(using: &generator)
        let genuine =
            try Self.registrations(using: &generator) + [
                ExchangeRequests.result(of: token),
                ExchangeRequests.tan(for: token, nonce: .generate(using: &generator)),
            ]
        let kinds = FakeRequest.allCases.filter { $0 != .upload }
        let fakes = (0..<20).flatMap { _ in kinds.map { ExchangeRequests.fake($0, using: &generator) } }
        #expect(Set((genuine + fakes).map(Self.size)).count == 1)
        #expect(Set((genuine + fakes).map(\.host)) == [.verification])
        #expect(Set((genuine + fakes).map(\.body.count)) == [CoronaWarnLimits.requestSize])
        #expect(Set((genuine + fakes).map(\.answerLimit)) == [PhoneRequest.replyLimit])
        #expect(Set(fakes.map(\.body)).count == fakes.count, "fakes differ among themselves")
    }

    @Test("a fake has the headers of the genuine request to its path, with values of the same lengths")
    func headers() throws {
        var generator = SeededGenerator(seed: 2)
        let token = RegistrationToken.generate(using: &generator)
        let genuine: [(FakeRequest, PhoneRequest)] = [
            (.registration, try #require(Self.registrations(using: &generator).first)),
            (.result, ExchangeRequests.result(of: token)),
            (.tan, ExchangeRequests.tan(for: token, nonce: .generate(using: &generator))),
            (.upload, ExchangeRequests.upload([UInt8](repeating: 1, count: 1024), with: .generate(using: &generator))),
        ]
        for (kind, request) in genuine {
            let fake = ExchangeRequests.fake(kind, using: &generator)
            #expect(fake.target == request.target)
            #expect(Self.headers(fake) == Self.headers(request))
            #expect(Self.size(fake) == Self.size(request))
            let flags = [fake, request].map { request in
                request.headers.first { $0.name == CoronaWarnHeader.fake }?.value
            }
            #expect(flags == ["1", "0"])
        }
        let names = Set(genuine.flatMap { $0.1.headers.map(\.name) })
        let all: Set = [
            "User-Agent", "Accept-Language", "Content-Type", "Content-Length", "cwa-fake", "cwa-header-padding",
            "cwa-authorization",
        ]
        #expect(names == all)
        #expect(genuine.allSatisfy { $0.1.headers.allSatisfy { !$0.value.isEmpty } })
    }

    @Test("an upload of any number of keys has the size of a fake one")
    func uploads() throws {
        var generator = SeededGenerator(seed: 3)
        let fake = ExchangeRequests.fake(.upload, using: &generator)
        let country = try #require(Self.country)
        for count in 0...14 {
            let keys = try (0..<count).map { day in
                let key = try TemporaryExposureKey.generate(
                    forDayOf: IntervalNumber(clamping: CalendarDay(daysSinceEpoch: 20_000 - day).startInUTC),
                    using: &generator
                )
                return try #require(SubmittedKey(key: key, transmissionRiskLevel: 8, onsetCode: OnsetCode(3999)))
            }
            let payload =
                SubmissionPayload(keys: keys, visitedCountries: [country], consentsToFederation: true, source: .rapid)
            let body = try #require(payload.exposedBody(size: SubmissionPayload.phoneSize))
            let request = ExchangeRequests.upload(body, with: .generate(using: &generator))
            #expect(Self.size(request) == Self.size(fake))
            #expect(Self.headers(request) == Self.headers(fake))
        }
    }

    @Test("a fake registers, asks and uploads nothing of the phone")
    func fakes() throws {
        var generator = SeededGenerator(seed: 4)
        let body = ExchangeRequests.fake(.upload, using: &generator).body
        let country = try #require(Self.country)
        let rules = UploadRules(country: country, supportedCountries: [])
        #expect(throws: CoronaWarnError.notCompliant, "it has no keys") {
            try SubmissionPayload(parsing: body, rules: rules)
        }
        let registration = ExchangeRequests.fake(.registration, using: &generator)
        #expect(throws: Never.self) { try RegistrationTokenRequest(parsing: registration.body) }
        let tan = ExchangeRequests.fake(.tan, using: &generator)
        #expect(try TokenRequest(parsing: tan.body).nonce != nil)
    }
}
