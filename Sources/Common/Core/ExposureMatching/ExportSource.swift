/// One export file, wherever the caller keeps it.
public struct ExportSource: Sendable {
    /// By what the reports call it.
    public let name: String
    /// Gives the whole file, zip or not; called once, shortly before the file is matched.
    public let read: @Sendable () async throws -> [UInt8]

    public init(name: String, read: @escaping @Sendable () async throws -> [UInt8]) {
        self.name = name
        self.read = read
    }
}
