import HTTPTypes
import NIOCore
import NIOHTTP1

/// Writes answers byte by byte, so their size on the wire is known exactly.
struct AnswerEncoder: Sendable {
    /// The answer's statement about the connection.
    enum Connection {
        /// The default of HTTP/1.1: no statement, and the connection stays open.
        case persists
        /// For clients of HTTP/1.0 that asked for it.
        case keepAlive
        case close
    }

    let date: HTTPDate

    /// - Parameters:
    ///   - omitsBody: For HEAD: the header block of the whole answer without its body.
    ///   - paddedTo: The size on the wire; an answer that is larger gets the next multiple of it.
    func encode(
        _ response: ServiceResponse,
        omitsBody: Bool,
        connection: Connection,
        paddedTo size: Int? = nil
    ) -> OutgoingAnswer {
        let mayHaveBody = response.status >= 200 && response.status != 204 && response.status != 304
        let body = mayHaveBody && !omitsBody ? response.body : .none
        var bytes = ByteBufferAllocator().buffer(capacity: (size ?? 512) + Self.inlineCount(of: body))
        bytes.writeString(response.status == 200 ? Self.usual : Self.statusLine(response.status))
        for field in response.headers where !Self.ownFields.contains(field.name) {
            Self.write(field.name.rawName, field.value, to: &bytes)
        }
        if mayHaveBody {
            Self.write("Content-Length", String(response.body.count), to: &bytes)
        }
        Self.write("Date", date.now, to: &bytes)
        switch connection {
        case .persists: break
        case .keepAlive: Self.write("Connection", "keep-alive", to: &bytes)
        case .close: Self.write("Connection", "close", to: &bytes)
        }
        if let size {
            Self.pad(&bytes, bodyCount: body.count, to: size)
        }
        bytes.writeStaticString("\r\n")
        return Self.answer(bytes, body: body, closes: connection == .close)
    }

    private static func answer(_ head: ByteBuffer, body: ServiceResponse.Body, closes: Bool) -> OutgoingAnswer {
        var head = head
        switch body {
        case .none:
            break
        case .bytes(let bytes):
            head.writeBytes(bytes)
        case .buffer(let buffer):
            return OutgoingAnswer(bytes: head, separateBody: buffer, closesConnection: closes)
        }
        return OutgoingAnswer(bytes: head, separateBody: nil, closesConnection: closes)
    }

    /// Adds the padding header that brings head, empty line and body to a multiple of `size`.
    ///
    /// The filler is one fixed letter. On hops where equal sizes can hold (HTTP/1.1 over TLS), headers are not
    /// compressed. On a hop that compresses them, random filler would not make answers alike either.
    private static func pad(_ head: inout ByteBuffer, bodyCount: Int, to size: Int) {
        let least = head.readableBytes + "\(paddingName): \r\n".utf8.count + "\r\n".utf8.count + bodyCount
        let target = (least + size - 1) / size * size
        head.writeString("\(paddingName): ")
        head.writeRepeatingByte(UInt8(ascii: "0"), count: target - least)
        head.writeStaticString("\r\n")
    }

    private static let paddingName = "Avviso-Padding"

    private static func write(_ name: String, _ value: String, to bytes: inout ByteBuffer) {
        bytes.writeString(name)
        bytes.writeStaticString(": ")
        bytes.writeString(value)
        bytes.writeStaticString("\r\n")
    }

    private static func inlineCount(of body: ServiceResponse.Body) -> Int {
        if case .bytes(let bytes) = body { bytes.count } else { 0 }
    }

    private static func statusLine(_ status: Int) -> String {
        "HTTP/1.1 \(status) \(HTTPResponseStatus(statusCode: status).reasonPhrase)\r\n"
    }

    private static let usual = statusLine(200)

    /// The fields that only the kit may write. Five names are compared faster than hashed.
    private static let ownFields: [HTTPField.Name] = [
        .contentLength, .connection, .date, .transferEncoding, HTTPField.Name(known: paddingName),
    ]
}
