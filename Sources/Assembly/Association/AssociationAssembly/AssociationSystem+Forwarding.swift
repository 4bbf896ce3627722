import AssociationService
import CommonAssembly
import FileStorage
import Foundation
import HTTPAssociation
import HTTPTransport
import HeraldPayloads

extension AssociationSystem {
    /// The authorities with which contacts are exchanged.
    func foreignAuthorities() throws -> [ForeignAuthority] {
        let entries = try partnerAuthorities()
        if !entries.isEmpty {
            try settings.certificate.check()
        }
        return try entries.map { entry in
            // Read at once, so a file that cannot be used is known at the start.
            _ = try Self.roots(of: entry)
            let link = HTTPAuthorityLink { [certificate = settings.certificate] in
                let exchange = try certificate.exchange(
                    with: entry.server,
                    roots: Self.roots(of: entry),
                    timeout: HTTPAuthorityLink.timeout
                )
                return HTTPAuthorityLink.Connection(exchange: exchange) { try? await exchange.shutDown() }
            }
            return ForeignAuthority(name: entry.name, jurisdiction: entry.jurisdiction, link: link)
        }
    }

    func partnerAuthorities() throws -> [PartnerAuthorities.Entry] {
        guard let path = settings.partnersFile else {
            return []
        }
        let entries = try PartnerAuthorities.load(path).entries
        guard !entries.contains(where: { $0.jurisdiction == settings.authority.jurisdiction }) else {
            throw AssociationAssemblyError.partnerOfItself(path: path)
        }
        return entries
    }

    private static func roots(of entry: PartnerAuthorities.Entry) throws -> [UInt8]? {
        try entry.rootsFile.map { path in
            guard let content = FileManager.default.contents(atPath: path) else {
                throw FileError.unreadable(path)
            }
            return Array(content)
        }
    }
}
