import CoronaWarnAPI
import Localisation
import PageTesting
import PhonePage
import PhonePorts
import Testing
import WireFormat

@testable import CoronaWarnPhonePage

@Suite("Corona-Warn on the panel for testers")
struct CoronaWarnPanelTests {
    private static let texts =
        TextSample.all(of: CoronaWarnPanelText.self, limit: 140) + TextSample.all(of: RequestPurpose.self, limit: 140)
        + CoronaWarnPanelPhrase.samples.map { TextSample("CoronaWarnPanelPhrase.\($0)", $0.localised, limit: 140) }

    @Test("has its texts in all languages", arguments: texts)
    func rules(sample: TextSample) {
        #expect(TextRules(sameWords: ["Hotline", "Laboratorio"]).violations(of: sample) == [])
    }

    @Test("orders a result in a form that the servers read", arguments: TestKind.pcr.sentOutcomes)
    func order(outcome: TestOutcome) throws {
        var generator = SystemRandomNumberGenerator()
        let test = TestIdentifier(hashing: TestCode(using: &generator))
        let read = try #require(LaboratoryOrder(LaboratoryOrder(test: test, outcome: outcome).exposedText))
        #expect(read.test == test && read.outcome == outcome)
    }

    @Test(
        "orders nothing else",
        arguments: ["", "positive", "id", "id redeemed", "id pending", "x positive", "id positive x"]
    )
    func foreignOrders(text: String) {
        let identifier = String(repeating: "a", count: TestIdentifier.length)
        #expect(LaboratoryOrder(text.replacing("id", with: identifier)) == nil)
    }

    @Test(
        "says what a request is for",
        arguments: [
            ("/version/v1/registrationToken", RequestPurpose.registration), ("/version/v1/testresult", .result),
            ("/version/v1/tan", .tan), ("/version/v1/diagnosis-keys", .upload),
            ("/version/v1/diagnosis-keys/country/DE/date", .list),
            ("/version/v1/diagnosis-keys/country/DE/date.sig", .list),
            ("/version/v1/diagnosis-keys/country/DE/date/2026-11-22", .keys),
            ("/version/v1/diagnosis-keys/country/DE/date/2026-11-22/hour", .list),
            ("/version/v1/diagnosis-keys/country/DE/date/2026-11-22/hour/7", .keys), ("/elsewhere", nil),
        ]
    )
    func purposes(target: String, purpose: RequestPurpose?) {
        let request = PhoneRequest(host: PhoneHost.download, method: .get, target: target, headers: [])
        #expect(RequestPurpose(of: request) == purpose)
        #expect(RequestPurpose.isFake(request) == nil)
    }

    @Test("says whether a request is a fake", arguments: [FakeFlag.genuine, .fake])
    func fakes(flag: FakeFlag) {
        let header = HTTPHeader(CoronaWarnHeader.fake, flag.headerValue)
        let request = PhoneRequest(host: .download, method: .post, target: "/version/v1/tan", headers: [header])
        #expect(RequestPurpose.isFake(request) == (flag == .fake))
    }
}

extension CoronaWarnPanelPhrase {
    /// One of each case.
    static let samples: [CoronaWarnPanelPhrase] = [
        .flyer(number: 1), .scan(number: 1), .drawing(number: 1), .delivered(number: 1, result: "7"),
        .given(teleTAN: "7"),
    ]
}
