import ExposurePrimitives
import PhonePorts

#if canImport(UIKit) && canImport(UserNotifications)
    import ImmuniClient
    import UIKit
    import UserNotifications

    struct AppSystem: PhoneSystem {
        func facts() async -> PhoneFacts {
            let settings = await UNUserNotificationCenter.current().notificationSettings()
            let device = await UIDevice.current
            let permission: PhoneFacts.NotificationPermission =
                switch settings.authorizationStatus {
                case .notDetermined: .notDetermined
                case .denied: .refused
                default: .granted
                }
            return PhoneFacts(
                systemVersion: SystemVersion(await device.systemVersion) ?? SystemVersion(),
                model: await device.model,
                notificationPermission: permission,
                languages: Locale.preferredLanguages
            )
        }

        func mayNotify() async -> Bool {
            let center = UNUserNotificationCenter.current()
            return (try? await center.requestAuthorization(options: [.alert, .sound])) ?? false
        }
    }

    struct AppNotifications: PhoneNotifications {
        /// The text in the app's language, for example from `ImmuniTexts`.
        let text: @Sendable (MobileClient.NotificationKind) -> (title: String, body: String)

        func show(_ notification: PhoneNotification) async {
            guard let kind = MobileClient.NotificationKind(of: notification) else {
                return
            }
            let content = UNMutableNotificationContent()
            (content.title, content.body) = text(kind)
            let request = UNNotificationRequest(identifier: notification.kind, content: content, trigger: nil)
            try? await UNUserNotificationCenter.current().add(request)
        }
    }
#endif

/// Wakes the app for tasks that it needs only while it is open.
actor OpenAppTimer {
    private var task: Task<Void, Never>?

    /// Replaces an earlier time; nil removes it.
    func set(_ time: UnixTime?, by clock: any WallClock, _ wake: @escaping @Sendable () async -> Void) {
        task?.cancel()
        task = time.map { time in
            Task {
                try? await Task.sleep(for: .seconds(max(0, time.seconds(since: clock.now()))))
                if !Task.isCancelled {
                    await wake()
                }
            }
        }
    }
}

#if canImport(BackgroundTasks) && os(iOS)
    import BackgroundTasks

    final class AppScheduler: PhoneScheduler {
        private let timer = OpenAppTimer()
        private let clock: any WallClock
        /// Sends `.woken(.coverTraffic)`.
        private let wake: @Sendable () async -> Void

        init(clock: any WallClock, wake: @escaping @Sendable () async -> Void) {
            self.clock = clock
            self.wake = wake
        }

        func schedule(_ task: PhoneTask, at time: UnixTime?) {
            if task == .coverTraffic {
                Task { await timer.set(time, by: clock, wake) }
            } else if let time {
                let request = BGProcessingTaskRequest(identifier: task.systemIdentifier)
                request.requiresNetworkConnectivity = true
                request.earliestBeginDate = Date(timeIntervalSince1970: Double(time.seconds))
                try? BGTaskScheduler.shared.submit(request)
            } else {
                BGTaskScheduler.shared.cancel(taskRequestWithIdentifier: task.systemIdentifier)
            }
        }

        /// Must be called before the app's launch ends.
        static func register(for client: MobileClient) {
            for task in MobileClient.tasks where task != .coverTraffic {
                BGTaskScheduler.shared.register(forTaskWithIdentifier: task.systemIdentifier, using: nil) { system in
                    let work = Task {
                        await client.send(.launched(inForeground: false))
                        await client.send(.woken(task))
                        system.setTaskCompleted(success: !Task.isCancelled)
                    }
                    system.expirationHandler = { work.cancel() }
                }
            }
        }
    }
#endif
