package import AssociationAPI
package import AssociationProtocol
package import ExposurePrimitives
package import PhonePorts

/// The requests of a phone's slots as the app makes them, for programs that send those of many phones.
package struct SlotMessages: Sendable {
    private let owner: AccountMessages
    /// Nil for slots of decoys.
    private var report: PlannedReport?
    /// Whether an answer is that of an authority that knows the account.
    private var isPollAnswer: (@Sendable ([UInt8]) -> Bool)?

    /// Slots of decoys, with their genuine polls.
    package init(of owner: AccountMessages) {
        self.owner = owner
    }

    /// A report of somebody who met nobody. Its requests are as large as those of every report.
    package init(
        of owner: AccountMessages,
        with code: ReportCode,
        on today: CalendarDay,
        using generator: inout some RandomNumberGenerator
    ) throws(AssociationError) {
        self.owner = owner
        report = try PlannedReport(code: code, contacts: [], on: today, using: &generator)
    }

    /// The request of a place.
    ///
    /// - Returns: nil for a batch of a report whose right has not come.
    package mutating func request(
        at place: SlotPlace,
        now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) throws(AssociationError) -> PhoneRequest? {
        let call: SlotCall
        switch place {
        case .poll:
            let (request, isAnswer) = try owner.poll(at: now, using: &generator)
            isPollAnswer = isAnswer
            return request
        case .right:
            let order = report?.rightRequest.map { SlotCall.RightOrder(body: StoredBytes($0.exposedBytes)) }
            call = order.map { .right(owner.account, $0) } ?? .decoyRight
        case .batch:
            guard report?.right != nil || report == nil else {
                return nil
            }
            call = report?.nextBatch.map { .batch(owner.account, $0) } ?? .decoyBatch
        }
        return AuthorityClient.request(to: place.endpoint, try call.body(at: now, using: &generator))
    }

    /// Reads an answer.
    ///
    /// - Returns: whether it is the one that the request of this place is to have.
    package mutating func read(_ answer: [UInt8], at place: SlotPlace) -> Bool {
        switch place {
        case .batch: return true
        case .poll: return isPollAnswer?(answer) ?? false
        case .right:
            guard report != nil else {
                return true
            }
            guard let answer = try? RightAnswer(parsing: answer), answer.right != nil else {
                return false
            }
            report?.note(answer)
            return true
        }
    }

    /// Whether every batch has arrived, by the last answer at place ``SlotPlace/right``; true without a report.
    package var isComplete: Bool { report?.isComplete ?? true }
}
