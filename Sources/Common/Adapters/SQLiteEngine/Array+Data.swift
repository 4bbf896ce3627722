package import Foundation

extension Array where Element == UInt8 {
    /// As the type that GRDB stores as a BLOB: an array would become its JSON text.
    package var asData: Data { Data(self) }
}
