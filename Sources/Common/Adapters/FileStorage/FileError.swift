/// An error with a file or folder, in words for the person who named it.
package enum FileError: Error, Hashable, CustomStringConvertible {
    case unreadable(String)
    case cannotWrite(String)
    case exists(String)

    package var description: String {
        switch self {
        case .unreadable(let path): "the file \(path) cannot be read"
        case .cannotWrite(let path): "the file \(path) cannot be written"
        case .exists(let path): "\(path) exists; nothing was written"
        }
    }
}
