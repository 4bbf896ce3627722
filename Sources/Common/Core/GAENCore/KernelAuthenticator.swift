import CGAENKernel

/// HMAC-SHA-256 (RFC 2104) of one short message under many keys, with the processor's vector instructions: up to ten
/// times faster than one key after the other.
public enum KernelAuthenticator {
    /// A key of 32 bytes, or a code: four big-endian numbers.
    public typealias Words = SIMD4<UInt64>

    /// Replaces each key by its code of `message`.
    ///
    /// - Parameters:
    ///   - message: at most ``maxMessage`` bytes.
    ///   - path: forces a path, which this processor must support.
    public static func authenticate(_ message: [UInt8], under keys: inout [Words], path: KernelPath = .best) {
        precondition(message.count <= maxMessage, "a message of \(message.count) bytes is longer than a block")
        precondition(path.isSupported, "this processor cannot take the path \(path.rawValue)")
        unsafe keys.withUnsafeMutableBytes { buffer in
            // SAFETY: a key has the size and the numbers of gaen_bytes32, and at least its alignment. The kernel reads
            // and writes as many as there are, and reads `message.count` bytes.
            let address = unsafe buffer.baseAddress?.assumingMemoryBound(to: gaen_bytes32.self)
            let count = buffer.count / MemoryLayout<gaen_bytes32>.stride
            unsafe gaen_authenticate(path.kernelValue, message, message.count, address, count)
        }
    }

    /// Bytes of the longest message: one block of SHA-256 with its padding.
    public static let maxMessage = Int(GAEN_MAX_MESSAGE)
}
