import Crypto
import ExposurePrimitives

/// The digests that show that bytes arrived as they were sent.
enum S3Digest {
    /// The header of the metadata that holds the SHA-256 of the whole object.
    static let header = "x-amz-meta-sha256"

    /// In hexadecimal digits.
    static func sha256(_ bytes: [UInt8]) -> String {
        Hex.encode(SHA256.hash(data: bytes))
    }

    /// The value of `Content-MD5`. Every server with the S3 interface checks it, so a body that was damaged on its way
    /// is not stored. It protects from accidents; the signed SHA-256 protects from people.
    static func md5(_ bytes: [UInt8]) -> String {
        Base64.encode(Array(Insecure.MD5.hash(data: bytes)))
    }

    /// Whether an object's bytes are those that were stored.
    ///
    /// An object from elsewhere, such as a restored copy, has no digest of ours. Then the entity tag must be the MD5 of
    /// the bytes, as it is for an object that was stored in one part.
    static func fits(_ answer: S3Answer) -> Bool {
        if let digest = answer.header(header) {
            return digest == sha256(answer.body)
        }
        let tag = (answer.header("etag") ?? "").filter { $0 != "\"" }
        return tag == Hex.encode(Insecure.MD5.hash(data: answer.body))
    }
}
