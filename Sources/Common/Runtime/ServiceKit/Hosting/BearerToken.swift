import ExposurePrimitives
import NIOHTTP1
import WireFormat

/// The secret that callers of the internal listener show (RFC 6750, `Authorization: Bearer …`).
struct BearerToken: Sendable {
    private let token: SecretBytes

    init(_ token: SecretBytes) {
        self.token = token
    }

    /// Throws `unauthorised` unless exactly one Authorization header holds the token; the comparison takes the same
    /// time wherever the two differ.
    func check(_ headers: HTTPHeaders) throws(Refusal) {
        let values = headers["authorization"]
        let scheme = "Bearer "
        guard values.count == 1, values[0].prefix(scheme.count).lowercased() == scheme.lowercased(),
            SecretBytes(values[0].utf8.dropFirst(scheme.utf8.count)) == token
        else {
            throw .unauthorised
        }
    }
}
