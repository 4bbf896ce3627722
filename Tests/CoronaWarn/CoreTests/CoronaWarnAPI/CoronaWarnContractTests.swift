import CoronaWarnAPI
import Testing
import WireFormat

@Suite("Corona-Warn's contract")
struct CoronaWarnContractTests {
    @Test("endpoints have the contract's paths; those of phones hide their answers")
    func endpoints() {
        for (endpoint, path, isForPhones) in [
            (CoronaWarnEndpoint.registrationToken, "/version/v1/registrationToken", true),
            (CoronaWarnEndpoint.testResult, "/version/v1/testresult", true),
            (CoronaWarnEndpoint.tan, "/version/v1/tan", true),
            (CoronaWarnEndpoint.diagnosisKeys, "/version/v1/diagnosis-keys", true),
            (CoronaWarnEndpoint.verifyTAN, "/version/v1/tan/verify", false),
            (CoronaWarnEndpoint.reserveTAN, "/version/v1/tan/reserve", false),
            (CoronaWarnEndpoint.confirmTAN, "/version/v1/tan/confirm", false),
            (CoronaWarnEndpoint.teleTAN, "/version/v1/tan/teletan", false),
            (CoronaWarnEndpoint.internalTestResult, "/version/v1/testresult", false),
            (CoronaWarnEndpoint.appResult, "/api/v1/app/result", false),
            (CoronaWarnEndpoint.knownTests, "/api/v1/app/known", false),
            (TestKind.pcr.resultsEndpoint, "/api/v1/lab/results", false),
            (TestKind.rapid.resultsEndpoint, "/api/v1/quicktest/results", false),
            (TestKind.pointOfCare.resultsEndpoint, "/api/v1/pocnat/results", false),
        ] {
            #expect(endpoint.method == .post && endpoint.path == path && endpoint.hasDummies == isForPhones)
            #expect((endpoint.headers.dummyFlag == "cwa-fake") == isForPhones)
        }
        #expect(CoronaWarnEndpoint.diagnosisKeys.accepts == [.protobuf])
        #expect(TestKind.rapid.resultEndpoint?.path == "/api/v1/quicktest/result")
        #expect(TestKind.pointOfCare.resultEndpoint?.path == "/api/v1/pocnat/result")
        #expect(TestKind.pcr.resultEndpoint == nil)
    }

    @Test("a header levels the lengths of the paths that phones ask")
    func headerPadding() {
        for (endpoint, length) in [
            (CoronaWarnEndpoint.registrationToken, 0), (CoronaWarnEndpoint.testResult, 7),
            (CoronaWarnEndpoint.tan, 14), (CoronaWarnEndpoint.diagnosisKeys, 0), (CoronaWarnEndpoint.verifyTAN, 0),
        ] {
            #expect(CoronaWarnHeader.paddingLength(for: endpoint) == length)
        }
    }

    @Test("every refusal has a status of its own, and every refusal of the server kit is one of them")
    func refusals() {
        #expect(Set(CoronaWarnError.allCases.map(\.status)).count == CoronaWarnError.allCases.count)
        for refusal in Refusal.allCases where refusal != .tooLarge {
            #expect(CoronaWarnError(refusal, isTooLarge: .notAcceptable).status == refusal.status)
        }
        #expect(CoronaWarnError(.tooLarge, isTooLarge: .notAcceptable).status == 406)
        #expect(CoronaWarnError(.tooLarge, isTooLarge: .notCompliant).status == 400)
    }

    @Test("a country has two or three capitals")
    func countries() {
        #expect(RegionCode("DE")?.text == "DE" && RegionCode("EUR")?.description == "EUR")
        for text in ["", "D", "EURO", "de", "D1", "DÉ", "DE "] {
            #expect(RegionCode(text) == nil)
        }
    }
}
