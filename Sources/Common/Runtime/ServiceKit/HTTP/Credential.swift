package import ExposurePrimitives

/// The credential of a laboratory or an operator, in the form that a service may see.
package enum Credential: Sendable {
    /// A bearer token, on the internal listener.
    case token(TokenDigest)
    /// The listed certificate of the partner with this name, on the partner listener.
    case certificate(of: String)
}

/// Finds the present holder of a credential; nil if there is none. Each system supplies its own check, so a credential
/// that it revokes stops working with the next request. The holder may be a name, or a name with a role.
package typealias CredentialCheck<Holder> = @Sendable (Credential) async throws -> Holder?

/// A bearer token as a system stores it. Nobody keeps the token itself.
package struct StoredToken<Holder: Sendable>: Sendable {
    package let holder: Holder
    package let digest: TokenDigest
    /// From this time on the token opens nothing.
    package let expiry: UnixTime

    package init(holder: Holder, digest: TokenDigest, expiry: UnixTime) {
        self.holder = holder
        self.digest = digest
        self.expiry = expiry
    }
}

extension Sequence {
    /// The holder of a token at `now`. The time for this shows neither which token matched nor how many bytes did.
    package func holder<Holder>(
        of shown: TokenDigest,
        at now: UnixTime
    ) -> Holder? where Element == StoredToken<Holder> {
        reduce(nil) { found, stored in
            let matches = stored.digest == shown
            return matches && now < stored.expiry ? stored.holder : found
        }
    }
}
