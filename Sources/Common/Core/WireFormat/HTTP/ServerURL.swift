/// The address of a server: `http` or `https`, and its authority, without a path.
public struct ServerURL: Hashable, Sendable {
    /// Scheme and authority, without a slash at the end.
    public let text: String
    /// The host, with the port if the text has one: the value of `Host` headers.
    public let authority: String

    /// Nil unless `text` is `http://` or `https://` with an authority of letters, digits, `.`, `-`, `:`, `[` and `]`,
    /// followed by at most a slash.
    public init?(_ text: some StringProtocol) {
        let bare = text.hasSuffix("/") ? String(text.dropLast()) : String(text)
        guard let scheme = ["https://", "http://"].first(where: { bare.hasPrefix($0) }) else {
            return nil
        }
        let authority = String(bare.dropFirst(scheme.count))
        guard !authority.isEmpty, authority.utf8.allSatisfy(Self.mayStandInAuthority) else {
            return nil
        }
        self.text = bare
        self.authority = authority
    }

    private static func mayStandInAuthority(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default:
            ".-:[]".utf8.contains(character)
        }
    }
}
