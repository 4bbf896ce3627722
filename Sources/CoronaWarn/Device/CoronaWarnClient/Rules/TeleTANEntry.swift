import CoronaWarnAPI
import ExposurePrimitives

/// A teleTAN as far as it is typed, with what the person is told about it at once.
public struct TeleTANEntry: Equatable, Sendable {
    public let feedback: Feedback
    /// The typed characters, in capitals and in groups of three, three and four. The last group may be shorter, and it
    /// has the characters beyond the tenth.
    public let groups: [String]
    /// The code once it is complete. It does not print.
    let teleTAN: TeleTAN?

    public enum Feedback: Hashable, Sendable {
        /// This many characters are missing, and those before are possible.
        case incomplete(missing: Int)
        /// The character at this place, from 1, is in no teleTAN.
        case wrongCharacter(position: Int)
        case tooLong
        /// All characters are possible, but they do not belong together: one is wrong, or two are exchanged.
        case wrongCheckCharacter
        case complete
    }

    /// - Parameter typed: of either case, with or without spaces and hyphens.
    public init(typed: String) {
        let text = DictatedCode.plain(typed)
        groups = Self.groups(of: text)
        let characters = Array(text)
        if let position = characters.firstIndex(where: { !Self.alphabet.contains($0) }) {
            (feedback, teleTAN) = (.wrongCharacter(position: position + 1), nil)
        } else if characters.count > TeleTAN.length {
            (feedback, teleTAN) = (.tooLong, nil)
        } else if characters.count < TeleTAN.length {
            (feedback, teleTAN) = (.incomplete(missing: TeleTAN.length - characters.count), nil)
        } else {
            teleTAN = try? TeleTAN(text)
            feedback = teleTAN == nil ? .wrongCheckCharacter : .complete
        }
    }

    private static func groups(of text: String) -> [String] {
        let parts = [text.prefix(3), text.dropFirst(3).prefix(3), text.dropFirst(6)]
        return parts.filter { !$0.isEmpty }.map(String.init)
    }

    private static let alphabet = Set(TeleTAN.alphabet.map { Character(Unicode.Scalar($0)) })
}

extension TeleTANEntry: CustomStringConvertible, CustomReflectable {
    public var description: String { "\(feedback)" }
    public var customMirror: Mirror { Mirror(self, children: ["feedback": feedback]) }
}
