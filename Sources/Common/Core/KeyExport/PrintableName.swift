/// Text from a file in a form that is safe in an error message or a table.
enum PrintableName {
    /// The first 64 characters with every character outside printable ASCII replaced by `?`.
    static func make(_ text: String) -> String {
        let characters = text.unicodeScalars.prefix(64).map { scalar in
            (0x20...0x7E).contains(scalar.value) ? Character(scalar) : "?"
        }
        return String(characters)
    }
}
