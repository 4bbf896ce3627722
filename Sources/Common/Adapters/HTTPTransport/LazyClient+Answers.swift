package import AsyncHTTPClient
package import NIOCore

extension LazyClient {
    /// Sends a request, and waits for the whole answer.
    ///
    /// The client's own limit ends with the head of an answer. A server that sends the body byte by byte would hold the
    /// caller for months.
    ///
    /// - Parameters:
    ///   - limit: the time from the first byte sent to the last received.
    ///   - maxSize: the maximum size of the body in bytes.
    /// - Throws: `HTTPClientError.deadlineExceeded` after `limit`, `NIOTooManyBytesError` for a larger body.
    package func answer(
        to request: HTTPClientRequest,
        within limit: Duration,
        maxSize: Int
    ) async throws -> (head: HTTPClientResponse, body: ByteBuffer) {
        try await withThrowingTaskGroup(of: (HTTPClientResponse, ByteBuffer).self) { group in
            defer {
                group.cancelAll()
            }
            group.addTask {
                let head = try await self.made.execute(request, timeout: TimeAmount(limit))
                return (head, try await head.body.collect(upTo: maxSize))
            }
            group.addTask {
                try await Task.sleep(for: limit)
                throw HTTPClientError.deadlineExceeded
            }
            return try await group.next() ?? { throw HTTPClientError.deadlineExceeded }()
        }
    }
}
