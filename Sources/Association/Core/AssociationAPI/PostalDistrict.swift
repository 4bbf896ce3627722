/// The district of an account, as coarse as a post code's first part: up to four capital letters and digits. Nothing
/// finer is ever stored.
public struct PostalDistrict: Hashable, Comparable, Sendable {
    public let text: String

    /// Nil unless `text` has one to four capital letters and digits of ASCII.
    public init?(_ text: some StringProtocol) {
        guard (1...Self.maxLength).contains(text.utf8.count),
            text.allSatisfy({ $0.isASCII && ($0.isUppercase || $0.isNumber) })
        else {
            return nil
        }
        self.text = String(text)
    }

    /// The four bytes of a packet: the text, and zeros behind it.
    public init?(bytes: some Collection<UInt8>) {
        let text = bytes.prefix { $0 != 0 }
        guard bytes.count == Self.maxLength, bytes.dropFirst(text.count).allSatisfy({ $0 == 0 }) else {
            return nil
        }
        self.init(String(decoding: text, as: UTF8.self))
    }

    public static func < (lhs: PostalDistrict, rhs: PostalDistrict) -> Bool {
        lhs.text < rhs.text
    }

    /// The inverse of ``init(bytes:)``.
    public var bytes: [UInt8] {
        Array(text.utf8) + [UInt8](repeating: 0, count: Self.maxLength - text.utf8.count)
    }

    public static let maxLength = 4
}
