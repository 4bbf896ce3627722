import ArgumentParser
import Foundation

/// Something that went wrong, as one sentence for the person at the terminal.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Runs a command's work; an error that speaks for itself ends the command with exit code 1 and its sentence, never
/// with a stack trace. Wrong usage goes on to the parser, which exits with 64.
func reportingFailures(_ work: () async throws -> Void) async throws {
    do {
        try await work()
    } catch let code as ExitCode {
        throw code
    } catch let usage as ValidationError {
        throw usage
    } catch let error as any Error & CustomStringConvertible {
        Terminal.complain("avviso: \(error.description)")
        throw ExitCode.failure
    } catch {
        Terminal.complain("avviso: \(error.localizedDescription)")
        throw ExitCode.failure
    }
}

/// What people see.
enum Terminal {
    /// Writes a line to standard error.
    static func complain(_ line: String) {
        FileHandle.standardError.write(Data((line + "\n").utf8))
    }

    /// Writes a line to standard output at once, also into a pipe.
    static func say(_ line: String) {
        FileHandle.standardOutput.write(Data((line + "\n").utf8))
    }
}
