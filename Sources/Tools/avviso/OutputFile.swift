import ArgumentParser
import Foundation

/// `--force` of the commands that write to a given path.
struct ForceOption: ParsableArguments {
    @Flag(help: "Replace the file if it exists.") var force = false
}

/// A file that a command writes for a person.
struct OutputFile {
    let path: String
    let replaces: Bool

    init(_ path: String, _ option: ForceOption) {
        self.path = path
        replaces = option.force
    }

    /// Makes the file with all of `content`, or leaves the old file as it was. A pipe or a device is written to as it
    /// is.
    func write(_ content: some Sequence<UInt8>) throws(Failure) {
        let (file, content) = (URL(fileURLWithPath: path), Data(content))
        do {
            if !isPlain {
                try content.write(to: file)
            } else if replaces {
                try content.write(to: file.resolvingSymlinksInPath(), options: .atomic)
            } else {
                try createFile(file, content: content)
            }
        } catch let error as CocoaError where error.code == .fileWriteFileExists {
            throw exists
        } catch {
            throw Failure("the file \(path) cannot be written")
        }
    }

    /// Exclusive: if two commands run at once, one is refused.
    private func createFile(_ file: URL, content: Data) throws {
        do {
            try content.write(to: file, options: .withoutOverwriting)
        } catch let error as CocoaError where error.code == .fileWriteFileExists {
            throw error
        } catch {
            try? FileManager.default.removeItem(at: file)
            throw error
        }
    }

    /// Whether the path is free or names a plain file.
    private var isPlain: Bool {
        let resolved = URL(fileURLWithPath: path).resolvingSymlinksInPath().path
        guard let type = try? FileManager.default.attributesOfItem(atPath: resolved)[.type] as? FileAttributeType else {
            return true
        }
        return type == .typeRegular
    }

    private var exists: Failure { Failure("\(path) exists; nothing was written: --force replaces it") }
}
