import CoronaWarnAPI
import ExposurePrimitives

/// The identifier of a test as a laboratory sends it: 64 characters. It does not print.
///
/// The identifier of a PCR test is the hash of the code on its sheet. A rapid or point-of-care test already has a hash
/// in its QR code. It is sent exactly as scanned, because phone and server hash it once more (decision 0170).
public struct SentIdentifier: Hashable, Sendable {
    private let text: String

    init(hashing code: TestCode) {
        text = TestIdentifier(hashing: code).exposedText
    }

    init(hashing code: TestCode, birthDate: CalendarDay) {
        text = TestIdentifier(hashing: code, birthDate: birthDate).exposedText
    }

    /// Reads the hash in the QR code of a rapid test: 64 hexadecimal digits of either case.
    init?(rapidTest text: String) {
        guard TestIdentifier(code: text) != nil else {
            return nil
        }
        self.text = text
    }

    /// Reads one that was made here before.
    init?(carried text: String) {
        guard TestIdentifier(codeOrBirthDate: text) != nil else {
            return nil
        }
        self.text = text
    }

    /// The 64 characters, for a message.
    public var exposedText: String { text }
}

extension SentIdentifier: CustomStringConvertible, CustomReflectable {
    public var description: String { "<redacted>" }
    public var customMirror: Mirror { Mirror(self, children: [:]) }
}
