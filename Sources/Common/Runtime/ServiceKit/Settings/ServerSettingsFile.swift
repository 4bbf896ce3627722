import Configuration
import Synchronization
import SystemPackage

/// A configuration file in YAML or JSON, read by swift-configuration.
struct ServerSettingsFile: Sendable {
    let path: String
    let keys: [String]
    private let provider: any ConfigProvider

    init(path: String) async throws(SettingsError) {
        self.path = path
        // The parser asks for each key of the file whether it is secret. This shows which keys there are.
        let seen = KeyCollector()
        do {
            switch FilePath(path).extension?.lowercased() {
            case "yaml", "yml":
                provider = try await FileProvider<YAMLSnapshot>(
                    parsingOptions: .init(secretsSpecifier: .dynamic { key, _ in seen.note(key) }),
                    filePath: FilePath(path)
                )
            case "json":
                provider = try await FileProvider<JSONSnapshot>(
                    parsingOptions: .init(secretsSpecifier: .dynamic { key, _ in seen.note(key) }),
                    filePath: FilePath(path)
                )
            default:
                throw SettingsError.unreadableFile(path: path, reason: "its name must end in .yaml, .yml or .json")
            }
        } catch let error as SettingsError {
            throw error
        } catch {
            throw .unreadableFile(path: path, reason: Self.reason(error))
        }
        keys = seen.keys
    }

    /// The value of `name` as text; nil when the file does not set it or sets a list.
    ///
    /// - Parameter isFlag: whether to look for true or false first, because a JSON file gives them as numbers too.
    func text(_ name: String, isFlag: Bool) -> String? {
        let key = AbsoluteConfigKey(ConfigKey(name))
        for type in isFlag ? [ConfigType.bool, .string] : [.string, .int, .double] {
            // For a value of another type swift-configuration throws, and the next type is tried.
            switch (try? provider.value(forKey: key, type: type))?.value?.content {
            case .string(let text): return text
            case .int(let number): return "\(number)"
            case .double(let number): return "\(number)"
            case .bool(let flag): return "\(flag)"
            default: continue
            }
        }
        return nil
    }

    // Parser errors can quote the file, which may hold secrets. So only the kind of the error is reported.
    private static func reason(_ error: any Error) -> String {
        if let error = error as? Errno {
            return error.description
        }
        return "it is missing or not well-formed (\(type(of: error)))"
    }
}

/// Collects the keys that a parser meets.
private final class KeyCollector: Sendable {
    private let collected = Mutex<[String]>([])

    /// Returns true, so swift-configuration masks everything of the file that it might print.
    func note(_ key: String) -> Bool {
        collected.withLock { $0.append(key) }
        return true
    }

    var keys: [String] { collected.withLock { $0.sorted() } }
}
