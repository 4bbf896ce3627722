package import AssociationAPI
package import AssociationProtocol
package import ExposurePrimitives
package import PhonePorts
package import WireFormat

/// The requests of a sequence of uploads as the app makes them, for programs that send those of many phones.
package struct SequenceMessages: Sendable {
    /// Nil for a sequence of decoys.
    private var genuine: (account: StoredAccount, report: PlannedReport)?

    /// A sequence of decoys.
    package static let decoys = SequenceMessages(genuine: nil)

    private init(genuine: (StoredAccount, PlannedReport)?) {
        self.genuine = genuine.map { (account: $0.0, report: $0.1) }
    }

    /// A report of somebody who met nobody. Its requests are as large as those of every report.
    package init(
        of owner: AccountMessages,
        with code: ReportCode,
        on today: CalendarDay,
        using generator: inout some RandomNumberGenerator
    ) throws(AssociationError) {
        let report = try PlannedReport(code: code, contacts: [], on: today, using: &generator)
        self.init(genuine: (owner.account, report))
    }

    /// The request of a position.
    ///
    /// - Parameter position: from 0 to ``length`` - 1.
    /// - Returns: nil for a batch of a report whose right has not come.
    package func request(
        at position: Int,
        now: UnixTime,
        using generator: inout some RandomNumberGenerator
    ) throws(AssociationError) -> PhoneRequest? {
        let kind = RequestSequence.kind(at: position)
        guard let call = call(kind) else {
            return nil
        }
        let body = try call.body(at: now, using: &generator)
        return AuthorityClient.request(to: Self.endpoint(at: position), body)
    }

    private func call(_ kind: RequestSequence.Kind) -> SequenceCall? {
        guard let (account, report) = genuine else {
            return .decoy(kind)
        }
        switch kind {
        case .right: return report.rightRequest.map { .right(account, .init(body: StoredBytes($0.exposedBytes))) }
        case .batch(let number): return report.batch(number).map { .batch(account, $0) }
        }
    }

    /// Reads an answer.
    ///
    /// - Returns: whether it is the one that the request of this position is to have.
    package mutating func read(_ answer: [UInt8], at position: Int) -> Bool {
        guard let (_, report) = genuine, !Self.isBatch(position) else {
            return true
        }
        guard let answer = try? RightAnswer(parsing: answer), answer.right != nil else {
            return false
        }
        var noted = report
        noted.note(answer)
        genuine?.report = noted
        return position == 0 || noted.isComplete
    }

    package static func endpoint(at position: Int) -> Endpoint {
        isBatch(position) ? AssociationEndpoint.batch : AssociationEndpoint.right
    }

    /// Whether a batch has this position. All others are questions for the right.
    private static func isBatch(_ position: Int) -> Bool { RequestSequence.kind(at: position) != .right }

    package static let length = RequestSequence.length
}
