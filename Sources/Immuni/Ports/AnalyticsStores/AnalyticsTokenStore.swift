public import ExposurePrimitives
public import Persistence

/// The identifier of an analytics token in a store: its SHA-256.
public struct TokenIdentifier: Hashable, Sendable {
    /// 32 bytes.
    public let digest: [UInt8]

    public init(digest: some Sequence<UInt8>) {
        self.digest = Array(digest)
    }
}

/// Authorised analytics tokens. A token is valid in the month of its authorisation and in the month after. Then it is
/// deleted (Immuni, Privacy-Preserving Analytics, "iOS").
public protocol AnalyticsTokenStore: Sendable {
    /// Whether the token is authorised and valid in `month`.
    func isAuthorised(_ token: TokenIdentifier, in month: CalendarMonth) async throws(StoreError) -> Bool

    /// Deletes tokens that are no longer valid in `month`; returns how many.
    func deleteExpired(in month: CalendarMonth) async throws(StoreError) -> Int
}
