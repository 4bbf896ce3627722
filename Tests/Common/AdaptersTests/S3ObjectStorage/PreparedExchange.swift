import Synchronization

@testable import S3ObjectStorage

/// Gives prepared answers, one after the other, and notes the requests.
final class PreparedExchange: S3Exchange {
    private let answers: Mutex<[Result<S3Answer, S3Failure>]>
    private let received = Mutex<[SignedS3Request]>([])

    init(_ answers: [Result<S3Answer, S3Failure>]) { self.answers = Mutex(answers) }

    var requests: [SignedS3Request] { received.withLock { $0 } }

    func answer(to request: SignedS3Request, maxSize: Int) async throws(S3Failure) -> S3Answer {
        received.withLock { $0.append(request) }
        // Without an answer left, nobody is there.
        return try answers.withLock { $0.isEmpty ? .failure(.unreachable) : $0.removeFirst() }.get()
    }
}

extension Result<S3Answer, S3Failure> {
    static func status(_ status: Int, _ headers: [(String, String)] = [], _ body: String = "") -> Self {
        .success(S3Answer(status: status, headers: headers.map { (name: $0, value: $1) }, body: Array(body.utf8)))
    }

    static func error(_ status: Int, _ code: String) -> Self {
        .status(status, [], "<?xml version=\"1.0\"?><Error><Code>\(code)</Code><Message>secret</Message></Error>")
    }
}
