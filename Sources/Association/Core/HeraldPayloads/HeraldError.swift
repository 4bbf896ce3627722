/// The reason why bytes are no Herald payload. It has sizes and codes, never content.
public enum HeraldError: Error, Hashable, Sendable {
    /// The bytes end before the layout does, or go on after it; their number.
    case wrongLength(Int)
    /// A value has more than 255 bytes, which its length byte cannot say; their number.
    case valueTooLong(Int)
}
