public import ImmuniAPI

/// How far a new owner has come. Whoever leaves in between goes on where they were; whatever they skip can be repaired
/// from Home.
public struct Onboarding: Codable, Hashable, Sendable {
    /// Nil once it is completed.
    public private(set) var step: Step? = .welcome
    /// Chosen already, while the province is not.
    public private(set) var region: Region?
    /// Whether the framework's permission is to be asked for as soon as Bluetooth is on.
    private var awaitsBluetooth = false

    public init() {}

    public var isCompleted: Bool { step == nil }

    /// What the owner is led through.
    public enum Step: String, Codable, CaseIterable, Sendable {
        case welcome
        case howItWorks
        /// Terms of use, privacy notice, and being fourteen or older.
        case privacy
        case region
        case province
        /// The permission to use the framework.
        case framework
        /// That Location is switched on. The app never asks for the permission.
        case location
        case bluetooth
        case notifications
        /// That the app is on trial (the setting `experimental_phase`).
        case trial
    }

    /// The order of the document ("Immuni's Technology", Onboarding), with the region after the terms.
    ///
    /// - Parameter isTrial: whether Android owners are told that the app is on trial, as the published app for Android
    ///   told them.
    static func steps(on platform: SettingsRequest.Platform, isTrial: Bool) -> [Step] {
        let common: [Step] = [.welcome, .howItWorks, .privacy, .region, .province, .framework]
        return switch platform {
        case .iOS: common + [.bluetooth, .notifications]
        case .android: common + [.location, .bluetooth] + (isTrial ? [.trial] : [])
        }
    }

    /// Goes on from the present step, past those that need nothing of the owner.
    mutating func advance(on platform: SettingsRequest.Platform, passing isSettled: (Step) -> Bool) {
        if awaitsBluetooth, step == .bluetooth, isSettled(.bluetooth), !isSettled(.framework) {
            awaitsBluetooth = false
            step = .framework
            return
        }
        let rest = step.map { Self.following($0, on: platform) } ?? []
        step = rest.first { !isSettled($0) }
    }

    /// Goes back to the step before, unless nothing lies before it.
    mutating func goBack(on platform: SettingsRequest.Platform) {
        let steps = Self.steps(on: platform, isTrial: true)
        guard let step, let position = steps.firstIndex(of: step), position > 0, Self.canReturn(from: step) else {
            return
        }
        self.step = steps[position - 1]
    }

    /// The system asks for the framework's permission only while Bluetooth is on, so that comes first.
    mutating func awaitBluetooth() {
        awaitsBluetooth = true
    }

    mutating func choose(_ region: Region) {
        self.region = region
    }

    /// What was granted is not asked again, so there is no way back into the permissions.
    static func canReturn(from step: Step) -> Bool {
        switch step {
        case .howItWorks, .privacy, .region, .province, .framework: true
        case .welcome, .location, .bluetooth, .notifications, .trial: false
        }
    }

    private static func following(_ step: Step, on platform: SettingsRequest.Platform) -> ArraySlice<Step> {
        let all = steps(on: platform, isTrial: true)
        return all.firstIndex(of: step).map { all[($0 + 1)...] } ?? []
    }
}
