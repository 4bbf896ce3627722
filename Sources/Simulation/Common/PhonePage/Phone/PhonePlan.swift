package import Foundation
import ProximityRadio

/// The plan of a simulated phone.
package struct PhonePlan: Sendable {
    package let name: PhoneName
    let castFolder: URL
    let folder: URL
    let platform: PhonePlatform
    /// At least one. Forms that name none belong to the first.
    let clients: [any HostedClient]
    let language: String

    /// - Parameters:
    ///   - castFolder: the folder of all phones of the cast; each has its own folder in it.
    ///   - clients: at least one. No two have the same name or folder.
    ///   - language: the language of a new phone, as a BCP 47 tag.
    /// - Throws: `PhonePageError.unusableClients` for any other list of clients.
    package init(
        name: PhoneName,
        castFolder: URL,
        platform: PhonePlatform,
        clients: [any HostedClient],
        language: String = "en-GB"
    ) throws {
        let names = Set(clients.map(\.id))
        guard !clients.isEmpty, names.allSatisfy(\.isPlain), names.count == clients.count,
            Set(clients.map(\.folder)).count == clients.count
        else {
            throw PhonePageError.unusableClients(clients.map(\.id))
        }
        (self.name, self.castFolder) = (name, castFolder)
        folder = castFolder.appending(path: "phone-\(name.text)")
        (self.platform, self.clients, self.language) = (platform, clients, language)
    }

    /// When everything on the phone changes its broadcast.
    var rotation: RotationSchedule {
        clients.contains { $0.rotation == .quarterHours } ? .quarterHours : .irregular
    }

    func folder(of client: any HostedClient) -> URL {
        client.folder.isEmpty ? folder : folder.appending(path: client.folder)
    }
}

/// The name of a simulated phone: letters of any script and digits, so it can be part of a file's name.
package struct PhoneName: Hashable, Sendable {
    package let text: String

    /// Nil unless it has 1 to 32 letters and digits.
    package init?(_ text: String) {
        guard (1...32).contains(text.count), text.allSatisfy({ $0.isLetter || $0.isNumber }) else {
            return nil
        }
        self.text = text
    }
}
