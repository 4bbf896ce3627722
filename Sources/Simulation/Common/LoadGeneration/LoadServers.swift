package import PhonePorts
package import WireFormat

/// The addresses of the servers under load. All of them are on this machine.
package struct LoadServers: Sendable {
    /// The processes of each host, at least one.
    package let urls: [PhoneHost: [ServerURL]]

    /// - Parameters:
    ///   - hosts: those of the workflows.
    ///   - listeners: the processes of hosts that are not named.
    ///   - named: the processes of some hosts, by the hosts' names.
    /// - Throws: ``LoadFault`` for an address elsewhere, an unknown name, and a host without a process.
    package init(
        for hosts: [PhoneHost: LoadListener],
        listeners: [LoadListener: [ServerURL]],
        named: [String: [ServerURL]] = [:]
    ) throws(LoadFault) {
        let names = hosts.keys.map(\.name).sorted()
        if let unknown = named.keys.sorted().first(where: { !names.contains($0) }) {
            throw LoadFault("there is no host \(unknown); the hosts are \(names.joined(separator: ", "))")
        }
        var urls: [PhoneHost: [ServerURL]] = [:]
        for (host, listener) in hosts {
            let processes = named[host.name] ?? listeners[listener] ?? []
            guard !processes.isEmpty else {
                throw LoadFault("the host \(host.name) has no address: name the \(listener.rawValue) listener")
            }
            if let strange = processes.first(where: { !$0.isOnThisMachine }) {
                throw LoadFault("\(strange.text) is not on this machine: the load goes to 127.0.0.0/8 and [::1] alone")
            }
            urls[host] = processes
        }
        self.urls = urls
    }
}

extension ServerURL {
    /// Whether the host is a literal address of loopback. A name may lead anywhere.
    var isOnThisMachine: Bool {
        if authority == "[::1]" || authority.hasPrefix("[::1]:") {
            return true
        }
        let host = authority.split(separator: ":", omittingEmptySubsequences: false)[0]
        let parts = host.split(separator: ".", omittingEmptySubsequences: false)
        return parts.count == 4 && parts[0] == "127"
            && parts.allSatisfy { part in (1...3).contains(part.count) && UInt8(part) != nil }
    }
}
