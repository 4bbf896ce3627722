public import ExposurePrimitives
public import Persistence

/// What a store knows an analytics token by: its SHA-256.
public struct TokenIdentifier: Hashable, Sendable {
    /// 32 bytes.
    public let digest: [UInt8]

    public init(digest: some Sequence<UInt8>) {
        self.digest = Array(digest)
    }
}

/// Authorised analytics tokens. A token is valid in the month of its authorisation and in the one after, and forgotten
/// then (Immuni, Privacy-Preserving Analytics, "iOS").
public protocol AnalyticsTokenStore: Sendable {
    /// Whether the token is authorised and valid in `month`.
    func isAuthorised(_ token: TokenIdentifier, in month: CalendarMonth) async throws(StoreError) -> Bool

    /// Forgets tokens that are no longer valid in `month`; returns how many.
    func deleteExpired(in month: CalendarMonth) async throws(StoreError) -> Int
}
