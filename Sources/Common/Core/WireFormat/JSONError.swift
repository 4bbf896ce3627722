/// Why a JSON text was refused. Carries no part of the text.
public enum JSONError: Error, Equatable {
    case unexpectedEnd
    case unexpectedCharacter
    /// Text that is not UTF-8, holds a bare control character, a wrong escape or a character not allowed here.
    case invalidText
    /// A number with fraction or exponent, beyond 64 bits, or another kind of value where an integer must stand.
    case notAnInteger
    /// A number, a count or a length outside its limits.
    case outOfRange
    /// A name stands twice in one object.
    case repeatedName
    /// A name that the schema does not know, or a required one that is missing.
    case wrongMembers
    /// Well-formed, but against a rule of the schema.
    case notCompliant
    case tooDeep
    case trailingContent
}
