import Foundation

/// Files that commands read, by their paths.
enum InputFile {
    static func read(_ path: String) throws(Failure) -> [UInt8] {
        guard let content = try? Data(contentsOf: URL(fileURLWithPath: path)) else {
            throw Failure("the file \(path) cannot be read")
        }
        return Array(content)
    }

    static func readText(_ path: String) throws(Failure) -> String { String(decoding: try read(path), as: UTF8.self) }
}
