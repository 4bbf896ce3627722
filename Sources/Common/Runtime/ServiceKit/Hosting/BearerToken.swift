import ExposurePrimitives
import HTTPTypes
import NIOHTTP1
import WireFormat

/// The secret that programs show on the internal listener (RFC 6750, `Authorization: Bearer …`).
struct BearerToken: Sendable {
    private let token: SecretBytes

    init(_ token: SecretBytes) {
        self.token = token
    }

    /// Throws `unauthorised` unless exactly one Authorization header holds the token. The comparison takes the same
    /// time for all tokens.
    func check(_ headers: HTTPHeaders) throws(Refusal) {
        guard Self.shown(in: headers["authorization"]) == token else {
            throw .unauthorised
        }
    }

    /// The token in the only Authorization field of a request; nil for any other number of fields, or another scheme.
    static func shown(in fields: [String]) -> SecretBytes? {
        let scheme = "Bearer "
        guard fields.count == 1, fields[0].prefix(scheme.count).lowercased() == scheme.lowercased() else {
            return nil
        }
        return SecretBytes(fields[0].utf8.dropFirst(scheme.utf8.count))
    }
}

extension ServiceRequest {
    /// The credential that a caller of this kind shows; nil without one, or for the certificate of another kind of
    /// partner.
    ///
    /// Only its certificate identifies a partner, whatever its header fields say.
    func credential(of caller: Caller) -> Credential? {
        if let partner {
            return partner.kind.caller == caller ? .certificate(of: partner.name) : nil
        }
        return BearerToken.shown(in: headers[values: .authorization]).map { .token(TokenDigest(of: $0)) }
    }
}
