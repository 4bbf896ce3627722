import AssociationAPI
import AssociationClient
import ExposurePrimitives
import LoadGeneration
import PhonePorts
import WireFormat

/// A person reports: an operator gives a code, and the phone's next sequence is genuine.
actor ReportVisit: LoadSession {
    private let account: AccountMessages
    private let clock: any WallClock
    private var generator: SeededGenerator
    private var sequence: SequenceMessages?

    init(_ accounts: KnownAccounts, clock: any WallClock, generator: SeededGenerator) {
        account = accounts.next()
        (self.clock, self.generator) = (clock, generator)
    }

    func request(_ step: Int) throws -> PhoneRequest? {
        guard step > 0 else {
            return codeRequest
        }
        return try sequence?.request(at: step - 1, now: clock.now(), using: &generator)
    }

    func read(_ answer: HTTPAnswer, of step: Int) -> Bool {
        guard step > 0 else {
            let today = clock.now().utcDay
            guard let code = CodeAnswer(parsing: answer.body)?.code else {
                return false
            }
            sequence = try? SequenceMessages(of: account, with: code, on: today, using: &generator)
            return sequence != nil
        }
        return sequence?.read(answer.body, at: step - 1) ?? false
    }

    /// What the operator's program sends.
    private var codeRequest: PhoneRequest {
        let today = clock.now().utcDay
        let body = CodeRequest(window: today.advanced(byDays: -10)...today).body
        return PhoneRequest(
            host: .codes,
            method: .post,
            target: AssociationEndpoint.code.path,
            headers: [.init("Content-Type", MediaType.json.text), .init("Content-Length", "\(body.count)")],
            body: body,
            answerLimit: PhoneRequest.replyLimit
        )
    }

    static let steps =
        [LoadStep(LoadKind("association code", AssociationEndpoint.code, expected: [200]), after: 0)]
        + SequencePlace.steps("", after: 3)
}

/// A phone with nothing to report sends a sequence of decoys.
actor DecoyVisit: LoadSession {
    private let clock: any WallClock
    private var generator: SeededGenerator

    init(clock: any WallClock, generator: SeededGenerator) {
        (self.clock, self.generator) = (clock, generator)
    }

    func request(_ step: Int) throws -> PhoneRequest? {
        try SequenceMessages.decoys.request(at: step, now: clock.now(), using: &generator)
    }

    static let steps = SequencePlace.steps(", decoy", after: 0)
}

/// The requests of a sequence: a question for the right, the batches, and the question again.
private enum SequencePlace {
    static func steps(_ suffix: String, after seconds: Double) -> [LoadStep] {
        (0..<SequenceMessages.length).map { position in
            let endpoint = SequenceMessages.endpoint(at: position)
            let kind =
                endpoint == AssociationEndpoint.batch
                ? LoadKind("association batch\(suffix)", endpoint, expected: [202])
                : LoadKind("association right\(suffix)", endpoint, expected: [200])
            return LoadStep(kind, after: seconds + Double(position) * secondsBetween)
        }
    }

    /// A phone waits five seconds on average, as long as its day is not compressed.
    private static let secondsBetween = 1.0
}
