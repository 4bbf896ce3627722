/// A media type of request or answer bodies (RFC 9110, 8.3).
public struct MediaType: Hashable, Sendable {
    /// Type and subtype in lower case, for example `application/json`.
    public let name: String
    /// Whether it is text, which is in UTF-8 and says so.
    public let isText: Bool

    public init(_ name: String, isText: Bool = false) {
        self.name = name
        self.isText = isText
    }

    public static let json = MediaType("application/json", isText: true)
    public static let csv = MediaType("text/csv", isText: true)
    public static let zip = MediaType("application/zip")

    /// The value of `Content-Type` in answers.
    public var text: String { isText ? "\(name); charset=utf-8" : name }

    /// Whether `contentType` names it, in any case; text with or without its character set.
    public func isNamed(by contentType: String) -> Bool {
        let value = contentType.lowercased()
        // Shipped clients send the character set with and without the space.
        return value == name || isText && (value == text || value == "\(name);charset=utf-8")
    }
}
