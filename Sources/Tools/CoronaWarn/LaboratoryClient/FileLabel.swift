import CoronaWarnAPI
import ExposurePrimitives

/// The name of a file for people and logs. Some systems name a file after the code of its test, so such a name is not
/// shown.
package enum FileLabel {
    /// The name, with question marks in the place of characters that a terminal takes for commands.
    package static func text(_ name: String) -> String {
        hasCode(name)
            ? "a file whose name has a code" : String(String.UnicodeScalarView(name.unicodeScalars.map(shown)))
    }

    /// Whether the name has a UUID or a hash.
    private static func hasCode(_ name: String) -> Bool {
        let runs = name.split { !$0.isASCII || !$0.isHexDigit }.map(\.count)
        return runs.contains { $0 >= 32 } || runs.indices.contains { runs[$0...].starts(with: [8, 4, 4, 4, 12]) }
    }

    private static func shown(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .surrogate, .unassigned: "?"
        default: scalar
        }
    }
}
