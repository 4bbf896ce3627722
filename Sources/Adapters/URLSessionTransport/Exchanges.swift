import Foundation
import PhonePorts
import Synchronization

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// What the session tells of the requests that are under way.
final class Exchanges: NSObject, URLSessionDataDelegate, Sendable {
    typealias Outcome = Result<PhoneResponse, PhoneTransportError>

    private let answerLimit: Int
    private let underWay = Mutex<[Int: Exchange]>([:])

    private struct Exchange {
        let answer: CheckedContinuation<Outcome, Never>
        var body: [UInt8] = []
        var isTooLarge = false
    }

    #if canImport(Security)
        private let trust: PinnedTrust?

        init(answerLimit: Int, trust: PinnedTrust?) {
            self.answerLimit = answerLimit
            self.trust = trust
        }
    #else
        init(answerLimit: Int) {
            self.answerLimit = answerLimit
        }
    #endif

    /// Starts `task`, and returns what became of it.
    func run(_ task: URLSessionDataTask) async -> Outcome {
        await withCheckedContinuation { continuation in
            underWay.withLock { $0[task.taskIdentifier] = Exchange(answer: continuation) }
            task.resume()
        }
    }

    func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
        let isTooLarge = underWay.withLock { exchanges in
            let limit = answerLimit
            exchanges[dataTask.taskIdentifier]?.body += data
            let isTooLarge = exchanges[dataTask.taskIdentifier].map { $0.body.count > limit } ?? false
            exchanges[dataTask.taskIdentifier]?.isTooLarge = isTooLarge
            return isTooLarge
        }
        if isTooLarge {
            dataTask.cancel()
        }
    }

    func urlSession(_ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?) {
        let ended = underWay.withLock { $0.removeValue(forKey: task.taskIdentifier) }
        ended?.answer.resume(returning: ended.map { outcome(of: $0, task.response, error) } ?? .failure(.unreachable))
    }

    private func outcome(of exchange: Exchange, _ response: URLResponse?, _ error: (any Error)?) -> Outcome {
        if exchange.isTooLarge {
            return .failure(.answerTooLarge(limit: answerLimit))
        }
        if let error {
            return .failure((error as? URLError)?.code == .timedOut ? .timeout : .unreachable)
        }
        guard let response = response as? HTTPURLResponse else {
            return .failure(.unreachable)
        }
        let headers = response.allHeaderFields.compactMap { name, value in
            (name as? String).map { PhoneRequest.Header($0, "\(value)") }
        }
        return .success(PhoneResponse(status: response.statusCode, headers: headers, body: exchange.body))
    }

    /// A redirect is an answer like any other: the phone judges it.
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
            didReceive challenge: URLAuthenticationChallenge
        ) async -> (URLSession.AuthChallengeDisposition, URLCredential?) {
            guard let trust, challenge.protectionSpace.authenticationMethod == NSURLAuthenticationMethodServerTrust
            else {
                return (.performDefaultHandling, nil)
            }
            guard let server = challenge.protectionSpace.serverTrust, trust.believes(server) else {
                return (.cancelAuthenticationChallenge, nil)
            }
            return (.useCredential, URLCredential(trust: server))
        }
    #endif
}
