import Crypto
import ExposurePrimitives

/// Signs requests with AWS Signature Version 4, in the `Authorization` header and with the digest of the whole body
/// (Amazon S3 API Reference, "Signature Calculations for the Authorization Header: Transferring Payload in a Single
/// Chunk").
struct S3Signer: Sendable {
    let credentials: S3Credentials
    let region: S3Region

    /// The request with the headers of its signature.
    ///
    /// - Parameter host: the value of the `Host` header, which is signed.
    func sign(_ request: S3Request, host: String, now: UnixTime) -> SignedS3Request {
        let moment = Self.basicTime(now)
        let digest = Hex.encode(SHA256.hash(data: request.body))
        let headers = request.headers + [("host", host), ("x-amz-content-sha256", digest), ("x-amz-date", moment)]
        let sorted = headers.sorted { $0.name < $1.name }
        let names = sorted.map(\.name).joined(separator: ";")
        let canonical = [
            request.method.rawValue, request.escapedPath, request.escapedQuery,
            sorted.map { "\($0.name):\(Self.trimmed($0.value))\n" }.joined(), names, digest,
        ].joined(separator: "\n")
        let scope = "\(moment.prefix(8))/\(region.text)/s3/aws4_request"
        let text = [Self.algorithm, moment, scope, Hex.encode(SHA256.hash(data: Array(canonical.utf8)))]
            .joined(separator: "\n")
        let signature = Hex.encode(Self.code(of: text, key: key(ofDay: String(moment.prefix(8)))))
        let authorization =
            "\(Self.algorithm) Credential=\(credentials.accessKey)/\(scope),SignedHeaders=\(names),Signature=\(signature)"
        return SignedS3Request(
            method: request.method,
            target: request.target,
            headers: headers + [("authorization", authorization)],
            body: request.body
        )
    }

    /// The key of a day, a region and a service. It is derived from the secret, so that one of them does not open the
    /// others.
    private func key(ofDay day: String) -> SymmetricKey {
        let secret = SymmetricKey(data: Array("AWS4".utf8) + credentials.secret.exposedBytes)
        return [day, region.text, "s3", "aws4_request"].reduce(secret) { key, part in
            SymmetricKey(data: Self.code(of: part, key: key))
        }
    }

    private static func code(of text: String, key: SymmetricKey) -> HMAC<SHA256>.MAC {
        HMAC<SHA256>.authenticationCode(for: Array(text.utf8), using: key)
    }

    /// ISO 8601 without separators, for example `20130524T000000Z`.
    static func basicTime(_ time: UnixTime) -> String {
        time.description.filter { $0 != "-" && $0 != ":" }
    }

    /// Without white space at both ends, and with one space for several.
    private static func trimmed(_ value: String) -> String {
        value.split(separator: " ").joined(separator: " ")
    }

    private static let algorithm = "AWS4-HMAC-SHA256"
}
