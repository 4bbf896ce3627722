public import ExposurePrimitives
public import Persistence

/// Keeps the keys of the callers that one service knows.
public protocol AccessKeyStore: Sendable {
    /// Gives a holder a key.
    ///
    /// - Parameters:
    ///   - replaces: whether the key takes the place of one that still opens something.
    ///   - reopens: whether a holder whose keys were revoked gets one.
    /// - Returns: false if the holder's present state does not permit it; nothing was changed.
    func give(_ key: AccessKey, replaces: Bool, reopens: Bool, now: UnixTime) async throws(StoreError) -> Bool

    /// Gives a holder a second key. The one before opens the same until `overlapEnd`, or until its own end if that is
    /// earlier.
    ///
    /// The key replaces nothing that opens something: a holder whose last change is not over gets none.
    func rotate(to key: AccessKey, overlapEnd: UnixTime, now: UnixTime) async throws(StoreError) -> KeyRotation

    /// Takes a holder's keys away at once. Its name stays, because rows may belong to it.
    ///
    /// - Returns: false for an unknown name.
    func revoke(_ holder: String) async throws(StoreError) -> Bool

    /// Revokes a name that never had a key, because a certificate with the name opens something. The name is listed
    /// from now on, and gets a key like every other one.
    ///
    /// - Returns: false for a known name; nothing was changed.
    func bar(_ name: String, as role: AccessKey.Role, now: UnixTime) async throws(StoreError) -> Bool

    /// All holders, by name.
    func holders() async throws(StoreError) -> [AccessKeyHolder]

    /// The holder of the key with this digest, be it the newest or the one before, if the key opens something at `now`.
    func holder(of digest: [UInt8], now: UnixTime) async throws(StoreError) -> AccessKeyHolder?

    /// The holder of this name, whatever the state of its key.
    func holder(named name: String) async throws(StoreError) -> AccessKeyHolder?
}
