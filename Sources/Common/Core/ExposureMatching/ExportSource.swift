/// One export file, in any place that the caller chooses.
public struct ExportSource: Sendable {
    /// The name of the file in reports.
    public let name: String
    /// Returns the whole file, zip or not. It is called once, shortly before the file is matched.
    public let read: @Sendable () async throws -> [UInt8]

    public init(name: String, read: @escaping @Sendable () async throws -> [UInt8]) {
        self.name = name
        self.read = read
    }
}
