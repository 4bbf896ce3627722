import AssociationAPI
import AssociationClient
import AssociationProtocol
import ExposurePrimitives
import ExposureTesting
import PhonePorts
import PhoneWeeks
import Synchronization
import WireFormat

/// The authority of one phone, without alerts.
final class AssociationWeekServers: WeekServers {
    let agreementKey: PrivateAgreementKey
    private let meter: PhoneMeter
    /// The phone's, from its registration on.
    private let chain = Mutex<ChainKey?>(nil)

    init(_ meter: PhoneMeter) {
        var generator = SeededGenerator(seed: 1001)
        (self.meter, agreementKey) = (meter, .generate(using: &generator))
    }

    func send(_ request: PhoneRequest) async throws(HTTPExchangeError) -> HTTPAnswer {
        do throws(AssociationError) {
            switch request.target {
            case AssociationEndpoint.registration.path:
                return answer(200, try register(RegistrationRequest(parsing: request.body)).exposedBytes)
            case AssociationEndpoint.right.path: return answer(200, RightAnswer.refused.exposedBytes)
            case AssociationEndpoint.poll.path:
                return answer(200, try answer(to: ReceivedRequest(parsing: request.body)))
            default: return answer(202, [])
            }
        } catch {
            throw .interrupted
        }
    }

    private func answer(_ status: Int, _ body: [UInt8]) -> HTTPAnswer {
        HTTPAnswer(status: status, headers: [.init("Date", meter.clock.now().httpDate)], body: body)
    }

    private func register(_ request: RegistrationRequest) throws(AssociationError) -> RegistrationAnswer {
        var generator = SeededGenerator(seed: 1002)
        let answer = RegistrationAnswer(
            registration: .random(using: &generator),
            firstDay: meter.clock.now().utcDay
        )
        let secret = try RegistrationSecret(
            authority: agreementKey,
            phone: request.phoneKey,
            registration: answer.registration,
            jurisdiction: request.jurisdiction
        )
        let first = try secret.chainKey(startingOn: answer.firstDay)
        chain.withLock { $0 = first }
        return answer
    }

    private func answer(to poll: ReceivedRequest) throws(AssociationError) -> [UInt8] {
        guard let keys = try chain.withLock(\.self)?.dayKeys(on: meter.clock.now().utcDay) else {
            throw .malformed
        }
        return PollAnswer.empty.bytes(
            mark: AnswerMark.mark(of: PollAnswer.empty.bytes, to: poll.request.nonce, under: keys)
        )
    }

    func headSize(of answer: HTTPAnswer, to request: PhoneRequest) -> Int {
        max(Self.paddedAnswer - answer.body.count, Self.shortestHead)
    }

    /// Bytes of the head of an answer that needs no padding: that to a poll.
    private static let shortestHead = 143
}
