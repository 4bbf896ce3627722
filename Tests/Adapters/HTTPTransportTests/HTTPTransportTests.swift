import HTTPTransport
import PhonePorts
import Testing
import WireFormat

@Suite("The HTTP transport")
struct HTTPTransportTests {
    @Test("sends the headers it is given, Host and nothing else, in exactly the bytes that a phone counts")
    func bytes() async throws {
        let body = [UInt8](repeating: UInt8(ascii: "x"), count: 20_000)
        let request = PhoneRequest(
            host: .upload,
            method: .post,
            target: "/v1/ingestion/upload",
            headers: [.init("User-Agent", "Avviso"), .init("Content-Length", "20000")],
            body: body
        )
        let (received, authority) = try await Self.exchange(request, answer: "HTTP/1.1 204 No Content\r\n\r\n") {
            #expect($0.status == 204)
            #expect($0.body.isEmpty)
        }
        let head =
            "POST /v1/ingestion/upload HTTP/1.1\r\nHost: \(authority)\r\nUser-Agent: Avviso\r\n"
            + "Content-Length: 20000\r\n\r\n"
        #expect(received.count == head.utf8.count + body.count)
        let lines = String(decoding: received.dropLast(body.count), as: UTF8.self).split(separator: "\r\n")
        #expect(Set(lines.map { $0.lowercased() }) == Set(head.split(separator: "\r\n").map { $0.lowercased() }))
    }

    @Test("hands on status, headers and body of the answer")
    func answer() async throws {
        let answer = "HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\nETag: \"a\"\r\n\r\n{}"
        _ = try await Self.exchange(Self.get, answer: answer) { response in
            #expect(response.status == 404)
            #expect(response.body == Array("{}".utf8))
            #expect(response.headers.contains(.init("ETag", "\"a\"")))
        }
    }

    @Test("does not follow a redirect")
    func redirect() async throws {
        let answer = "HTTP/1.1 302 Found\r\nLocation: /other\r\nContent-Length: 0\r\n\r\n"
        _ = try await Self.exchange(Self.get, answer: answer) { #expect($0.status == 302) }
    }

    @Test("reads a body of the limit, and refuses one of a byte more")
    func limit() async throws {
        func answer(_ length: Int) -> String {
            "HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n" + String(repeating: "x", count: length)
        }
        _ = try await Self.exchange(Self.get, answer: answer(1000)) { #expect($0.body.count == 1000) }
        await #expect(throws: PhoneTransportError.answerTooLarge(limit: 1000)) {
            try await Self.exchange(Self.get, answer: answer(1001)) { _ in }
        }
    }

    @Test("says that a server which is not there is unreachable")
    func unreachable() async throws {
        // Port 1 is reserved and never served here.
        let url = try #require(ServerURL("http://127.0.0.1:1"))
        let transport = HTTPTransport(.init(downloadURL: url, uploadURL: url))
        await #expect(throws: PhoneTransportError.unreachable) { try await transport.send(Self.get) }
        try await transport.shutDown()
    }

    @Test("says that a request may have arrived where the connection broke before the answer")
    func interrupted() async throws {
        await #expect(throws: PhoneTransportError.interrupted) {
            try await Self.exchange(Self.get, answer: "") { _ in }
        }
    }

    @Test(
        "takes only the URLs of servers",
        arguments: [
            ("http://127.0.0.1:8080", "127.0.0.1:8080"), ("https://get.example.org/", "get.example.org"),
            ("http://[::1]:80", "[::1]:80"), ("ftp://example.org", nil), ("http://", nil),
            ("https://example.org/path", nil), ("https://user@example.org", nil), ("", nil),
        ] as [(String, String?)]
    )
    func urls(text: String, authority: String?) {
        #expect(ServerURL(text)?.authority == authority)
    }

    private static let get = PhoneRequest(host: .download, method: .get, target: "/v1/keys/index", headers: [])

    /// Sends `request` to a server that answers with `answer`, and returns the bytes that it got.
    @discardableResult
    private static func exchange(
        _ request: PhoneRequest,
        answer: String,
        check: @escaping @Sendable (PhoneResponse) -> Void
    ) async throws -> (bytes: [UInt8], authority: String) {
        let server = try await ByteServer()
        let url = try #require(ServerURL("http://\(server.authority)"))
        let transport = HTTPTransport(.init(downloadURL: url, uploadURL: url, answerLimit: 1000))
        let bytes: [UInt8]
        do {
            bytes = try await server.bytesReceived(answering: answer) {
                check(try await transport.send(request))
            }
        } catch {
            try await transport.shutDown()
            throw error
        }
        try await transport.shutDown()
        return (bytes, server.authority)
    }
}
