import Foundation
import Synchronization
import WireFormat

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The session's events for the requests that are under way.
final class Exchanges: NSObject, URLSessionDataDelegate, Sendable {
    typealias Outcome = Result<HTTPAnswer, HTTPExchangeError>

    private let underWay = Mutex<[Int: Exchange]>([:])
    /// Tasks that were abandoned before they began.
    private let givenUp = Mutex<Set<Int>>([])

    private struct Exchange {
        let answer: CheckedContinuation<Outcome, Never>
        /// Bytes of the body at most.
        let answerLimit: Int
        var body: [UInt8] = []
        var isTooLarge = false
        /// Whether the app does not trust the server. Nothing was sent to it then.
        var isServerRefused = false
    }

    #if canImport(Security)
        private let trust: PinnedTrust?

        init(trust: PinnedTrust?) {
            self.trust = trust
        }
    #endif

    /// Starts `task` and returns its outcome. Abandons it if the surrounding task is cancelled, or if the answer's body
    /// has more than `answerLimit` bytes.
    func run(_ task: URLSessionDataTask, answerLimit: Int) async -> Outcome {
        let outcome = await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let exchange = Exchange(answer: continuation, answerLimit: answerLimit)
                underWay.withLock { $0[task.taskIdentifier] = exchange }
                if givenUp.withLock({ $0.contains(task.taskIdentifier) }) {
                    task.cancel()
                }
                task.resume()
            }
        } onCancel: {
            // The session reports the end of a task once, and the report must not be missed. A task that has not begun
            // is therefore abandoned when it begins.
            _ = givenUp.withLock { $0.insert(task.taskIdentifier) }
            if underWay.withLock({ $0[task.taskIdentifier] != nil }) {
                task.cancel()
            }
        }
        _ = givenUp.withLock { $0.remove(task.taskIdentifier) }
        return outcome
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLarge = underWay.withLock { exchanges in
            exchanges[dataTask.taskIdentifier]?.body += data
            let isTooLarge = exchanges[dataTask.taskIdentifier].map { $0.body.count > $0.answerLimit } ?? false
            exchanges[dataTask.taskIdentifier]?.isTooLarge = isTooLarge
            return isTooLarge
        }
        if isTooLarge {
            dataTask.cancel()
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        if let ended = underWay.withLock({ $0.removeValue(forKey: task.taskIdentifier) }) {
            ended.answer.resume(returning: outcome(of: ended, task.response, error))
        }
    }

    private func outcome(of exchange: Exchange, _ response: URLResponse?, _ error: (any Error)?) -> Outcome {
        if exchange.isTooLarge {
            return .failure(.answerTooLarge(limit: exchange.answerLimit))
        }
        if let error {
            return .failure(exchange.isServerRefused ? .unreachable : Self.failure((error as? URLError)?.code))
        }
        guard let response = response as? HTTPURLResponse else {
            return .failure(.interrupted)
        }
        let headers = response.allHeaderFields.compactMap { name, value in
            (name as? String).map { HTTPHeader($0, "\(value)") }
        }
        return .success(HTTPAnswer(status: response.statusCode, headers: headers, body: exchange.body))
    }

    private static func failure(_ code: URLError.Code?) -> HTTPExchangeError {
        switch code {
        case .timedOut: .timeout
        case .notConnectedToInternet, .cannotFindHost, .cannotConnectToHost, .dnsLookupFailed, .secureConnectionFailed,
            .serverCertificateUntrusted, .serverCertificateHasBadDate, .serverCertificateHasUnknownRoot,
            .serverCertificateNotYetValid:
            .unreachable
        default: .interrupted
        }
    }

    /// Handles a redirect like any other answer: the phone judges it.
    func urlSession(
        _ session: URLSession,
        task: URLSessionTask,
        willPerformHTTPRedirection response: HTTPURLResponse,
        newRequest request: URLRequest,
        completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {
        completionHandler(nil)
    }

    #if canImport(Security)
        func urlSession(
            _ session: URLSession,
            task: URLSessionTask,
            didReceive challenge: URLAuthenticationChallenge
        ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
            guard let trust, challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust
            else {
                return (.performDefaultHandling, nil)
            }
            guard let server = challenge.protectionSpace.serverTrust, trust.believes(server) else {
                underWay.withLock { $0[task.taskIdentifier]?.isServerRefused = true }
                return (.cancelAuthenticationChallenge, nil)
            }
            return (.useCredential, URLCredential(trust: server))
        }
    #endif
}
