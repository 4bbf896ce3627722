import ArgumentParser
import Foundation
import ServiceKit

/// Something that went wrong, as one sentence for the person at the terminal.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// Runs a command's work. An error with a description for people ends the command with exit code 1 and that sentence,
/// never with a stack trace. Wrong usage goes on to the parser, which exits with 64.
func reportingFailures(_ work: () async throws -> Void) async throws {
    do {
        try await work()
    } catch let code as ExitCode {
        throw code
    } catch let usage as ValidationError {
        throw usage
    } catch let error as SettingsError where error.origin == .commandLine {
        throw ValidationError(error.description)
    } catch let error as any Error & CustomStringConvertible {
        Terminal.complain("avviso: \(error.description)")
        throw ExitCode.failure
    } catch {
        Terminal.complain("avviso: \(error.localizedDescription)")
        throw ExitCode.failure
    }
}

/// The terminal: standard output and standard error.
enum Terminal {
    /// Writes a line to standard error.
    static func complain(_ line: String) {
        // If this fails, there is nobody left to tell.
        try? FileHandle.standardError.write(contentsOf: Data((line + "\n").utf8))
    }

    /// Writes a line to standard output at once, also into a pipe.
    static func say(_ line: String) {
        put(line + "\n")
    }

    /// Writes `text` to standard output as it is. The process ends if that fails: a program that reads half a result
    /// must not find exit code 0.
    static func put(_ text: String) {
        do {
            try FileHandle.standardOutput.write(contentsOf: Data(text.utf8))
        } catch {
            complain("avviso: standard output cannot be written")
            exit(ExitCode.failure.rawValue)
        }
    }
}
