import ExposurePrimitives

/// The code on a test's sheet: six hexadecimal digits and a UUID (`6-8-4-4-4-12` digits, 43 characters). The six digits
/// are usually the first of the UUID. Only the person and the sheet have the code: servers get a ``TestIdentifier``.
///
/// ```swift
/// guard let code = TestCode(scanned: text) else { return }
/// print(code)  // <redacted>
/// ```
public struct TestCode: Equatable, Sendable {
    private let characters: SecretBytes

    /// Reads a code as typed, of either case; nil for anything else.
    public init?(_ text: some StringProtocol) {
        let parts = text.split(separator: "-", omittingEmptySubsequences: false)
        guard parts.map(\.utf8.count) == Self.groups,
            parts.allSatisfy({ $0.utf8.allSatisfy { Unicode.Scalar($0).properties.isASCIIHexDigit } })
        else {
            return nil
        }
        characters = SecretBytes(text.utf8)
    }

    /// Reads the text of a scanned QR code: `https://localhost/?` and the code, or the code alone.
    public init?(scanned text: some StringProtocol) {
        guard text.utf8.count <= Self.maxScannedLength else {
            return nil
        }
        guard text.hasPrefix(Self.address) else {
            self.init(text)
            return
        }
        self.init(text.dropFirst(Self.address.count))
    }

    /// A new code. Outside tests and simulations, `generator` must be a secure one.
    public init(using generator: inout some RandomNumberGenerator) {
        let uuid = RegistrationToken.generate(using: &generator).exposedText.uppercased()
        characters = SecretBytes("\(uuid.prefix(Self.groups[0]))-\(uuid)".utf8)
    }

    /// The 43 characters, for the sheet.
    public var exposedText: String { String(decoding: characters.exposedBytes, as: UTF8.self) }

    /// The text of the QR code on the sheet.
    public var exposedAddress: String { Self.address + exposedText }

    /// The maximum number of bytes in a scanned text.
    public static let maxScannedLength = 150

    private static let address = "https://localhost/?"
    private static let groups = [6, 8, 4, 4, 4, 12]
}

extension TestCode: CustomStringConvertible, CustomReflectable {
    public var description: String { characters.description }
    public var customMirror: Mirror { characters.customMirror }
}
