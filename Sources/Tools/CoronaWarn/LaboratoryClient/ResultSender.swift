package import CoronaWarnAPI
package import ExposurePrimitives
package import LaboratoryFiles
package import Persistence
package import WireFormat

/// Sends a laboratory's results, one message after the other.
///
/// A message without an answer is sent again: the server answers the same results again with 204. An accepted message
/// is in the journal before the next one leaves.
package struct ResultSender: Sendable {
    private let exchange: any HTTPExchange
    private let key: SecretBytes?
    private let options: Options
    private let steps: any StepObserver
    private let pause: @Sendable (Int64) async throws -> Void

    package struct Options: Sendable {
        package var laboratoryID: LaboratoryID?
        /// The maximum number of identifiers in a message.
        package var messageSize = CoronaWarnLimits.resultCount
        /// Whether the good lines of a file are sent although others are bad.
        package var skipsBadLines = false
        /// Seconds of pauses after which a message without an answer is given up.
        package var patience: Int64 = 60

        package init() {}
    }

    /// - Parameters:
    ///   - exchange: with the laboratory service.
    ///   - key: the laboratory's key; nil if it shows a certificate.
    ///   - pause: waits for this many seconds.
    package init(
        exchange: any HTTPExchange,
        key: SecretBytes?,
        options: Options,
        steps: any StepObserver = NoStepObserver(),
        pause: @escaping @Sendable (Int64) async throws -> Void
    ) {
        (self.exchange, self.key, self.options) = (exchange, key, options)
        (self.steps, self.pause) = (steps, pause)
    }

    /// Sends what the journal does not have. If a line is bad and bad lines are not skipped, nothing or nothing more is
    /// sent.
    ///
    /// - Throws: `SendFailure`, a `PhoneStorageError` of the journal, or `CancellationError`.
    package func send(
        _ file: ResultFile,
        journal: inout SentJournal,
        progress: (SendProgress) -> Void
    ) async throws -> SendReport {
        let good = file.good
        let pending = good.filter { !journal.contains($0.result) }
        var report = SendReport(
            total: file.lines.count,
            sentBefore: good.count - pending.count,
            problems: file.problems
        )
        var waiting = ResultMessage.messages(of: pending, maxCount: options.messageSize)[...]
        while let message = waiting.popFirst() {
            guard report.problems.isEmpty || options.skipsBadLines else {
                break
            }
            let refused = try await deliver(message, progress)
            guard refused.isEmpty else {
                report.problems.merge(refused) { $1 }
                waiting = (message.leavingOut(Set(refused.keys)).map { [$0] } ?? []) + waiting
                continue
            }
            steps.reached(.resultsAccepted)
            try journal.add(message.results)
            steps.reached(.resultsRemembered)
            report.sent += message.results.count
            progress(.stored(report.sentBefore + report.sent, of: good.count))
        }
        report.isComplete = report.problems.isEmpty || options.skipsBadLines
        return report
    }

    /// Sends a message until there is an answer.
    ///
    /// - Returns: the lines for which the server refused it; none if it was accepted.
    private func deliver(
        _ message: ResultMessage,
        _ progress: (SendProgress) -> Void
    ) async throws -> [Int: LineProblem] {
        let call = call(for: message)
        var (waited, wait): (Int64, Int64) = (0, 1)
        while true {
            let missing: MissingAnswer
            switch await answer(to: call) {
            case .success(let answer): return try Self.judge(answer, of: message)
            case .failure(let reason): missing = reason
            }
            try Task.checkCancellation()
            guard waited < options.patience else {
                throw SendFailure.noAnswer(missing)
            }
            progress(.waiting(seconds: wait))
            try await pause(wait)
            (waited, wait) = (waited + wait, min(wait * 2, Self.maxPause))
        }
    }

    /// The answer of a server that could work on the request.
    private func answer(to call: HTTPCall) async -> Result<HTTPAnswer, MissingAnswer> {
        do throws(HTTPExchangeError) {
            let answer = try await exchange.send(call)
            let isOverloaded = answer.status == CoronaWarnError.requestTimeout.status || answer.status >= 500
            return isOverloaded || answer.status == CoronaWarnError.tooManyRequests.status
                ? .failure(.overloaded) : .success(answer)
        } catch {
            return .failure(error == .unreachable ? .unreachable : .lost)
        }
    }

    private static func judge(_ answer: HTTPAnswer, of message: ResultMessage) throws -> [Int: LineProblem] {
        switch answer.status {
        case 204: return [:]
        case CoronaWarnError.unauthorised.status, CoronaWarnError.forbidden.status: throw SendFailure.unauthorised
        case CoronaWarnError.unknown.status, CoronaWarnError.wrongMethod.status: throw SendFailure.noService
        case CoronaWarnError.notCompliant.status, CoronaWarnError.conflict.status:
            guard let lines = message.lines(refusedBy: answer.body) else {
                throw SendFailure.refused(status: answer.status)
            }
            let isConflict = answer.status == CoronaWarnError.conflict.status
            return Dictionary(uniqueKeysWithValues: lines.map { ($0, isConflict ? .conflict : .refused) })
        default: throw SendFailure.refused(status: answer.status)
        }
    }

    private func call(for message: ResultMessage) -> HTTPCall {
        let endpoint = message.kind.resultsEndpoint
        var headers: [HTTPHeader] = [.init("Content-Type", MediaType.json.text)]
        if let key {
            headers.append(.init("Authorization", "Bearer " + String(decoding: key.exposedBytes, as: UTF8.self)))
        }
        return HTTPCall(
            method: endpoint.method,
            target: endpoint.path,
            headers: headers,
            body: message.exposedBody(laboratoryID: options.laboratoryID),
            answerLimit: CoronaWarnLimits.laboratoryBody
        )
    }

    /// Seconds between two attempts at most.
    private static let maxPause: Int64 = 30
}
