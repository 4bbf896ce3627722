import Synchronization
package import WireFormat

/// Answers requests with what is prepared, in order, and keeps them.
package final class PreparedExchange: HTTPExchange {
    private let answers: Mutex<[Result<HTTPAnswer, HTTPExchangeError>]>
    private let sent = Mutex<[HTTPCall]>([])

    package init(_ answers: [Result<HTTPAnswer, HTTPExchangeError>]) {
        self.answers = Mutex(answers)
    }

    /// - Parameter answers: nil is a lost answer.
    package convenience init(_ answers: [HTTPAnswer?]) {
        self.init(answers.map { $0.map(Result.success) ?? .failure(.interrupted) })
    }

    package var calls: [HTTPCall] { sent.withLock { $0 } }

    package func send(_ call: HTTPCall) async throws(HTTPExchangeError) -> HTTPAnswer {
        sent.withLock { $0.append(call) }
        return try answers.withLock { $0.removeFirst() }.get()
    }
}
