import ClientKit

/// The state that the app remembers: the content of its encrypted file.
///
/// The slices' fields stand side by side in one object, as they did before there were slices. Their names are a promise
/// to phones in use.
struct AppMemory: Equatable, Sendable {
    var life = LifeMemory()
    var onboarding = OnboardingState()
    var choices = ChoicesState()
    var warnings = WarningsState()
    var session = SessionMemory()
    var upload = UploadState()
    var analytics = AnalyticsState()
    var coverTraffic = CoverTrafficMemory()
}

struct CoverTrafficMemory: Codable, Equatable, Sendable {
    var plan: CoverTrafficPlan?

    enum CodingKeys: String, CodingKey {
        case plan = "cover"
    }
}

extension AppMemory: Codable {
    init(from decoder: any Decoder) throws {
        life = try LifeMemory(from: decoder)
        onboarding = try OnboardingState(from: decoder)
        choices = try ChoicesState(from: decoder)
        warnings = try WarningsState(from: decoder)
        session = try SessionMemory(from: decoder)
        upload = try UploadState(from: decoder)
        analytics = try AnalyticsState(from: decoder)
        coverTraffic = try CoverTrafficMemory(from: decoder)
    }

    func encode(to encoder: any Encoder) throws {
        let parts: [any Encodable] = [life, onboarding, choices, warnings, session, upload, analytics, coverTraffic]
        for part in parts {
            try part.encode(to: encoder)
        }
    }
}
