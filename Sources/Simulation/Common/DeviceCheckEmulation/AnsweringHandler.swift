import NIOCore
import NIOHTTP1
import WireFormat

/// A request with its whole body.
struct EmulatedRequest: Sendable {
    let head: HTTPRequestHead
    let body: [UInt8]

    var path: Substring { RequestTarget(head.uri).path }
    var isHTTP2: Bool { head.version.major == 2 }
}

struct EmulatedAnswer: Sendable {
    var status: Int
    var body: String
    /// The pause after each byte of the body; zero sends it at once.
    var trickle = Duration.zero
}

protocol Answering: Sendable {
    /// Nil to close the channel without an answer.
    @concurrent func answer(_ request: EmulatedRequest) async throws -> EmulatedAnswer?
}

/// Answers the requests of a connection of HTTP/1.1, or of a stream of HTTP/2.
final class AnsweringHandler: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart

    private let answers: any Answering
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []

    init(_ answers: any Answering) {
        self.answers = answers
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            (self.head, body) = (head, [])
        case .body(let part):
            body += Array(buffer: part)
        case .end:
            if let head {
                serve(EmulatedRequest(head: head, body: body), on: context.channel)
            }
        }
    }

    /// It goes on if the client leaves, as Apple's server does, and ends by itself.
    private func serve(_ request: EmulatedRequest, on channel: any Channel) {
        Task { [answers] in
            guard let answer = try? await answers.answer(request),
                (try? await AnsweringHandler.write(answer, to: channel)) != nil,
                request.isHTTP2 || request.head.isKeepAlive
            else {
                return channel.close(promise: nil)
            }
        }
    }

    @concurrent private static func write(_ answer: EmulatedAnswer, to channel: any Channel) async throws {
        let fields: HTTPHeaders = [
            "content-length": "\(answer.body.utf8.count)", "content-type": "text/plain;charset=UTF-8",
        ]
        let status = HTTPResponseStatus(statusCode: answer.status)
        channel.write(
            HTTPServerResponsePart.head(HTTPResponseHead(version: .http1_1, status: status, headers: fields)),
            promise: nil
        )
        let bytes = Array(answer.body.utf8)
        for piece in answer.trickle > .zero ? bytes.map({ [$0] }) : [bytes] {
            try await channel.writeAndFlush(HTTPServerResponsePart.body(.byteBuffer(ByteBuffer(bytes: piece)))).get()
            try await Task.sleep(for: answer.trickle)
        }
        try await channel.writeAndFlush(HTTPServerResponsePart.end(nil)).get()
    }
}
