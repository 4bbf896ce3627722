import Foundation
import ServiceKit

/// The limit of files, sockets included, that this process may have open.
enum OpenFileLimit {
    /// Raises the limit as far as the system allows this user, and returns it.
    static func raise() -> Int {
        var limit = rlimit()
        #if os(Linux)
            let files = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
        #else
            let files = RLIMIT_NOFILE
        #endif
        // SAFETY: both calls use only the local variable, and only for their own duration.
        guard unsafe getrlimit(files, &limit) == 0 else {
            return Int.max
        }
        limit.rlim_cur = limit.rlim_max
        _ = unsafe setrlimit(files, &limit)
        _ = unsafe getrlimit(files, &limit)
        return Int(clamping: limit.rlim_cur)
    }
}
