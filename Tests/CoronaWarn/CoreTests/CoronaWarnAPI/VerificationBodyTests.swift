import CoronaWarnAPI
import ExposurePrimitives
import Testing
import WireFormat

@Suite("Bodies of the verification service")
struct VerificationBodyTests {
    private static let hash = String(repeating: "0a", count: 32)
    private static let marked = "x" + hash.dropFirst()
    private static let token = "1ea6ce8a-9740-41ea-bb37-0242ac130002"

    private func registration(_ json: String) throws(CoronaWarnError) -> RegistrationTokenRequest {
        try RegistrationTokenRequest(parsing: Array(json.utf8))
    }

    @Test("a registration has a test, a test with a birth date, or a teleTAN")
    func registrations() throws {
        let test = try #require(TestIdentifier(code: Self.hash))
        #expect(try registration(#"{"key":"\#(Self.hash)","keyType":"GUID"}"#).key == .test(test, birthDate: nil))
        let upper = try registration(#"{"keyType":"GUID","keyDob":null,"key":"\#(Self.hash.uppercased())"}"#)
        #expect(upper.key == .test(test, birthDate: nil))
        for birthDate in [Self.marked, Self.hash] {
            let both = try registration(#"{"key":"\#(Self.hash)","keyType":"GUID","keyDob":"\#(birthDate)"}"#)
            #expect(both.key == .test(test, birthDate: TestIdentifier(codeOrBirthDate: birthDate)))
        }
        let teleTAN = try registration(#"{"key":"FE9A5MAK6C","keyType":"TELETAN","requestPadding":"x"}"#)
        #expect(teleTAN.key == .teleTAN(try TeleTAN("FE9A5MAK6C")))
        #expect(try registration(#"{"key":"\#(Self.hash)","keyType":"GUID","new":[{}]}"#).nonce == nil)
    }

    @Test("everything else is refused in the same way")
    func refusedRegistrations() {
        for json in [
            "", "null", "[]", "{}", #"{"key":"\#(Self.hash)"}"#, #"{"keyType":"GUID"}"#,
            #"{"key":null,"keyType":"GUID"}"#, #"{"key":"\#(Self.hash)","keyType":null}"#,
            #"{"key":"\#(Self.hash)","keyType":"guid"}"#, #"{"key":"\#(Self.hash)0","keyType":"GUID"}"#,
            #"{"key":"\#(Self.hash.dropLast())","keyType":"GUID"}"#, #"{"key":"\#(Self.marked)","keyType":"GUID"}"#,
            #"{"key":1,"keyType":"GUID"}"#, #"{"key":"\#(Self.hash)","keyType":"GUID","keyDob":"x"}"#,
            #"{"key":"\#(Self.hash)","keyType":"GUID","keyDob":"y\#(Self.hash.dropFirst())"}"#,
            #"{"key":"\#(Self.hash)","keyType":"GUID","requestPadding":1}"#,
            #"{"key":"\#(Self.hash)","keyType":"GUID","key":"\#(Self.hash)"}"#,
            #"{"key":"\#(Self.hash)","keyType":"TELETAN"}"#, #"{"key":"FE9A5MAK6D","keyType":"TELETAN"}"#,
            #"{"key":"FE9A5MAK6","keyType":"TELETAN"}"#, #"{"key":"FE9A5MAK6C","keyType":"GUID"}"#,
            #"{"key":"FE9A5MAK6C","keyType":"TELETAN","keyDob":"x"}"#,
            #"{"key":"\#(Self.hash)","keyType":"GUID"}x"#,
        ] {
            #expect(throws: CoronaWarnError.notCompliant, "\(json)") { try registration(json) }
        }
    }

    @Test("all requests of a phone have one size, with and without a nonce")
    func requestSizes() throws {
        var generator = SeededGenerator(seed: 1)
        let nonce = PhoneNonce.generate(using: &generator)
        let test = try #require(TestIdentifier(code: Self.hash))
        let token = try #require(RegistrationToken(Self.token))
        for nonce in [nil, nonce] {
            for key: RegistrationTokenRequest.Key in [
                .test(test, birthDate: nil), .test(test, birthDate: test), .teleTAN(try TeleTAN("FE9A5MAK6C")),
            ] {
                let body = RegistrationTokenRequest(key: key, nonce: nonce).exposedBody()
                #expect(body.count == CoronaWarnLimits.requestSize)
                let read = try RegistrationTokenRequest(parsing: body)
                #expect(read.key == key && read.nonce == nonce)
            }
            let body = TokenRequest(token: token, nonce: nonce).exposedBody()
            #expect(body.count == CoronaWarnLimits.requestSize)
            let read = try TokenRequest(parsing: body)
            #expect(read.token == token && read.nonce == nonce)
        }
    }

    @Test("all answers to a phone have one size, whatever is known of a test")
    func answerSizes() throws {
        let token = try #require(RegistrationToken(Self.token))
        let tan = try #require(TAN(Self.token))
        let laboratory = try #require(LaboratoryID(String(repeating: "a", count: 64)))
        var bodies = [RegistrationTokenAnswer(token: token).exposedBody, TANAnswer(tan: tan).exposedBody]
        for answer in [
            TestResultAnswer(code: 0, sampleCollection: 0),
            TestResultAnswer(code: 9, sampleCollection: 9_999_999_999, laboratoryID: laboratory),
            TestResultAnswer(code: 2, sampleCollection: 1_600_000_000, laboratoryID: LaboratoryID("")),
        ] {
            bodies.append(answer.paddedBody)
            #expect(try TestResultAnswer(parsing: answer.paddedBody) == answer)
            #expect(try TestResultAnswer(parsing: answer.exposedBody) == answer)
        }
        for body in bodies {
            #expect(body.count == CoronaWarnLimits.answerSize)
            guard case .string(let padding)? = try JSONValue(parsing: body)["responsePadding"] else {
                Issue.record("an answer without padding")
                continue
            }
            #expect(padding.count >= 45)
        }
        #expect(try RegistrationTokenAnswer(parsing: bodies[0]).token == token)
        #expect(try TANAnswer(parsing: bodies[1]).tan == tan)
    }

    @Test("answers and internal requests read back, and refuse what is none")
    func others() throws {
        var generator = SeededGenerator(seed: 4)
        let teleTAN = TeleTAN.generate(using: &generator)
        #expect(try TeleTANAnswer(parsing: TeleTANAnswer(teleTAN: teleTAN).exposedBody).teleTAN == teleTAN)
        let tan = TAN.generate(using: &generator)
        #expect(try TANRequest(parsing: TANRequest(tan: tan).exposedBody).tan == tan)
        let request = TANReservationRequest(tan: tan, upload: [1, 2, 3])
        let read = try TANReservationRequest(parsing: request.exposedBody)
        #expect(read.tan == tan && read.fingerprint == tan.fingerprint(of: [1, 2, 3]))
        let reservation = TANReservation(.random(using: &generator))
        #expect(try TANReservation(parsing: reservation.exposedBody) == reservation)
        let test = try #require(TestIdentifier(codeOrBirthDate: Self.marked))
        let answer = TestResultAnswer(code: 14, sampleCollection: 1, identifier: test)
        #expect(try TestResultAnswer(parsing: answer.exposedBody) == answer)
        #expect(try ResultQuestion(parsingApp: ResultQuestion(identifier: test).exposedBody).identifier == test)
        for body in ["{}", #"{"tan":"1"}"#, #"{"reservation":"00"}"#, #"{"value":"FE9A5MAK6D"}"#, "[]", "x"] {
            let bytes = Array(body.utf8)
            #expect(throws: CoronaWarnError.notCompliant) { try TANRequest(parsing: bytes) }
            #expect(throws: CoronaWarnError.notCompliant) { try TANReservation(parsing: bytes) }
            #expect(throws: CoronaWarnError.notCompliant) { try TANReservationRequest(parsing: bytes) }
            #expect(throws: CoronaWarnError.notCompliant) { try TeleTANAnswer(parsing: bytes) }
            #expect(throws: CoronaWarnError.notCompliant) { try TokenRequest(parsing: bytes) }
        }
        for digits in [62, 66] {
            let body = #"{"tan":"\#(Self.token)","fingerprint":"\#(String(repeating: "0", count: digits))"}"#
            #expect(throws: CoronaWarnError.notCompliant) { try TANReservationRequest(parsing: Array(body.utf8)) }
        }
        for body in [
            #"{"testResult":15,"sc":0}"#, #"{"testResult":-1,"sc":0}"#, #"{"testResult":1}"#, #"{"sc":1}"#,
            #"{"testResult":1,"sc":10000000000}"#, #"{"testResult":1,"sc":-1}"#,
            #"{"testResult":1,"sc":0,"testId":"x"}"#,
        ] {
            #expect(throws: CoronaWarnError.notCompliant) { try TestResultAnswer(parsing: Array(body.utf8)) }
        }
    }
}
