/// The name of a service that a process can run. Each system names its own services.
package struct ServiceName: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    /// Lower case, as on the command line.
    package let rawValue: String

    package init(rawValue: String) {
        self.rawValue = rawValue
    }

    package var description: String { rawValue }
}
