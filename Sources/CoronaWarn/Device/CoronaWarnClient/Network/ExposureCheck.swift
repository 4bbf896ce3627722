import CoronaWarnPackages
import ExposureFramework
import ExposurePrimitives
import KeyExport
import PhonePorts
import RiskModels

/// Hands the gathered packages to the framework in one call, and reads what it found.
///
/// Packages leave the storage only after the outcome was recorded. A check that is interrupted is made again with the
/// same packages, which changes nothing.
struct ExposureCheck: Sendable {
    let framework: any ExposureNotificationFramework
    let storage: PackageStorage
    let keys: AuthorityKeys
    let order: CheckOrder
    let now: UnixTime

    func run() async -> CheckOutcome {
        var outcome = CheckOutcome()
        let (packages, exports) = readPackages(into: &outcome)
        do throws(ExposureFrameworkError) {
            if case .windows(let rule) = order.parameters.rule {
                try await framework.setDiagnosisKeysDataMapping(rule.mapping)
            }
            let summary = try await detect(exports)
            outcome.handedOver = packages
            outcome.evidence = try await evidence(summary, of: packages.map(\.slot))
        } catch {
            if error == .incompleteExports {
                outcome.damaged += packages
            }
            outcome.failure = error
        }
        return outcome
    }

    /// The verified files of all packages. A damaged one is fetched again, and the others continue without it.
    private func readPackages(into outcome: inout CheckOutcome) -> ([GatheredPackage], [VerifiedExport]) {
        var (packages, exports): ([GatheredPackage], [VerifiedExport]) = ([], [])
        for package in order.packages {
            guard let read = try? package.files.map(verified) else {
                outcome.damaged.append(package)
                continue
            }
            packages.append(package)
            exports += read
        }
        return (packages, exports)
    }

    private func verified(_ file: GatheredPackage.File) throws -> VerifiedExport {
        guard let archive = try storage.read(file) else {
            throw PhoneStorageError()
        }
        return try ExportArchive(zip: archive).verified(by: keys.packages)
    }

    private func detect(_ exports: [VerifiedExport]) async throws(ExposureFrameworkError) -> ExposureDetectionSummary? {
        guard exports.isEmpty else {
            return try await framework.detectExposures(in: exports, under: order.parameters.framework)
        }
        // Nothing new: that counts as a check if the framework is at work.
        guard await framework.status.contains(.activated) else {
            throw .serviceDisabled
        }
        return nil
    }

    private func evidence(
        _ summary: ExposureDetectionSummary?,
        of packages: [PackageSlot]
    ) async throws(ExposureFrameworkError) -> RiskHistory.Evidence {
        switch order.parameters.rule {
        case .windows:
            // Each reading of windows alerts the owner, so nothing is read without need.
            guard order.owesAssessment || (summary?.matchedKeyCount ?? 0) > 0 else {
                return .nothingNew
            }
            return .windows(try await framework.exposureWindows())
        case .scores:
            guard let summary, summary.matchedKeyCount > 0 else {
                return .nothingNew
            }
            guard order.history.wantsInfos(of: summary, in: packages, by: order.parameters, at: now) else {
                return .summary(summary, [], of: packages)
            }
            // The summary decides. Without the exposures, only the explanation is shorter.
            return .summary(summary, (try? await framework.exposureInfos()) ?? [], of: packages)
        }
    }
}

/// What a check begins with.
struct CheckOrder: Equatable, Sendable {
    let packages: [GatheredPackage]
    let parameters: RiskParameters
    let history: RiskHistory
    /// Whether an earlier check handed packages over without an assessment, or the parameters changed since.
    let owesAssessment: Bool
}

/// What a check brings.
struct CheckOutcome: Sendable {
    /// The packages that the framework has now. Their files can go.
    var handedOver: [GatheredPackage] = []
    /// Packages whose files are missing, damaged or incomplete: they are fetched again.
    var damaged: [GatheredPackage] = []
    /// Nil if the framework refused, before or after it took the packages.
    var evidence: RiskHistory.Evidence?
    var failure: ExposureFrameworkError?
}
