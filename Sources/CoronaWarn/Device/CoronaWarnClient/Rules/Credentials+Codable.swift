import CoronaWarnAPI
import ExposurePrimitives

// What the phone keeps of credentials, in its sealed file alone. Servers keep digests, so the types themselves are not
// `Codable`.

/// A secret that the sealed file holds as text.
protocol SealedText: Codable {
    init?(sealed text: String)
    var exposedForFile: String { get }
}

extension SealedText {
    init(from decoder: any Decoder) throws {
        let container = try decoder.singleValueContainer()
        guard let value = Self(sealed: try container.decode(String.self)) else {
            throw DecodingError.dataCorruptedError(in: container, debugDescription: "not a credential")
        }
        self = value
    }

    func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(exposedForFile)
    }
}

extension UUIDCredential: Codable, SealedText {
    init?(sealed text: String) {
        self.init(text)
    }

    var exposedForFile: String { exposedText }
}

extension TestIdentifier: Codable, SealedText {
    init?(sealed text: String) {
        self.init(codeOrBirthDate: text)
    }

    var exposedForFile: String { exposedText }
}

extension TeleTAN: Codable, SealedText {
    init?(sealed text: String) {
        try? self.init(text)
    }

    var exposedForFile: String { exposedText }
}

extension PhoneNonce: Codable, SealedText {
    init?(sealed text: String) {
        self.init(padding: text)
    }

    var exposedForFile: String { exposedPadding }
}
