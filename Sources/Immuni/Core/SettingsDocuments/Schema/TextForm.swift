import Foundation

/// The forms of texts among the settings.
package enum TextForm: Sendable, CustomStringConvertible {
    case httpsURL
    case email
    case phone
    case hour
    case name

    package var description: String {
        switch self {
        case .httpsURL: "an https URL with a host, of at most 2048 characters"
        case .email: "an e-mail address"
        case .phone: "a telephone number of 3 to 15 digits, with spaces, hyphens or brackets between them"
        case .hour: "an hour as text, from \"0\" to \"24\", or \"HH:MM\""
        case .name: "a text of 1 to 200 characters on one line"
        }
    }

    func accepts(_ text: String) -> Bool {
        guard text.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control }) else {
            return false
        }
        return switch self {
        case .httpsURL: Self.isURL(text)
        case .email:
            text.utf8.count <= 254
                && text.wholeMatch(of: /[A-Za-z0-9._%+'-]{1,64}@([A-Za-z0-9-]+\.)+[A-Za-z]{2,63}/) != nil
        case .phone:
            text.wholeMatch(of: /\+?[0-9(][0-9 ()\/.-]*/) != nil && (3...15).contains(text.count(where: \.isNumber))
        case .hour: Self.minutes(of: text) != nil
        case .name: (1...200).contains(text.count) && text.contains { !$0.isWhitespace }
        }
    }

    /// Minutes since midnight of `7`, `22` or `07:30`; nil for anything else.
    static func minutes(of text: String) -> Int? {
        guard let match = text.wholeMatch(of: /([0-9]{1,2})(:([0-9]{2}))?/), let hours = Int(match.1),
            let minutes = Int(match.3 ?? "0"), minutes < 60, hours * 60 + minutes <= 24 * 60
        else {
            return nil
        }
        return hours * 60 + minutes
    }

    private static func isURL(_ text: String) -> Bool {
        guard text.utf8.count <= 2048, text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }),
            let url = URLComponents(string: text)
        else {
            return false
        }
        return url.scheme == "https" && url.user == nil && url.password == nil
            && url.host?.wholeMatch(of: /([A-Za-z0-9-]+\.)*[A-Za-z0-9-]+/) != nil
    }
}
