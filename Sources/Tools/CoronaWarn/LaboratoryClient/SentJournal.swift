package import ExposurePrimitives
package import LaboratoryFiles
package import PhonePorts

/// The results that a server has, so that a client that starts again does not send them twice.
///
/// It holds 16 bytes of a SHA-256 for each result (decision 0171), in one file for each day. Files older than the life
/// of a result at the server are deleted.
package struct SentJournal {
    private let storage: any PhoneStorage
    private let server: String
    private let file: String
    private var today: [UInt8]
    private var marks: Set<Bytes16>

    /// - Parameters:
    ///   - storage: the folder of the journal alone.
    ///   - server: its address. Another server does not have the results.
    package init(storage: any PhoneStorage, server: String, now: UnixTime) throws(PhoneStorageError) {
        (self.storage, self.server) = (storage, server)
        file = Self.prefix + now.utcDay.description
        var (marks, today): (Set<Bytes16>, [UInt8]) = ([], [])
        for name in try storage.names() where name.hasPrefix(Self.prefix) {
            guard let day = CalendarDay(iso: name.dropFirst(Self.prefix.count)) else {
                continue
            }
            if now.utcDay.days(since: day) > Self.life {
                try storage.delete(name)
                continue
            }
            let content = try storage.read(name) ?? []
            marks.formUnion(Self.marks(in: content))
            if name == file {
                today = Array(content.prefix(content.count - content.count % Bytes16.count))
            }
        }
        (self.marks, self.today) = (marks, today)
    }

    /// False on another day: then the journal must be read again, so that old results are forgotten.
    package func isCurrent(at now: UnixTime) -> Bool {
        file == Self.prefix + now.utcDay.description
    }

    /// Whether the server has the result.
    package func contains(_ result: LaboratoryResult) -> Bool {
        marks.contains(result.mark(server: server))
    }

    /// Remembers results that the server accepted. They are durable when this returns.
    package mutating func add(_ results: [NumberedResult]) throws(PhoneStorageError) {
        let new = results.map { $0.result.mark(server: server) }
        let content = today + new.flatMap(\.bytes)
        try storage.replace(file, with: content)
        today = content
        marks.formUnion(new)
    }

    private static func marks(in content: [UInt8]) -> [Bytes16] {
        stride(from: 0, to: content.count - content.count % Bytes16.count, by: Bytes16.count).compactMap { start in
            Bytes16(Array(content[start..<(start + Bytes16.count)]))
        }
    }

    /// Days: as long as the server keeps a result.
    package static let life = 60
    private static let prefix = "sent-"
}
