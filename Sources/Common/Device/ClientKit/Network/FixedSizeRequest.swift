public import PhonePorts
public import WireFormat

/// A request that is padded to one size on the wire, so an observer cannot tell what it carries.
///
/// The size is that of HTTP/1.1: the request line, every header line, `Host` and `Content-Length` included, the empty
/// line and the body. HTTP/2 and later compress headers by their content, so transports use HTTP/1.1.
///
/// ```swift
/// let request = FixedSizeRequest(
///     endpoint: Endpoint(.post, "/v1/otp"),
///     host: .upload,
///     addedHeaders: transport.addedHeaders(to: .upload),
///     headers: CommonHeaders.all,
///     body: { padding in Array(#"{"padding":"\#(padding)"}"#.utf8) }
/// )
/// var generator = SystemRandomNumberGenerator()
/// let response = try await transport.send(request.padded(to: 1024, using: &generator))
/// ```
public struct FixedSizeRequest {
    private let endpoint: Endpoint
    private let host: PhoneHost
    private let addedHeaders: [HTTPHeader]
    private let headers: [HTTPHeader]
    private let body: (String) -> [UInt8]

    /// - Parameters:
    ///   - addedHeaders: the headers that the transport adds, `Host` included.
    ///   - body: the body around the given padding. Each character of padding makes it one byte longer.
    public init(
        endpoint: Endpoint,
        host: PhoneHost,
        addedHeaders: [HTTPHeader],
        headers: [HTTPHeader],
        body: @escaping (String) -> [UInt8]
    ) {
        self.endpoint = endpoint
        self.host = host
        self.addedHeaders = addedHeaders
        self.headers = headers
        self.body = body
    }

    /// The content alone is longer than the packet.
    public struct TooSmall: Error, Equatable {
        /// Bytes of the packet.
        public let size: Int

        public init(size: Int) {
            self.size = size
        }
    }

    /// - Throws: if the content alone is longer than `size` bytes.
    public func padded(
        to size: Int,
        using generator: inout some RandomNumberGenerator
    ) throws(TooSmall) -> PhoneRequest {
        let fixed = request(headers: headers, body: []).wireSize(adding: addedHeaders)
        let content = body("").count
        guard let bodyLength = Self.bodyLength(filling: size - fixed), bodyLength >= content else {
            throw TooSmall(size: size)
        }
        let body = body(Self.padding(length: bodyLength - content, using: &generator))
        return request(headers: headers + [.init("Content-Length", String(body.count))], body: body)
    }

    private func request(headers: [HTTPHeader], body: [UInt8]) -> PhoneRequest {
        PhoneRequest(
            host: host,
            method: endpoint.method,
            target: endpoint.path,
            headers: headers,
            body: body,
            answerLimit: PhoneRequest.replyLimit
        )
    }

    /// The length of a body that takes `space` bytes with its own `Content-Length` line; nil if there is none.
    private static func bodyLength(filling space: Int) -> Int? {
        let rest = space - "Content-Length: \r\n".utf8.count
        // The length of the line depends on the number's digits, so the candidates are tried by their number of digits.
        return (1...7).lazy.map { rest - $0 }.first { $0 >= 0 && $0 + String($0).utf8.count == rest }
    }

    /// Random letters and digits, so compression on the way cannot undo the padding.
    private static func padding(length: Int, using generator: inout some RandomNumberGenerator) -> String {
        var characters: [UInt8] = []
        characters.reserveCapacity(length)
        while characters.count < length {
            var bits = generator.next()
            // Ten groups of six bits; the two values beyond the alphabet are skipped to keep it uniform.
            for _ in 0..<10 where characters.count < length {
                let index = Int(bits & 63)
                bits >>= 6
                if index < alphabet.count {
                    characters.append(alphabet[index])
                }
            }
        }
        return String(decoding: characters, as: UTF8.self)
    }

    private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789".utf8)
}
