import CoronaWarnAPI
import CoronaWarnClient
import ExposurePrimitives
import GAENCore
import LoadGeneration
import PhonePorts
import WireFormat

/// A person with a test: their phone registers it and asks for the result twice, before and after the laboratory has
/// sent it. A person with a positive result shares their keys.
actor TestVisit: LoadSession {
    private let outcome: TestOutcome
    private let test: TestIdentifier
    private let laboratoryKey: SecretBytes
    private let clock: any WallClock
    private var generator: SeededGenerator
    private var token: RegistrationToken?
    private var tan: TAN?

    init(_ outcome: TestOutcome, laboratoryKey: SecretBytes, clock: any WallClock, generator: SeededGenerator) {
        var generator = generator
        test = TestIdentifier(hashing: TestCode(using: &generator))
        (self.outcome, self.laboratoryKey) = (outcome, laboratoryKey)
        (self.clock, self.generator) = (clock, generator)
    }

    func request(_ step: Int) throws -> PhoneRequest? {
        guard case .action(let pattern, let place) = Self.places(outcome)[step] else {
            return laboratoryMessage
        }
        let action = ActionStep(pattern, place)
        return action.isGenuine ? try genuine(action.kind) : action.fake(using: &generator)
    }

    func read(_ answer: HTTPAnswer, of step: Int) -> Bool {
        guard case .action(let pattern, let place) = Self.places(outcome)[step] else {
            return true
        }
        let action = ActionStep(pattern, place)
        guard action.isGenuine else {
            return true
        }
        switch action.kind {
        case .registration:
            token = try? RegistrationTokenAnswer(parsing: answer.body).token
            return token != nil
        case .result:
            let code = (try? TestResultAnswer(parsing: answer.body))?.code
            return code == (step < Self.resultStep ? TestOutcome.pending : outcome).rawValue
        case .tan:
            tan = try? TANAnswer(parsing: answer.body).tan
            return tan != nil
        case .upload:
            return true
        }
    }

    private func genuine(_ kind: FakeRequest) throws -> PhoneRequest? {
        switch kind {
        case .registration:
            let nonce = PhoneNonce.generate(using: &generator)
            return ExchangeRequests.registration(
                RegistrationTokenRequest(key: .test(test, birthDate: nil), nonce: nonce)
            )
        case .result: return token.map { ExchangeRequests.result(of: $0) }
        case .tan: return token.map { ExchangeRequests.tan(for: $0, nonce: .generate(using: &generator)) }
        case .upload:
            guard let tan, let body = try keys().exposedBody(size: SubmissionPayload.phoneSize) else {
                return nil
            }
            return ExchangeRequests.upload(body, with: tan)
        }
    }

    /// A key for each of the last thirteen whole days.
    private func keys() throws -> SubmissionPayload {
        let today = clock.now().utcDay
        let keys = try (1...13).compactMap { days in
            let start = IntervalNumber(clamping: today.advanced(byDays: -days).startInUTC)
            return SubmittedKey(
                key: try .generate(forDayOf: start, using: &generator),
                transmissionRiskLevel: 5,
                onsetCode: nil
            )
        }
        return SubmissionPayload(keys: keys, visitedCountries: [], consentsToFederation: false)
    }

    /// What the laboratory's program sends.
    private var laboratoryMessage: PhoneRequest {
        let code = TestResultCode(kind: .pcr, outcome: outcome).code
        let result: JSONValue = ["id": .string(test.exposedText), "result": .integer(code)]
        let body = JSONValue.object([.init(name: "testResults", value: .array([result]))]).encoded
        return PhoneRequest(
            host: .laboratory,
            method: .post,
            target: TestKind.pcr.resultsEndpoint.path,
            headers: [
                .init("Content-Type", MediaType.json.text),
                .init("Authorization", "Bearer " + String(decoding: laboratoryKey.exposedBytes, as: UTF8.self)),
                .init("Content-Length", "\(body.count)"),
            ],
            body: body,
            answerLimit: PhoneRequest.replyLimit
        )
    }
}

// MARK: - Steps

extension TestVisit {
    /// What happens at a step.
    private enum Place {
        case laboratory
        /// - Parameter place: of the action's three requests.
        case action(RequestPattern, place: Int)
    }

    private static func places(_ outcome: TestOutcome) -> [Place] {
        actions(outcome).flatMap { pattern -> [Place] in
            pattern.map { pattern in (0..<ActionStep.count).map { .action(pattern, place: $0) } } ?? [.laboratory]
        }
    }

    /// The actions of the phone; nil stands for the laboratory.
    private static func actions(_ outcome: TestOutcome) -> [RequestPattern?] {
        [.registration, .question, nil, .question] + (outcome == .positive ? [.upload] : [])
    }

    /// The phone's actions: sequences of three requests.
    static func sequenceCount(_ outcome: TestOutcome) -> Int { actions(outcome).count { $0 != nil } }

    /// The step from which on the result is known.
    private static let resultStep = 2 * ActionStep.count

    static func steps(_ outcome: TestOutcome) -> [LoadStep] {
        actions(outcome).enumerated().flatMap { number, pattern in
            let start = Double(number) * secondsBetweenActions
            return pattern.map { ActionStep.steps(of: $0, after: start) }
                ?? [LoadStep(LoadKind("cwa laboratory", TestKind.pcr.resultsEndpoint, expected: [204]), after: start)]
        }
    }

    private static let secondsBetweenActions = 3.0
}
