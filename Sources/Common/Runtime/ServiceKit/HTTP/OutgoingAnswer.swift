import NIOCore

/// An answer as bytes for the wire.
struct OutgoingAnswer: Sendable {
    /// The status line, the header block and, if it is not prepared elsewhere, the body.
    let bytes: ByteBuffer
    /// A body that is sent without a copy behind the head.
    let separateBody: ByteBuffer?
    let closesConnection: Bool

    var size: Int { bytes.readableBytes + (separateBody?.readableBytes ?? 0) }
}
