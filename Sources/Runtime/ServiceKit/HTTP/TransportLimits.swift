/// What one connection may cost before a handler sees anything of it.
package struct TransportLimits: Hashable, Sendable {
    /// Bytes of a request body.
    package var body = 200_000
    /// Bytes of the request line and all header lines with their line ends.
    package var headerBlock = 16_384
    /// Bytes of the request target.
    package var target = 4096
    /// From the opening of a connection to the end of its TLS handshake.
    package var handshake = Duration.seconds(10)
    /// From the first byte of a request to its last.
    package var arrival = Duration.seconds(20)
    /// How long a connection may stay open between two requests.
    package var idle = Duration.seconds(60)
    /// How long a handler may work on one request.
    package var handling = Duration.seconds(10)
    /// Requests worked on at the same time by the whole process.
    package var requestsInFlight = 4096
    /// Open connections of one listener; further ones wait in the system's queue.
    package var connections = 8192

    package init() {}
}
