/// The name of one part of a message that a signature covers (RFC 9421 section 2).
public struct SignatureComponent: Hashable, Sendable {
    /// A field's name in lower case, or a derived component, `@path` for example.
    public let name: String
    /// Whether the part is the request's, in the signature of its answer: the parameter `req` (section 2.4).
    public let isOfRequest: Bool

    public init(_ name: String, isOfRequest: Bool = false) {
        self.name = name
        self.isOfRequest = isOfRequest
    }

    /// The name in the signature base and in `Signature-Input`.
    var identifier: String { "\"\(name)\"" + (isOfRequest ? ";req" : "") }
}

extension SignatureComponent {
    static let contentDigest = SignatureComponent("content-digest")
    static let requestPath = SignatureComponent("@path", isOfRequest: true)
    static let requestQuery = SignatureComponent("@query", isOfRequest: true)
    static let sequence = SignatureComponent("avviso-sequence")

    /// The components that our signatures cover, in this order.
    static let ours = [contentDigest, requestPath, requestQuery, sequence]
}
