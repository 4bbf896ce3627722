import Glibc

/// Ports that nothing listens at.
package enum FreePort {
    package enum FreePortError: Error {
        case none(errno: Int32)
    }

    /// A loopback TCP port that was free a moment ago.
    package static func find() throws -> Int {
        let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // SAFETY: the pointers live for the calls alone and the length is that of the value pointed to.
        let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(descriptor, pointer, length) == 0 ? unsafe getsockname(descriptor, pointer, &length) : -1
            }
        }
        guard result == 0 else {
            throw FreePortError.none(errno: errno)
        }
        return Int(in_port_t(bigEndian: address.sin_port))
    }
}
