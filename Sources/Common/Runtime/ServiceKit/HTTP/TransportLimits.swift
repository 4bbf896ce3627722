/// The maximum cost of one connection before a handler sees its request.
package struct TransportLimits: Hashable, Sendable {
    /// The bytes of a request body.
    package var body = 200_000
    /// The bytes that the bodies of all requests may hold together, in the whole process.
    package var bodyMemory = 256 << 20
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
    /// The open connections of one listener. Beyond this number, the connections idle for longest are closed.
    package var connections = 8192
    /// Whether the client address with the most connections loses one first. This is wrong behind a proxy, because all
    /// its connections have one address.
    package var isFairToPeers = false

    /// The number of connections that may be open for a moment, until those idle for longest are closed.
    package var connectionsForAMoment: Int { connections + max(8, connections / 16) }

    package init() {}
}
