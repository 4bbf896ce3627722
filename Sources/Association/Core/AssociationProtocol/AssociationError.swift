/// The reason why bytes or keys of the protocol are refused. It has sizes and codes, never content.
public enum AssociationError: Error, Hashable, Sendable {
    /// The bytes have this number, and the layout has another.
    case wrongLength(Int)
    /// The first byte of the header is that of another packet, or of a profile that this phone does not run.
    case otherPacket(UInt8)
    /// A field has a value that the layout does not allow.
    case malformed
    /// A public key with which no secret can be agreed: one of small order, or the phone's own.
    case unusableKey
    /// A tag, a signature or a comparison that proves origin does not hold.
    case notAuthentic
    /// The day or the interval is outside what this key covers.
    case otherDay
}
