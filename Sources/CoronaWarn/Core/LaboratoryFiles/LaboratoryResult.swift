public import CoronaWarnAPI
import Crypto
public import ExposurePrimitives

/// The result of one test, ready to be sent. It has hashes and never a code.
public struct LaboratoryResult: Sendable {
    public let code: TestResultCode
    /// One, or two for a test with a birth date: phones of people who gave the birth date ask with both.
    public let identifiers: [SentIdentifier]
    /// When the sample was taken, in seconds since 1970; nil if the file does not say it.
    public let sampleCollection: Int?

    /// The bytes that a client keeps once the server has the result: 16 of a SHA-256.
    ///
    /// - Parameter server: the address of the server. Another server does not have the result.
    public func mark(server: String) -> Bytes16 {
        var hash = SHA256()
        // No part contains a zero byte, so the parts cannot run into one another.
        for part in [server, String(code.code)] + identifiers.map(\.exposedText) {
            hash.update(data: Array(part.utf8) + [0])
        }
        guard let mark = Bytes16(Array(hash.finalize()).prefix(Bytes16.count)) else {
            preconditionFailure("a SHA-256 has 32 bytes")
        }
        return mark
    }
}
