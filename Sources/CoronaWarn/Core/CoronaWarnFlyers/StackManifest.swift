public import CoronaWarnAPI
import ExposurePrimitives

/// The identifiers of a printed stack. With it, a laboratory recognises codes that it did not print.
///
/// It holds hashes and no codes. They are sorted, so their order does not tell which flyer has which (decision 0172).
public struct StackManifest: Equatable, Sendable {
    public let name: String
    public let identifiers: Set<TestIdentifier>

    init(name: String, identifiers: Set<TestIdentifier>) {
        self.name = name
        self.identifiers = identifiers
    }

    /// Reads what ``text`` wrote; nil for anything else.
    public init?(parsing text: String) {
        let lines = text.split(whereSeparator: \.isNewline).map(String.init)
        guard lines.count > 2, lines[0] == Self.title, lines[1].hasPrefix(Self.stack),
            lines.count <= FlyerStack.counts.upperBound + 2
        else {
            return nil
        }
        let identifiers = lines.dropFirst(2).compactMap { TestIdentifier(code: $0) }
        guard identifiers.count == lines.count - 2, Set(identifiers).count == identifiers.count else {
            return nil
        }
        self.init(name: String(lines[1].dropFirst(Self.stack.count)), identifiers: Set(identifiers))
    }

    /// A file with a line for each identifier.
    public var text: String {
        let lines = [Self.title, Self.stack + name] + identifiers.map(\.exposedText).sorted()
        return lines.map { $0 + "\n" }.joined()
    }

    private static let title = "avviso-flyers-1"
    private static let stack = "stack "
}
