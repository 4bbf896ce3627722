import NIOCore

/// An answer as the bytes that go on the wire.
struct OutgoingAnswer: Sendable {
    /// Status line, header block and, unless it is kept ready elsewhere, the body.
    let bytes: ByteBuffer
    /// A body that is sent as it is, without being copied behind the head.
    let separateBody: ByteBuffer?
    let closesConnection: Bool

    var size: Int { bytes.readableBytes + (separateBody?.readableBytes ?? 0) }
}
