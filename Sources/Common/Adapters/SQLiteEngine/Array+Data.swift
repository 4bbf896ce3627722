package import Foundation

extension Array where Element == UInt8 {
    /// The bytes in the type that GRDB stores as a BLOB. An array would become its JSON text.
    package var asData: Data { Data(self) }
}
