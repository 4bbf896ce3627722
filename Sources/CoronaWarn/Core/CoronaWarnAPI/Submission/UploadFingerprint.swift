import Crypto

extension UUIDCredential where Purpose == KeyUpload {
    /// What stays of an upload until its TAN expires, so that the same bytes sent again get the same answer.
    ///
    /// Nobody without the TAN can compute it, and the random filler of the body makes it differ for equal keys.
    public func fingerprint(of body: [UInt8]) -> [UInt8] {
        Array(HMAC<SHA256>.authenticationCode(for: body, using: SymmetricKey(data: Array(exposedText.utf8))))
    }
}
