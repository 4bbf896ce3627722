public import ImmuniAPI

/// A new owner's progress. Owners who leave in between continue at the same step; skipped steps can be repaired from
/// Home.
public struct Onboarding: Codable, Hashable, Sendable {
    /// Nil once it is completed.
    public private(set) var step: Step? = .welcome
    /// Set as soon as it is chosen, before the province is.
    public private(set) var region: Region?
    /// The steps shown so far, the present step last. A step that was shown again is in it twice.
    private var shown: [Step] = [.welcome]
    /// Whether to ask for the framework's permission as soon as Bluetooth is on.
    private var awaitsBluetooth = false

    public init() {}

    public var isCompleted: Bool { step == nil }

    /// The number of the present step among those that this owner is shown, from 1.
    var number: Int { shown.count }

    /// A step of the onboarding.
    public enum Step: String, Codable, CaseIterable, Sendable {
        case welcome
        case howItWorks
        /// Terms of use, privacy notice, and being fourteen or older.
        case privacy
        case region
        case province
        /// The permission to use the framework.
        case framework
        /// Location must be switched on. The app never asks for the permission.
        case location
        case bluetooth
        case notifications
        /// A notice that the app is on trial (the setting `experimental_phase`).
        case trial

        /// Whether the step asks for something that the phone may already have.
        fileprivate var isPermission: Bool {
            switch self {
            case .welcome, .howItWorks, .privacy, .region, .province, .trial: false
            case .framework, .location, .bluetooth, .notifications: true
            }
        }
    }

    /// The order of the document ("Immuni's Technology", Onboarding), with the region after the terms.
    ///
    /// - Parameter isTrial: whether Android owners are told that the app is on trial. The published app for Android
    ///   told them.
    static func steps(on platform: SettingsRequest.Platform, isTrial: Bool) -> [Step] {
        let common: [Step] = [.welcome, .howItWorks, .privacy, .region, .province, .framework]
        return switch platform {
        case .iOS: common + [.bluetooth, .notifications]
        case .android: common + [.location, .bluetooth] + (isTrial ? [.trial] : [])
        }
    }

    /// Goes to the next step that requires something from the owner.
    mutating func advance(on platform: SettingsRequest.Platform, passing isSettled: (Step) -> Bool) {
        if awaitsBluetooth, step == .bluetooth, isSettled(.bluetooth), !isSettled(.framework) {
            awaitsBluetooth = false
            show(.framework)
            return
        }
        let rest = step.map { Self.following($0, on: platform) } ?? []
        show(rest.first { !isSettled($0) })
    }

    /// The number of steps after the present one, for an owner who does what each step asks for.
    func remainingCount(on platform: SettingsRequest.Platform, passing isSettled: (Step) -> Bool) -> Int {
        var future = self
        var done: Set<Step> = []
        while let step = future.step {
            if step == .framework, !isSettled(.bluetooth), !done.contains(.bluetooth) {
                future.awaitBluetooth()
            } else {
                done.insert(step)
            }
            future.advance(on: platform) { isSettled($0) || done.contains($0) }
        }
        return future.number - number
    }

    /// Goes back to the previous step shown, if there is one. Permissions are not shown again.
    mutating func goBack() {
        guard let step, Self.canReturn(from: step),
            let previous = shown.dropLast().lastIndex(where: { !$0.isPermission })
        else {
            return
        }
        shown.removeSubrange((previous + 1)...)
        self.step = shown.last
    }

    private mutating func show(_ step: Step?) {
        self.step = step
        if let step {
            shown.append(step)
        }
    }

    /// Waits for Bluetooth. The system asks for the framework's permission only while Bluetooth is on.
    mutating func awaitBluetooth() {
        awaitsBluetooth = true
    }

    mutating func choose(_ region: Region) {
        self.region = region
    }

    /// A granted permission is not asked for again, so there is no way back into the permissions.
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
