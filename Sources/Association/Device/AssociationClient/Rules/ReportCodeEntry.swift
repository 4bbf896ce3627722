public import AssociationAPI
import ExposurePrimitives

/// A report's code while a person types it. Each character is judged at once.
public struct ReportCodeEntry: Equatable, Sendable {
    /// As typed, in capitals and without spaces and hyphens.
    private let plain: String

    /// - Parameter typed: of either case, with or without spaces and hyphens.
    public init(typed: String) {
        plain = DictatedCode.plain(typed)
    }

    public enum Feedback: Hashable, Sendable {
        case incomplete(missing: Int)
        /// No code has this character. Its place, from 1.
        case wrongCharacter(position: Int)
        case tooLong
        /// A character is wrong, or two changed their places.
        case wrongCheckCharacter
        case complete
    }

    /// In groups of four. The last may have fewer, or more if too much was typed.
    public var groups: [String] {
        var rest = plain[...]
        var groups: [String] = []
        while !rest.isEmpty {
            let isLast = groups.count == ReportCode.length / Self.groupSize - 1
            groups.append(String(isLast ? rest : rest.prefix(Self.groupSize)))
            rest = rest.dropFirst(groups[groups.count - 1].count)
        }
        return groups
    }

    private static let groupSize = 4

    /// Nil before the first character.
    public var feedback: Feedback? {
        let characters = Array(plain.utf8)
        guard !characters.isEmpty else {
            return nil
        }
        if let position = characters.firstIndex(where: { !ReportCode.alphabet.contains($0) }) {
            return .wrongCharacter(position: position + 1)
        }
        guard characters.count == ReportCode.length else {
            return characters.count > ReportCode.length
                ? .tooLong : .incomplete(missing: ReportCode.length - characters.count)
        }
        return code == nil ? .wrongCheckCharacter : .complete
    }

    /// Nil unless the entry is complete.
    public var code: ReportCode? { try? ReportCode(plain) }
}
