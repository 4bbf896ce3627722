/// A secret code that one person reads to another over the telephone: characters of an alphabet, the last of which
/// checks the others.
public struct DictatedCode: Equatable, Sendable {
    private let characters: SecretBytes

    /// Reads exactly the characters of `format` with the right check digit; other cases of letters are refused.
    ///
    /// - Throws: the reason, for a person; never the code itself.
    public init(_ text: some StringProtocol, format: Format) throws(Failure) {
        let characters = Array(text.utf8)
        guard characters.count == format.length else {
            throw .wrongLength(characters.count)
        }
        if let position = characters.firstIndex(where: { !format.alphabet.contains($0) }) {
            throw .unknownCharacter(position: position + 1)
        }
        guard format.checkDigit(characters.dropLast()) == characters.last else {
            throw .wrongCheckDigit
        }
        self.characters = SecretBytes(characters)
    }

    private init(characters: SecretBytes) {
        self.characters = characters
    }

    /// A new code. Outside tests and simulations, `generator` must be a secure one.
    public static func generate(format: Format, using generator: inout some RandomNumberGenerator) -> DictatedCode {
        let drawn = (1..<format.length).map { _ in
            format.alphabet[Int.random(in: format.alphabet.indices, using: &generator)]
        }
        return DictatedCode(characters: SecretBytes(drawn + [format.checkDigit(drawn[...])]))
    }

    /// A text typed from dictation, in capitals and without white space and hyphens, ready to be read as a code.
    public static func plain(_ typed: some StringProtocol) -> String {
        String(typed.filter { !$0.isWhitespace && $0 != "-" }).uppercased()
    }

    /// The characters, for a digest or the screen of their owner.
    public var exposedCharacters: [UInt8] { characters.exposedBytes }

    public var exposedText: String { String(decoding: exposedCharacters, as: UTF8.self) }

    /// The characters in groups with spaces between them, as a screen shows them.
    ///
    /// - Parameter sizes: the sizes of the groups, whose sum is the length of the code.
    public func exposedGroups(of sizes: [Int]) -> String {
        var rest = exposedText[...]
        return sizes.map { size in
            defer { rest = rest.dropFirst(size) }
            return String(rest.prefix(size))
        }.joined(separator: " ")
    }

    /// The form of a kind of code.
    public struct Format: Sendable {
        /// ASCII characters, all different.
        public let alphabet: [UInt8]
        /// The number of characters, check digit included; at least 2.
        public let length: Int
        /// The check digit over all other characters.
        let checkDigit: @Sendable (_ others: ArraySlice<UInt8>) -> UInt8

        public init(
            alphabet: [UInt8],
            length: Int,
            checkDigit: @escaping @Sendable (_ others: ArraySlice<UInt8>) -> UInt8
        ) {
            self.alphabet = alphabet
            self.length = length
            self.checkDigit = checkDigit
        }
    }

    /// The reason why a text is not a code.
    public enum Failure: Error, Equatable {
        case wrongLength(Int)
        /// A character outside the alphabet, at this position from 1.
        case unknownCharacter(position: Int)
        case wrongCheckDigit
    }
}

extension DictatedCode: CustomStringConvertible, CustomReflectable {
    public var description: String { characters.description }
    public var customMirror: Mirror { characters.customMirror }
}
