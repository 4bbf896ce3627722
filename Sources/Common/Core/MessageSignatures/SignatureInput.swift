public import ExposurePrimitives

/// The member of a `Signature-Input` field (RFC 9421 section 4.1): the parts that a signature covers and its
/// parameters.
public struct SignatureInput: Hashable, Sendable {
    /// The name of the signature in its message.
    public let label: String
    public let components: [SignatureComponent]
    public let created: UnixTime
    public let keyID: String
    /// A name of RFC 9421 section 6.2.2; nil if the key's name implies it.
    public let algorithm: String?

    public init(label: String, components: [SignatureComponent], created: UnixTime, keyID: String, algorithm: String?) {
        self.label = label
        self.components = components
        self.created = created
        self.keyID = keyID
        self.algorithm = algorithm
    }

    /// Reads a field with exactly one signature. Its parameters are `created`, `keyid` and optionally `alg`, in this
    /// order.
    public init(parsing text: String) throws(MessageSignatureError) {
        var scanner = FieldScanner(text, of: .signatureInput)
        label = try scanner.key()
        try scanner.expect("=(")
        var components: [SignatureComponent] = []
        while !scanner.take(")") {
            if !components.isEmpty {
                try scanner.expect(" ")
            }
            components.append(SignatureComponent(try scanner.string(), isOfRequest: scanner.take(";req")))
        }
        self.components = components
        try scanner.expect(";created=")
        created = UnixTime(try scanner.integer())
        try scanner.expect(";keyid=")
        keyID = try scanner.string()
        algorithm = scanner.take(";alg=") ? try scanner.string() : nil
        try scanner.expectEnd()
    }

    /// The value of the field.
    public var field: String { "\(label)=\(parameters)" }

    /// The value of `@signature-params` (RFC 9421 section 2.3).
    public var parameters: String {
        let list = components.map(\.identifier).joined(separator: " ")
        return "(\(list));created=\(created.seconds);keyid=\"\(keyID)\"" + (algorithm.map { ";alg=\"\($0)\"" } ?? "")
    }

    /// The bytes that are signed (RFC 9421 section 2.5).
    ///
    /// - Parameter values: the values of `components`, in their order.
    public func signatureBase(_ values: [String]) -> [UInt8] {
        var base = ""
        for (component, value) in zip(components, values) {
            base += "\(component.identifier): \(value)\n"
        }
        base += "\"@signature-params\": \(parameters)"
        return Array(base.utf8)
    }
}
