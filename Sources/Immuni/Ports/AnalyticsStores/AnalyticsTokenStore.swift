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

/// Authorised analytics tokens, each with the month (UTC) of its authorisation.
public protocol AnalyticsTokenStore: Sendable {
    /// Whether the token was authorised in one of `months`.
    func isAuthorised(_ token: TokenIdentifier, in months: ClosedRange<CalendarMonth>) async throws(StoreError) -> Bool

    /// Deletes tokens that were authorised before `month`; returns how many.
    func delete(authorisedBefore month: CalendarMonth) async throws(StoreError) -> Int
}
