/// The reason why a JSON text was refused. It carries no part of the text.
public enum JSONError: Error, Equatable {
    case unexpectedEnd
    case unexpectedCharacter
    /// The text is not UTF-8, or has a bare control character, a wrong escape or a character that is not allowed here.
    case invalidText
    /// The value must be an integer, but has a fraction or exponent, exceeds 64 bits, or is of another kind.
    case notAnInteger
    /// A number, a count or a length is outside its limits.
    case outOfRange
    /// A name stands twice in one object.
    case repeatedName
    /// A name is unknown to the schema, or a required name is missing.
    case wrongMembers
    /// The text is well-formed, but violates a rule of the schema.
    case notCompliant
    case tooDeep
    case trailingContent
}
