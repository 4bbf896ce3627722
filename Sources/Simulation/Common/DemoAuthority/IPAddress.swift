import Foundation

/// IP addresses in the form of certificates (RFC 5280, 4.2.1.6).
enum IPAddress {
    /// 4 or 16 bytes in network order; nil for a text that is not an address.
    static func bytes(_ text: String) -> [UInt8]? {
        for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
            var bytes = [UInt8](repeating: 0, count: count)
            // SAFETY: the buffer has the size that inet_pton(3) writes for the family, and lives for the call.
            let result = unsafe bytes.withUnsafeMutableBytes { unsafe inet_pton(family, text, $0.baseAddress) }
            if result == 1 {
                return bytes
            }
        }
        return nil
    }
}
