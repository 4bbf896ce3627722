import SystemPackage

/// The process's standard error stream.
package enum StandardError {
    /// Writes `line` and a line end in one call, so lines of several threads do not mix.
    package static func writeLine(_ line: String) {
        // If the log itself cannot be written, no other place is left to report it.
        _ = try? FileDescriptor.standardError.writeAll(Array("\(line)\n".utf8))
    }
}
