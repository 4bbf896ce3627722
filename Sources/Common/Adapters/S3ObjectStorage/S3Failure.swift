/// Why one attempt at a request failed, in words for an operator. Nothing of an answer's text is repeated.
enum S3Failure: Error, Hashable, CustomStringConvertible {
    case unreachable
    /// There was no secure connection.
    case untrusted
    case timeout
    /// The connection ended before the answer did.
    case interrupted
    /// The answer is longer than this number of bytes.
    case tooLarge(limit: Int)
    /// The server has too much to do, or failed.
    case busy(status: Int)
    /// The bytes are not those that were stored.
    case damaged
    /// The answer is not one that S3 gives.
    case senseless
    case refused(status: Int, S3RefusalCode?)

    /// Whether a later attempt may succeed.
    var mayPass: Bool {
        switch self {
        case .unreachable, .untrusted, .timeout, .interrupted, .busy, .damaged, .senseless: true
        case .refused(_, let code): code?.mayPass ?? false
        case .tooLarge: false
        }
    }

    var description: String {
        switch self {
        case .unreachable: "the server cannot be reached; check the endpoint and the network"
        case .untrusted: "there is no secure connection; check the server's certificate and the trusted authorities"
        case .timeout: "the server did not answer in time"
        case .interrupted: "the connection ended before the answer"
        case .tooLarge(let limit): "the answer has more than \(limit) bytes"
        case .busy(let status): "the server is overloaded or failed (\(status)); the next run tries again"
        case .damaged: "the bytes are not those that were stored; delete the object or restore it"
        case .senseless: "the answer is not one of S3; check that the endpoint is that of the object storage"
        case .refused(let status, let code): code?.words ?? "the server refused the request with status \(status)"
        }
    }

    /// The failure that an answer tells; nil for a success.
    ///
    /// A refusal has a document, except one of HEAD. Without it, something on the way has answered, or has cut the
    /// answer.
    static func of(_ answer: S3Answer, to method: S3Request.Method) -> S3Failure? {
        switch answer.status {
        case 200..<300: return nil
        case 429, 500...: return .busy(status: answer.status)
        default: break
        }
        guard method != .head else {
            return .refused(status: answer.status, nil)
        }
        guard let document = S3ObjectStore.document(answer, "Error"), let code = document.text(of: "Code") else {
            return .senseless
        }
        return .refused(status: answer.status, S3RefusalCode(rawValue: code))
    }
}

/// The error codes of S3 that tell an operator what to do (Amazon S3 API Reference, "Error responses").
enum S3RefusalCode: String, CaseIterable {
    case accessDenied = "AccessDenied"
    case authorizationHeaderMalformed = "AuthorizationHeaderMalformed"
    case badDigest = "BadDigest"
    case invalidAccessKeyID = "InvalidAccessKeyId"
    case invalidDigest = "XAmzContentSHA256Mismatch"
    case noSuchBucket = "NoSuchBucket"
    case noSuchKey = "NoSuchKey"
    case noSuchUpload = "NoSuchUpload"
    case permanentRedirect = "PermanentRedirect"
    case requestTimeTooSkewed = "RequestTimeTooSkewed"
    case requestTimeout = "RequestTimeout"
    case signatureDoesNotMatch = "SignatureDoesNotMatch"
    case slowDown = "SlowDown"
    case temporaryRedirect = "TemporaryRedirect"

    /// Whether the same request may succeed later. A digest can be wrong because of the network alone.
    var mayPass: Bool {
        switch self {
        case .badDigest, .invalidDigest, .requestTimeout, .slowDown: true
        default: false
        }
    }

    fileprivate var words: String {
        switch self {
        case .accessDenied: "access is denied; allow the key to read, write, delete and list in the bucket"
        case .authorizationHeaderMalformed, .permanentRedirect, .temporaryRedirect:
            "the bucket is in another region or at another endpoint; correct these settings"
        case .badDigest, .invalidDigest: "the server received other bytes than were sent"
        case .invalidAccessKeyID: "the server does not know the access key; check its file"
        case .noSuchBucket: "there is no such bucket; make it, or correct its name"
        case .noSuchKey: "there is no such object"
        case .noSuchUpload: "the upload was given up meanwhile"
        case .requestTimeTooSkewed: "the server has another time; correct this machine's clock"
        case .requestTimeout: "the server did not receive the request in time"
        case .signatureDoesNotMatch: "the signature does not fit; check the file of the secret key, and the region"
        case .slowDown: "the server is overloaded; the next run tries again"
        }
    }
}
