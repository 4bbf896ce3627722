import Foundation
import Persistence

/// The places of objects below the folder of a store: `date/2026-11-20/hour/7` is the file `date+/2026-11-20+/hour+/7`.
///
/// No segment of a name has a `+`, so the file of a name and the folder of the names under it never meet. A name of one
/// segment is a file of that name in the folder itself.
struct ObjectLayout {
    let root: URL

    /// What the names of folders end with.
    private static let mark = "+"

    func file(_ name: ObjectName) -> URL {
        let segments = name.segments
        return folders(above: segments.dropLast()).appending(path: segments[segments.count - 1])
    }

    /// The folder of the names under `name`, or of all names.
    func folder(of name: ObjectName?) -> URL {
        folders(above: name?.segments[...] ?? [])
    }

    /// The folders between the root and the file of `name`, the outermost first. The root is not among them.
    func foldersAbove(_ name: ObjectName) -> [URL] {
        var folder = root
        return name.segments.dropLast().map { segment in
            folder.append(path: segment + Self.mark, directoryHint: .isDirectory)
            return folder
        }
    }

    /// A new place for a file that has no name yet. It begins with a dot, so it does not belong to an object.
    var unfinished: URL {
        root.appending(path: ".unfinished-\(UUID().uuidString)")
    }

    /// The name of the objects in the folder `entry` of the folder of `parent`; nil for a foreign folder.
    static func folderName(_ entry: String, in parent: ObjectName?) -> ObjectName? {
        entry.hasSuffix(mark) ? name(String(entry.dropLast(mark.count)), in: parent) : nil
    }

    /// The name of the object whose file is `entry` in the folder of `parent`; nil for a foreign file.
    static func name(_ entry: String, in parent: ObjectName?) -> ObjectName? {
        ObjectName(parent.map { "\($0)/\(entry)" } ?? entry)
    }

    private func folders(above segments: ArraySlice<Substring>) -> URL {
        segments.reduce(root) { $0.appending(path: $1 + Self.mark, directoryHint: .isDirectory) }
    }
}
