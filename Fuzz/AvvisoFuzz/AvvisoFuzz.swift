import Foundation
import ParserTargets
import Synchronization

// libFuzzer's own loop: SwiftPM renames `main`, so it is called by name.
@_silgen_name("LLVMFuzzerRunDriver")
func LLVMFuzzerRunDriver(
    _: UnsafeMutablePointer<CInt>,
    _: UnsafeMutablePointer<UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>>,
    _: @convention(c) (UnsafePointer<UInt8>?, Int) -> CInt
) -> CInt

/// Every parser of foreign bytes under libFuzzer:
///
///     avviso-fuzz                           the names of the targets
///     avviso-fuzz TARGET prepare FOLDER     seeds, dictionary and options for a run
///     avviso-fuzz TARGET [libFuzzer's arguments]
///
/// What must not be ends the process: that is how libFuzzer learns of a finding and keeps its input.
@main
struct AvvisoFuzz {
    static func main() throws {
        guard CommandLine.arguments.count > 1 else {
            print(FuzzTarget.all.map(\.name).joined(separator: "\n"))
            return
        }
        guard let target = FuzzTarget.all.first(where: { $0.name == CommandLine.arguments[1] }) else {
            FileHandle.standardError.write(Data("avviso-fuzz: no target is called \(CommandLine.arguments[1])\n".utf8))
            exit(64)
        }
        if CommandLine.arguments.count == 4, CommandLine.arguments[2] == "prepare" {
            return try prepare(target, in: URL(filePath: CommandLine.arguments[3]))
        }
        run()
    }

    /// libFuzzer calls a function without context, so this one finds its target again by the command line.
    private static let target = FuzzTarget.all.first { $0.name == CommandLine.arguments[1] }

    private static func run() -> Never {
        // The driver sees the arguments without the target's name.
        var count = CommandLine.argc - 1
        var arguments = CommandLine.unsafeArgv + 1
        arguments[0] = CommandLine.unsafeArgv[0]
        exit(
            LLVMFuzzerRunDriver(&count, &arguments) { start, count in
                AvvisoFuzz.check(Array(UnsafeBufferPointer(start: start, count: count)))
                return 0
            }
        )
    }

    /// Waits for the target, which is asynchronous, on the fuzzer's thread, which knows no tasks.
    private static func check(_ input: [UInt8]) {
        let isDone = DispatchSemaphore(value: 0)
        Task.detached {
            do {
                _ = try await target?.check(input)
            } catch {
                // libFuzzer keeps an input as a finding where the process dies of it.
                fatalError("\(target?.name ?? ""): \(error)")
            }
            isDone.signal()
        }
        isDone.wait()
    }

    private static func prepare(_ target: FuzzTarget, in folder: URL) throws {
        let seeds = folder.appending(path: "seeds")
        try FileManager.default.createDirectory(at: seeds, withIntermediateDirectories: true)
        for (number, seed) in try target.seeds().enumerated() {
            try Data(seed).write(to: seeds.appending(path: "seed-\(number)"))
        }
        let words = target.words.map { word in
            "\"" + word.utf8.map { "\\x" + ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "\"\n"
        }
        var options = ["-max_len=\(target.maxSize)"]
        if !words.isEmpty {
            let dictionary = folder.appending(path: "words")
            try Data(words.joined().utf8).write(to: dictionary)
            options.append("-dict=\(dictionary.path)")
        }
        try Data((options.joined(separator: "\n") + "\n").utf8).write(to: folder.appending(path: "options"))
    }
}
