package import Foundation

extension Array where Element == UInt8 {
    /// The bytes in the type of a parameter.
    package var asData: Data { Data(self) }
}
