/// Sends one request, and waits for the whole answer.
protocol S3Exchange: Sendable {
    /// - Parameter maxSize: the maximum size of the answer's body in bytes.
    /// - Throws: if there is no whole answer. Any status is an answer.
    func answer(to request: SignedS3Request, maxSize: Int) async throws(S3Failure) -> S3Answer
}
