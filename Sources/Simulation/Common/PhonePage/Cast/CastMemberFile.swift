import Foundation

/// The address of a member of the cast in another process: a file in the cast's folder, which only its user can read.
struct CastMemberFile: Codable, Sendable {
    let role: Role
    let port: Int
    /// The secret that callers of the cast must know.
    let secret: String

    enum Role: Codable, Hashable, Sendable {
        case phone(String)
        case authority
    }

    static func all(in folder: URL) -> [CastMemberFile] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        return names.filter { $0.hasPrefix(prefix) || $0 == authorityName }.sorted().compactMap { name in
            (try? Data(contentsOf: folder.appending(path: name))).flatMap {
                try? JSONDecoder().decode(CastMemberFile.self, from: $0)
            }
        }
    }

    /// The name of its phone; nil for the authority.
    var phone: String? {
        if case .phone(let name) = role { name } else { nil }
    }

    private static let prefix = "nearby-"
    private static let authorityName = "authority"

    private func file(in folder: URL) -> URL {
        folder.appending(path: phone.map { Self.prefix + $0 } ?? Self.authorityName)
    }

    func write(in folder: URL) throws {
        remove(in: folder)
        guard
            FileManager.default.createFile(
                atPath: file(in: folder).path,
                contents: try JSONEncoder().encode(self),
                attributes: [.posixPermissions: 0o600]
            )
        else {
            throw CocoaError(.fileWriteUnknown)
        }
    }

    func remove(in folder: URL) {
        try? FileManager.default.removeItem(at: file(in: folder))
    }
}
