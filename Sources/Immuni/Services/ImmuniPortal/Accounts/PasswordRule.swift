import ExposurePrimitives
import Foundation
import OperatorStores

/// What may be a password: NIST SP 800-63B's rules for one that stands alone. Length counts, and not which kinds of characters
/// there are; what everybody would try is refused; nobody has to change it after some time.
enum PasswordRule {
    /// A password as it is hashed: the same for every keyboard, also where é was typed as e and an accent (Unicode's form NFKC).
    ///
    /// - Returns: at most ``maxSize`` bytes: what is longer is cut, so that the work does not tell how long it is.
    static func plain(_ typed: SecretBytes) -> (password: SecretBytes, isWhole: Bool) {
        let start = typed.exposedBytes.prefix(maxTypedSize)
        let bytes = Array(String(decoding: start, as: UTF8.self).precomposedStringWithCompatibilityMapping.utf8)
        return (
            SecretBytes(bytes.prefix(maxSize)),
            typed.count <= maxTypedSize && bytes.count <= maxSize
        )
    }

    /// The password as it is hashed, or an error where nobody should have it.
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

    /// Whether little is left without the name, the words that everybody tries, and what repeats itself.
    private static func isEasy(_ text: String, _ name: OperatorName) -> Bool {
        var rest = text.lowercased()
        for part in [name.description] + commonParts {
            rest = rest.replacing(part, with: "")
        }
        let letters = rest.filter { $0.isLetter || $0.isNumber }
        return letters.count < 10 || Set(letters).count < 5
    }

    /// The longest first. Words of our languages, rows of keyboards, and what stands on the page.
    private static let commonParts = [
        "1234567890", "qwertyuiop", "qwertzuiop", "azertyuiop", "contraseña", "contrasena", "motdepasse",
        "benvenuto", "asdfghjkl", "123456789", "willkommen", "bienvenido", "bienvenue", "12345678", "iloveyou",
        "password", "passwort", "kennwort", "welcome", "letmein", "abcdefg", "1234567", "qwerty", "qwertz",
        "azerty", "parola", "avviso", "portal", "123456", "abcdef", "admin", "12345", "1234", "abc", "123",
    ].sorted { $0.count > $1.count }

    /// Characters.
    static let minLength = 15
    /// Bytes of a password as it is hashed.
    static let maxSize = 256
    /// Bytes of a password as it is typed.
    private static let maxTypedSize = 1024
}
