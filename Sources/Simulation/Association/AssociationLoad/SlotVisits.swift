import AssociationAPI
import AssociationClient
import ExposurePrimitives
import LoadGeneration
import PhonePorts
import WireFormat

/// A phone with nothing to report has its hourly slot.
actor SlotVisit: LoadSession {
    private let clock: any WallClock
    private var generator: SeededGenerator
    private var messages: SlotMessages

    init(_ accounts: KnownAccounts, clock: any WallClock, generator: SeededGenerator) {
        messages = SlotMessages(of: accounts.next())
        (self.clock, self.generator) = (clock, generator)
    }

    func request(_ step: Int) throws -> PhoneRequest? {
        try messages.request(at: SlotPlace.allCases[step], now: clock.now(), using: &generator)
    }

    func read(_ answer: HTTPAnswer, of step: Int) -> Bool {
        messages.read(answer.body, at: SlotPlace.allCases[step])
    }

    static let steps = SlotPlace.steps(", decoy", after: 0)
}

/// A person reports: an operator gives a code, and the phone's next two slots are genuine. The first one has the batch.
/// The second one asks whether it has arrived.
actor ReportVisit: LoadSession {
    private let account: AccountMessages
    private let clock: any WallClock
    private var generator: SeededGenerator
    private var messages: SlotMessages?

    init(_ accounts: KnownAccounts, clock: any WallClock, generator: SeededGenerator) {
        account = accounts.next()
        (self.clock, self.generator) = (clock, generator)
    }

    func request(_ step: Int) throws -> PhoneRequest? {
        guard step > 0 else {
            return codeRequest
        }
        return try messages?.request(at: Self.place(of: step), now: clock.now(), using: &generator)
    }

    func read(_ answer: HTTPAnswer, of step: Int) -> Bool {
        guard step > 0 else {
            let today = clock.now().utcDay
            guard let code = CodeAnswer(parsing: answer.body)?.code else {
                return false
            }
            messages = try? SlotMessages(of: account, with: code, on: today, using: &generator)
            return messages != nil
        }
        guard messages?.read(answer.body, at: Self.place(of: step)) == true else {
            return false
        }
        // The first request of the second slot.
        return step != SlotPlace.allCases.count + 1 || messages?.isComplete == true
    }

    private static func place(of step: Int) -> SlotPlace { SlotPlace.allCases[(step - 1) % SlotPlace.allCases.count] }

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

    /// Slots of a report: one sends the batch, the other finds that it has arrived.
    static let slotCount = 2

    // Time is not compressed within a visit, so the second slot is not an hour behind the first.
    static let steps =
        [LoadStep(LoadKind("association code", AssociationEndpoint.code, expected: [200]), after: 0)]
        + SlotPlace.steps("", after: 3) + SlotPlace.steps("", after: 10)
}

extension SlotPlace {
    /// The requests of a slot.
    ///
    /// - Parameter suffix: to the names of those that may be decoys.
    fileprivate static func steps(_ suffix: String, after seconds: Double) -> [LoadStep] {
        allCases.enumerated().map { position, place in
            LoadStep(place.kind(suffix), after: seconds + Double(position) * secondsBetween)
        }
    }

    private func kind(_ suffix: String) -> LoadKind {
        switch self {
        case .right:
            LoadKind("association right\(suffix)", endpoint, expected: [200], .released(sent: 1634))
        case .batch:
            LoadKind(
                "association batch\(suffix)",
                endpoint,
                expected: [202],
                .released(sent: AssociationLimits.batchSize + 168)
            )
        case .poll: LoadKind("association poll", endpoint, expected: [200], .init(sent: 243, received: 10_238))
        }
    }

    /// A phone waits six seconds on average, as long as its day is not compressed.
    private static let secondsBetween = 1.0
}
