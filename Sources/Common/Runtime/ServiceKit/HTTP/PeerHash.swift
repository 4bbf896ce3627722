import Crypto
import NIOCore

/// Turns the addresses of clients into numbers under a key that exists only in this process. The numbers can tell
/// clients apart, and have no use after the process ends.
struct PeerHash: Sendable {
    private let key = SymmetricKey(size: .bits256)

    /// Uses all bytes of an IPv4 address, and the network of an IPv6 address (64 bits), because a client may choose any
    /// address in its network.
    func hash(of address: SocketAddress?) -> UInt64 {
        let code = HMAC<SHA256>.authenticationCode(for: address.map(Self.distinctBytes) ?? [], using: key)
        return code.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
    }

    private static func distinctBytes(of address: SocketAddress) -> [UInt8] {
        // The addresses' places in sockaddr_in and sockaddr_in6 (RFC 3493, 3.3, and ip(7)).
        let place: Range<Int> =
            switch address {
            case .v4: 4..<8
            case .v6: 8..<16
            case .unixDomainSocket: 0..<0
            }
        // SAFETY: the bytes are copied before the pointer ends, and no more bytes than the structure has.
        return unsafe address.withSockAddr { pointer, size in
            let bytes = unsafe UnsafeRawBufferPointer(start: pointer, count: size)
            return unsafe Array(bytes.prefix(place.upperBound).dropFirst(place.lowerBound))
        }
    }
}
