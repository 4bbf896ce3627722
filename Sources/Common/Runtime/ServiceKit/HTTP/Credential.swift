package import ExposurePrimitives

/// What a laboratory or an operator shows, as far as a service may see it.
package enum Credential: Sendable {
    /// A bearer token, on the internal listener.
    case token(TokenDigest)
    /// The listed certificate of the partner with this name, on the partner listener.
    case certificate(of: String)
}

/// Whose a credential is now; nil for nobody's. Each system supplies its own check, so a credential that it revokes stops
/// working with the next request. The holder may be a name, or a name with a role.
package typealias CredentialCheck<Holder> = @Sendable (Credential) async throws -> Holder?

/// A bearer token as a system stores it. The token itself is kept nowhere.
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
    /// The holder of a token at `now`. The time that it takes tells neither which token matched nor how far.
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
