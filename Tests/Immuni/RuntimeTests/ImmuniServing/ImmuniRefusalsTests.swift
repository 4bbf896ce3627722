import HTTPTypes
import ImmuniAPI
import ImmuniServing
import ServiceKit
import Testing
import WireFormat

@Suite("Refusals of Immuni")
struct ImmuniRefusalsTests {
    private static let unknown = #"{"error_code":1000,"message":"An unknown error occurred."}"#
    private static let notCompliant =
        #"{"error_code":1001,"message":"Request not compliant with the defined schema."}"#

    private static func text(_ response: ServiceResponse?) -> String? {
        guard case .bytes(let bytes)? = response?.body else {
            return nil
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("each refusal has the contract's status and body", arguments: Refusal.allCases)
    func contract(refusal: Refusal) {
        let (status, body) =
            switch refusal {
            case .malformed: (400, Self.unknown)
            case .notCompliant, .unsupportedMediaType: (400, Self.notCompliant)
            case .unauthorised: (401, Self.unknown)
            case .notFound: (404, Self.unknown)
            case .wrongMethod: (405, Self.unknown)
            case .timeout: (408, Self.unknown)
            case .tooLarge: (413, Self.unknown)
            case .misdirected: (421, Self.unknown)
            case .failed: (500, Self.unknown)
            case .unavailable: (503, Self.unknown)
            }
        let answer = ImmuniRefusals().answer(to: refusal)
        #expect(answer.status == status)
        #expect(Self.text(answer) == body)
        #expect(answer.headers == [.contentType: "application/json; charset=utf-8"])
    }

    @Test("the contract's own refusals have their own code, and other errors are not refusals")
    func own() {
        let answer = ImmuniRefusals().answer(toOwn: APIError.alreadyAuthorised)
        #expect(answer?.status == 409)
        #expect(Self.text(answer) == #"{"error_code":1400,"message":"OTP already authorized."}"#)
        #expect(ImmuniRefusals().answer(toOwn: CancellationError())?.status == nil)
    }
}
