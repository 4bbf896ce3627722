import ImmuniAPI
import PhonePage
import PhonePorts
import Testing
import WireFormat

@testable import ImmuniPhonePage

@Suite("What testers read of a request")
struct RequestPurposeTests {
    private func request(_ target: String, headers: [HTTPHeader] = []) -> PhoneRequest {
        PhoneRequest(host: .download, method: .get, target: target, headers: headers)
    }

    @Test(
        "is its purpose",
        arguments: [
            ("/v1/settings?platform=ios&build=1", RequestPurpose.settings), ("/docs/faq-en.json", .questions),
            ("/v1/keys/index", .keyIndex), ("/v1/keys/12", .keys), ("/v1/ingestion/check-otp", .codeCheck),
            ("/v1/ingestion/upload", .upload), ("/v1/analytics/apple/token", .analyticsToken),
            ("/v1/analytics/apple/operational-info", .operationalInfo),
            ("/v1/analytics/google/operational-info", .operationalInfo), ("/elsewhere", nil),
        ]
    )
    func purposes(target: String, purpose: RequestPurpose?) {
        #expect(RequestPurpose(of: request(target)) == purpose)
    }
}
