import NIOCore
import NIOHTTP1
import WireFormat

/// Collects the parts of one request after the other and applies the size limits. It is pure: no channel, no clock.
struct RequestAssembler {
    enum Step {
        case wait
        /// The client waits for permission to send its body (RFC 9110, 10.1.1).
        case sendContinue
        case deliver(head: HTTPRequestHead?, body: RequestBody, refusal: Refusal?, closes: Bool)
        /// The last byte of a request that was refused earlier has arrived.
        case refusedRequestEnded
    }

    private let limits: TransportLimits
    private let bodies: BodyMemory
    private let maxAnnounced: @Sendable (_ target: String) -> Int
    private var head: HTTPRequestHead?
    private var body: RequestBody
    private var receivedCount = 0
    /// The number of bytes that the client announced for the body; nil if it announced none.
    private var announcedCount: Int?
    /// Set by the first refusal, which is also the last answer on this connection.
    private(set) var hasRefused = false

    /// - Parameter maxAnnounced: the maximum size of a body whose length is announced, for a request target. It has an
    ///   effect if it is greater than that of `limits`.
    init(limits: TransportLimits, bodies: BodyMemory, maxAnnounced: @escaping @Sendable (_ target: String) -> Int) {
        self.limits = limits
        self.bodies = bodies
        self.maxAnnounced = maxAnnounced
        body = RequestBody(memory: bodies)
    }

    /// The bytes of the body that are still missing; nil outside of a body, or if the client announced no length.
    var remainingCount: Int? {
        announcedCount.map { $0 - receivedCount }.flatMap { $0 > 0 ? $0 : nil }
    }

    /// Bytes of memory that the body being received holds.
    var reservedBytes: Int { body.reservedBytes }

    mutating func receive(_ part: HTTPServerRequestPart) -> Step {
        if hasRefused {
            if case .end = part {
                return .refusedRequestEnded
            }
            return .wait
        }
        switch part {
        case .head(let head): return begin(head)
        case .body(let buffer): return append(buffer)
        case .end: return finish()
        }
    }

    /// Abandons the request that is being received, with the facts known so far.
    mutating func refuse(_ refusal: Refusal) -> Step {
        hasRefused = true
        let refused = head
        reset()
        return .deliver(head: refused, body: body, refusal: refusal, closes: true)
    }

    private mutating func begin(_ head: HTTPRequestHead) -> Step {
        self.head = head
        guard head.uri.utf8.count <= limits.target, Self.size(of: head) <= limits.headerBlock else {
            return refuse(.tooLarge)
        }
        let hosts = head.headers["host"].count
        guard hosts == 1 || (hosts == 0 && head.version.isBefore1_1) else {
            return refuse(.malformed)
        }
        if let text = head.headers.first(name: "content-length") {
            // The parser accepts only decimal numbers. A number that is no Int is too large for one.
            guard let count = Int(text), count <= limits.body || count <= maxAnnounced(head.uri) else {
                return refuse(.tooLarge)
            }
            announcedCount = count
        }
        let hasBody = announcedCount.map { $0 > 0 } ?? head.headers.contains(name: "transfer-encoding")
        guard !hasBody || !bodies.isFull else {
            return refuse(.unavailable)
        }
        let expectsContinue = head.headers["expect"].contains { $0.lowercased() == "100-continue" }
        return expectsContinue && !head.version.isBefore1_1 ? .sendContinue : .wait
    }

    private mutating func append(_ buffer: ByteBuffer) -> Step {
        receivedCount += buffer.readableBytes
        guard receivedCount <= max(limits.body, announcedCount ?? 0) else {
            return refuse(.tooLarge)
        }
        return body.append(buffer, announced: announcedCount) ? .wait : refuse(.unavailable)
    }

    private mutating func finish() -> Step {
        // The decoder stops after a request to change the protocol. This server never grants one.
        let asksForUpgrade = head.map { $0.method == .CONNECT || $0.headers.contains(name: "upgrade") } ?? false
        let closes = asksForUpgrade || !(head?.isKeepAlive ?? false)
        let (wholeHead, wholeBody) = (head, body)
        reset()
        return .deliver(head: wholeHead, body: wholeBody, refusal: nil, closes: closes)
    }

    private mutating func reset() {
        head = nil
        body = RequestBody(memory: bodies)
        receivedCount = 0
        announcedCount = nil
    }

    /// Bytes of the request line and the header lines as a client writes them, without the final empty line.
    private static func size(of head: HTTPRequestHead) -> Int {
        let requestLine = head.method.rawValue.utf8.count + head.uri.utf8.count + "  HTTP/1.1\r\n".utf8.count
        return head.headers.reduce(requestLine) { sum, field in
            sum + field.name.utf8.count + field.value.utf8.count + ": \r\n".utf8.count
        }
    }
}
