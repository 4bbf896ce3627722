import ExposurePrimitives
import Foundation
import OperatorStores

/// The rules for passwords: NIST SP 800-63B's rules for a password without a second factor. Length counts, not the
/// kinds of characters. Common guesses are refused. Passwords do not expire.
enum PasswordRule {
    /// A password in the form for hashing. It is the same for every keyboard, even if é was typed as e and an accent
    /// (Unicode's form NFKC).
    ///
    /// - Returns: at most ``maxSize`` bytes. Longer passwords are cut, so the work does not reveal their length.
    static func plain(_ typed: SecretBytes) -> (password: SecretBytes, isWhole: Bool) {
        let start = typed.exposedBytes.prefix(maxTypedSize)
        let bytes = Array(String(decoding: start, as: UTF8.self).precomposedStringWithCompatibilityMapping.utf8)
        return (SecretBytes(bytes.prefix(maxSize)), typed.count <= maxTypedSize && bytes.count <= maxSize)
    }

    /// The password in the form for hashing, or an error if it is not allowed.
    static func checked(_ typed: SecretBytes, for name: OperatorName) throws(OperatorAccountError) -> SecretBytes {
        let (password, isWhole) = plain(typed)
        guard isWhole else {
            throw .passwordTooLong
        }
        let text = String(decoding: password.exposedBytes, as: UTF8.self)
        guard text.count >= minLength else {
            throw .passwordTooShort
        }
        guard !isEasy(text, name) else {
            throw .passwordTooEasy
        }
        return password
    }

    /// Whether little is left without the name, the most common words, and repetitions.
    private static func isEasy(_ text: String, _ name: OperatorName) -> Bool {
        var rest = text.lowercased()
        for part in [name.description] + commonParts {
            rest = rest.replacing(part, with: "")
        }
        let letters = rest.filter { $0.isLetter || $0.isNumber }
        return letters.count < 10 || Set(letters).count < 5
    }

    /// The longest first: words of our languages, rows of keyboards, and words of the page.
    private static let commonParts = [
        "1234567890", "qwertyuiop", "qwertzuiop", "azertyuiop", "contraseña", "contrasena", "motdepasse",
        "benvenuto", "asdfghjkl", "123456789", "willkommen", "bienvenido", "bienvenue", "12345678", "iloveyou",
        "password", "passwort", "kennwort", "welcome", "letmein", "abcdefg", "1234567", "qwerty", "qwertz",
        "azerty", "parola", "avviso", "portal", "123456", "abcdef", "admin", "12345", "1234", "abc", "123",
    ].sorted { $0.count > $1.count }

    /// Characters.
    static let minLength = 15
    /// The maximum bytes of a password in the form for hashing.
    static let maxSize = 256
    /// The maximum bytes of a password as it is typed.
    private static let maxTypedSize = 1024
}
