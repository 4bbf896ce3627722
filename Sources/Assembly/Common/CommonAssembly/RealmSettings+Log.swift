package import Logging
import ServiceKit

extension RealmSettings {
    /// The logger with the realm's name in every line; unchanged for a realm without a name.
    package func named(_ logger: Logger) -> Logger {
        guard let name else {
            return logger
        }
        var named = logger
        named[metadataKey: "realm"] = .string(name.text)
        return named
    }
}
