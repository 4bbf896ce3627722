import FileStorage
import Foundation
import HeraldPayloads
import ServiceKit
import WireFormat

/// The authorities of other countries and states with which contacts are exchanged, from the operator's file.
///
/// A line has the name of the authority in the list of partners, the numbers of its country and state, its address, and
/// optionally the PEM file of the authorities that vouch for its certificate. `#` begins a comment. The path of that
/// file is relative to the folder of the list.
struct PartnerAuthorities: Sendable {
    let entries: [Entry]

    struct Entry: Hashable, Sendable {
        let name: String
        let jurisdiction: Jurisdiction
        let server: ServerURL
        /// The path of a PEM file; nil for the authorities of the machine.
        let rootsFile: String?
    }

    static func load(_ path: String) throws -> PartnerAuthorities {
        guard let content = FileManager.default.contents(atPath: path) else {
            throw FileError.unreadable(path)
        }
        return try PartnerAuthorities(parsing: String(decoding: content, as: UTF8.self), path: path)
    }

    /// - Parameter path: of the file, for messages.
    init(parsing text: String, path: String) throws(AssociationAssemblyError) {
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent()
        var entries: [Entry] = []
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        for (number, line) in zip(1..., lines) {
            let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace).map(String.init)
            guard !words.isEmpty else {
                continue
            }
            guard let entry = Entry(words, in: folder) else {
                throw .badPartner(path: path, line: number)
            }
            guard !entries.contains(where: { $0.name == entry.name || $0.jurisdiction == entry.jurisdiction }) else {
                throw .repeatedPartner(path: path, line: number)
            }
            entries.append(entry)
        }
        self.entries = entries
    }
}

extension PartnerAuthorities.Entry {
    fileprivate init?(_ words: [String], in folder: URL) {
        guard (4...5).contains(words.count), let country = UInt16(words[1]), (1...999).contains(country),
            let state = UInt16(words[2]), let server = ServerURL(words[3]), server.text.hasPrefix("https://")
        else {
            return nil
        }
        self.init(
            name: words[0],
            jurisdiction: Jurisdiction(country: country, state: state),
            server: server,
            rootsFile: words.count == 5 ? URL(fileURLWithPath: words[4], relativeTo: folder).path : nil
        )
    }
}
