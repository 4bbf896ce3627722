/// The query of `GET /v1/settings`.
public struct SettingsRequest: Hashable, Sendable {
    public let platform: Platform
    /// The app's build number, 1…2³¹−1.
    public let build: Int

    public init(platform: Platform, build: Int) {
        self.platform = platform
        self.build = build
    }

    /// Reads a query of exactly `platform` and `build`; nil means a malformed query.
    public init(query: [(name: String, value: String)]?) throws(APIError) {
        guard let query, query.count == 2,
            let platform = query.first(where: { $0.name == "platform" }).flatMap({ Platform(rawValue: $0.value) }),
            let text = query.first(where: { $0.name == "build" })?.value, text.utf8.count <= 10,
            text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
            let build = Int(text), Self.builds.contains(build)
        else {
            throw .notCompliant
        }
        self.init(platform: platform, build: build)
    }

    public enum Platform: String, Sendable, CaseIterable {
        case iOS = "ios"
        case android = "android"
    }

    public static let builds = 1...Int(Int32.max)
}
