#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// A TCP port that nobody listens on.
package enum FreePort {
    /// Asks the system for a port of the loopback interface and gives it back at once: another process may take it
    /// before the caller does, so a server that can bind port 0 itself should do that instead.
    package static func find() throws(NoFreePort) -> Int {
        #if canImport(Glibc)
            let handle = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
        #else
            let handle = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        guard handle >= 0 else {
            throw NoFreePort(errorNumber: errno)
        }
        defer {
            close(handle)
        }
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(INADDR_LOOPBACK).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        // SAFETY: both calls use the address only while they run, within `length` bytes.
        let result = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { generic in
                let bound = unsafe bind(handle, generic, length)
                return bound == 0 ? unsafe getsockname(handle, generic, &length) : bound
            }
        }
        guard result == 0 else {
            throw NoFreePort(errorNumber: errno)
        }
        return Int(UInt16(bigEndian: address.sin_port))
    }
}

/// The system gave no port.
package struct NoFreePort: Error {
    package let errorNumber: Int32
}
