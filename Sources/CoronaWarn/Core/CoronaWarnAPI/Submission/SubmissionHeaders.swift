/// The headers of `POST /version/v1/diagnosis-keys` that decide what happens with a request.
public enum SubmissionHeaders: Equatable, Sendable {
    /// Cover traffic. Neither its body nor its other headers count.
    case fake
    /// An upload. Without a TAN the header is no TAN at all, which is ``CoronaWarnError/forbidden`` once the body is
    /// found to be right.
    case genuine(TAN?)

    /// - Throws: `notCompliant` without `cwa-fake` or with one that is no integer, and for a genuine request without a
    ///   TAN or with the one-time password of a self-report.
    public init(fake: String?, authorization: String?, oneTimePassword: String?) throws(CoronaWarnError) {
        guard let fake else {
            throw .notCompliant
        }
        guard try FakeFlag(header: fake) == .genuine else {
            self = .fake
            return
        }
        guard let authorization, oneTimePassword == nil else {
            throw .notCompliant
        }
        self = .genuine(TAN(authorization))
    }
}
