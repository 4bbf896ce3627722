package import CoronaWarnPorts
package import ExposurePrimitives
import ServiceKit
import WireFormat

/// A key that was just made, to be shown once.
package struct NewAccessKey: Sendable {
    package let key: AccessKey
    private let text: String

    /// - Parameter days: the days that it lives.
    package init(for holder: String, role: AccessKey.Role, authority: String? = nil, days: Int, now: UnixTime) {
        var generator = SystemRandomNumberGenerator()
        let bytes = Bytes16.random(using: &generator).bytes + Bytes16.random(using: &generator).bytes
        text = Base64URL.encode(bytes)
        key = AccessKey(
            holder: holder,
            role: role,
            authority: authority,
            digest: TokenDigest(of: SecretBytes(text.utf8)).bytes,
            expiry: now.advanced(bySeconds: Int64(days) * UnixTime.secondsPerDay)
        )
    }

    /// The key as its holder shows it: 43 characters.
    package var exposedText: String { text }

    /// The days that a key lives if nobody says otherwise.
    package static let usualDays = 90
    /// The days for which the key before opens the same.
    package static let usualOverlapDays = 7
}
