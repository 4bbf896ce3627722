import Crypto
public import ExposurePrimitives

/// The identifier of a test between laboratory, phone and servers: the hash of the code on the test's sheet.
///
/// It is 64 characters: lower-case hexadecimal digits, and for a hash over code and birth date an `x` in front. Anybody
/// who knows it can register the test, so it does not print.
public struct TestIdentifier: Hashable, Sendable {
    private let text: String

    private init(checked text: String) {
        self.text = text
    }

    /// Reads the hash of a code: 64 hexadecimal digits of either case.
    public init?(code text: String) {
        guard Self.isHash(text, mayHaveMark: false) else {
            return nil
        }
        self.init(checked: text.lowercased())
    }

    /// Reads the hash of a code or of a code and birth date: as ``init(code:)``, and the first character may be `x` or
    /// `X`.
    public init?(codeOrBirthDate text: String) {
        guard Self.isHash(text, mayHaveMark: true) else {
            return nil
        }
        self.init(checked: text.lowercased())
    }

    /// Reads the identifier that a laboratory has of a rapid or point-of-care test, which is kept under its SHA-256.
    ///
    /// The hash is over the text exactly as sent, because the phone hashes the text exactly as scanned.
    public init?(rapidTest text: String) {
        guard Self.isHash(text, mayHaveMark: true) else {
            return nil
        }
        self.init(checked: Self.hash(of: text))
    }

    /// The identifier of a code on a sheet, exactly as scanned.
    public init(hashing code: TestCode) {
        self.init(checked: Self.hash(of: code.exposedText))
    }

    /// The identifier of a code on a sheet and the birth date of the person.
    public init(hashing code: TestCode, birthDate: CalendarDay) {
        let (year, month, day) = birthDate.components
        let date = [(day, 2), (month, 2), (year, 4)].map { number, width in
            String(repeating: "0", count: max(0, width - String(number).count)) + String(number)
        }
        self.init(checked: Self.birthDateMark + Self.hash(of: code.exposedText + date.joined()).dropFirst())
    }

    /// The 64 characters, for a body or a store.
    public var exposedText: String { text }

    /// The number of characters.
    public static let length = 64
    private static let birthDateMark = "x"

    private static func hash(of text: String) -> String {
        Hex.encode(SHA256.hash(data: Array(text.utf8)))
    }

    private static func isHash(_ text: String, mayHaveMark: Bool) -> Bool {
        guard text.utf8.count == length else {
            return false
        }
        return text.utf8.enumerated().allSatisfy { position, character in
            isDigit(character) || mayHaveMark && position == 0 && (character | 0x20) == UInt8(ascii: "x")
        }
    }

    private static func isDigit(_ character: UInt8) -> Bool {
        switch character {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
            UInt8(ascii: "A")...UInt8(ascii: "F"):
            true
        default: false
        }
    }
}

extension TestIdentifier: CustomStringConvertible, CustomReflectable {
    public var description: String { "<redacted>" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
