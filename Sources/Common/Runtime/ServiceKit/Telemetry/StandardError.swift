import SystemPackage

/// The process's standard error stream.
package enum StandardError {
    /// Writes `line` and a line end in one call, so that lines of several threads do not mix.
    package static func writeLine(_ line: String) {
        // There is nowhere to report that the log itself cannot be written.
        _ = try? FileDescriptor.standardError.writeAll(Array("\(line)\n".utf8))
    }
}
