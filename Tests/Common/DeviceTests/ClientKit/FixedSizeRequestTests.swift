import ClientKit
import ClientTesting
import ExposurePrimitives
import PhonePorts
import Testing
import WireFormat

@Suite("A request of fixed size")
struct FixedSizeRequestTests {
    private static let check = Endpoint(.post, "/v1/check")
    private static let upload = Endpoint(.post, "/v1/upload")

    @Test("has its exact size, whatever it carries", arguments: [0, 1, 7, 500, 5000])
    func exact(contentLength: Int) throws {
        for endpoint in [Self.check, Self.upload] {
            for size in [6000, 10_000, 99_999, 100_000, 110_000] {
                let request = try Self.make(endpoint, contentLength: contentLength, size: size)
                #expect(WireSize.of(request, authority: "upload.example.org") == size)
            }
        }
    }

    @Test("is refused if the content is a byte too long, and not before")
    func tooSmall() throws {
        let content = 1000
        let exact = try Self.make(Self.upload, contentLength: content, size: 5000)
        #expect(WireSize.of(exact, authority: "upload.example.org") == 5000)
        let min = try 5000 - Self.paddingLength(content: content, size: 5000)
        #expect(try Self.paddingLength(content: content, size: min) == 0)
        let error = FixedSizeRequest.TooSmall(size: min - 1)
        #expect(throws: error) { try Self.make(Self.upload, contentLength: content, size: min - 1) }
    }

    @Test("is padded with letters and digits that do not repeat")
    func alphabet() throws {
        let request = try Self.make(Self.check, contentLength: 0, size: 20_000)
        let allowed = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
        #expect(Set(request.body) == allowed)
        let halves = [request.body.prefix(5000), request.body.dropFirst(5000).prefix(5000)].map(Array.init)
        #expect(halves[0] != halves[1])
    }

    private static func paddingLength(content: Int, size: Int) throws -> Int {
        try make(upload, contentLength: content, size: size).body.count - content
    }

    private static func make(_ endpoint: Endpoint, contentLength: Int, size: Int) throws -> PhoneRequest {
        var generator = SeededGenerator(seed: 1)
        let fixed = FixedSizeRequest(
            endpoint: endpoint,
            host: .upload,
            addedHeaders: [.init("Host", "upload.example.org")],
            headers: [.init("A", "b")],
            body: { [UInt8](repeating: UInt8(ascii: "x"), count: contentLength) + Array($0.utf8) }
        )
        return try fixed.padded(to: size, using: &generator)
    }
}
