import ArgumentParser
import Foundation
import ServiceKit
import WireFormat

/// Something that went wrong, as one sentence for the person at the terminal.
struct Failure: Error, CustomStringConvertible {
    let description: String

    init(_ description: String) {
        self.description = description
    }
}

/// A command that reports what goes wrong. An error with a description for people ends it with exit code 1 and that
/// sentence, never with a stack trace. Wrong usage goes on to the parser, which exits with 64.
protocol ReportingCommand: AsyncParsableCommand {
    func perform() async throws
}

/// A command that administers settings. If a change is refused, it reports every reason, each on its own line.
protocol AdministrationCommand: ReportingCommand {}

/// An error that says why a change is refused.
protocol ChangeRefusal: Error {
    var reasons: [String] { get }
}

extension ReportingCommand {
    func run() async throws {
        do {
            try await perform()
        } catch let code as ExitCode {
            throw code
        } catch let usage as ValidationError {
            throw usage
        } catch let error as SettingsError where error.origin == .commandLine {
            throw ValidationError(error.description)
        } catch let refusal as any ChangeRefusal where self is any AdministrationCommand {
            let reasons = refusal.reasons.map { "  - \($0)" }.joined(separator: "\n")
            Terminal.complain("avviso: refused, nothing changed:\n" + reasons)
            throw ExitCode.failure
        } catch let error as any Error & CustomStringConvertible {
            Terminal.complain("avviso: \(error.description)")
            throw ExitCode.failure
        } catch {
            Terminal.complain("avviso: \(error.localizedDescription)")
            throw ExitCode.failure
        }
    }
}

extension String {
    /// The part of a command's help that shows how to use it.
    static func example(_ command: String) -> String { "Example:\n  \(command)" }
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

    /// Writes a line for each element, or one JSON array of all.
    static func list<Element>(
        _ elements: [Element],
        asJSON: Bool,
        facts: (Element) -> JSONValue,
        line: (Element) -> String
    ) {
        (asJSON ? [JSONValue.array(elements.map(facts)).line] : elements.map(line)).forEach(say)
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
