package import ExposurePrimitives
import Foundation

/// The machine's calendar time.
package struct SystemWallClock: WallClock {
    package init() {}

    package func now() -> UnixTime {
        UnixTime(Int64(Date().timeIntervalSince1970.rounded(.down)))
    }
}
