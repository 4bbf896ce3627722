import CommonAssembly
import ExposurePrimitives
import FileStorage
import Foundation
import ImmuniAppConfiguration
import Persistence
import ServiceKit
import SettingsDocuments

extension ImmuniSystem {
    /// The App Configuration Service, after the preset is applied.
    func appConfiguration(with means: ServiceMeans) async throws -> AppConfigurationService {
        let store = try realm.stores.settings()
        if let name = settings.preset {
            let preset = try preset(named: name)
            let outcome = try await store.apply(preset: preset.settings, digest: preset.digest, at: realm.clock.now())
            if outcome == .ignored {
                means.logger.record(ImmuniAssemblyEvent.presetIgnored(revision: try await store.revision()))
            }
        } else if try await store.revision() == 0 {
            throw ImmuniAssemblyError.presetMissing
        }
        return AppConfigurationService(store: store, questions: try questions(), signer: means.signer)
    }

    private func questions() throws(ImmuniAssemblyError) -> QuestionDocuments {
        guard let folder = settings.questionFolder else {
            return settings.preset == "demo" ? .demo : QuestionDocuments([:])
        }
        guard let names = try? FileManager.default.contentsOfDirectory(atPath: folder) else {
            throw .file(.unreadable(folder))
        }
        var files: [String: [UInt8]] = [:]
        for name in names where name.hasPrefix("faq-") && name.hasSuffix(".json") {
            let file = URL(fileURLWithPath: folder).appending(path: name)
            guard let content = (try? Data(contentsOf: file)).map(Array.init), QuestionDocuments.isUsable(content)
            else {
                throw .unusableQuestions(file.path)
            }
            files[String(name.dropFirst("faq-".count).dropLast(".json".count))] = content
        }
        return QuestionDocuments(files)
    }

    private func preset(named name: String) throws(ImmuniAssemblyError) -> SettingsPreset {
        guard
            let file = SettingsPreset.builtIn(named: name) ?? (try? Array(Data(contentsOf: URL(fileURLWithPath: name))))
        else {
            throw .presetUnknown(name)
        }
        do throws(SettingsRefusal) {
            return try SettingsPreset(parsing: file)
        } catch {
            throw .presetRefused(error)
        }
    }
}
