import ExposurePrimitives
import Foundation
package import GAENCore

extension SignatureInfo {
    init(_ wire: WireSignatureInfo) {
        self.init(
            verificationKeyID: wire.hasVerificationKeyID ? wire.verificationKeyID : nil,
            verificationKeyVersion: wire.hasVerificationKeyVersion ? wire.verificationKeyVersion : nil,
            algorithm: wire.hasSignatureAlgorithm ? wire.signatureAlgorithm : nil,
            appBundleID: wire.hasAppBundleID ? wire.appBundleID : nil,
            androidPackage: wire.hasAndroidPackage ? wire.androidPackage : nil
        )
    }

    var wire: WireSignatureInfo {
        var wire = WireSignatureInfo()
        if let appBundleID {
            wire.appBundleID = appBundleID
        }
        if let androidPackage {
            wire.androidPackage = androidPackage
        }
        if let verificationKeyVersion {
            wire.verificationKeyVersion = verificationKeyVersion
        }
        if let verificationKeyID {
            wire.verificationKeyID = verificationKeyID
        }
        if let algorithm {
            wire.signatureAlgorithm = algorithm
        }
        return wire
    }
}

extension DiagnosisKey {
    /// - Parameter index: the place of the key in its file, for errors.
    package init(_ wire: WireTemporaryExposureKey, index: Int) throws(ExportError) {
        guard wire.hasRollingStartIntervalNumber else {
            throw .content(.missingRollingStart(key: index))
        }
        guard let rollingStart = UInt32(exactly: wire.rollingStartIntervalNumber) else {
            throw .content(.rollingStartOutOfRange(key: index, value: Int(wire.rollingStartIntervalNumber)))
        }
        let key: TemporaryExposureKey
        do {
            key = try TemporaryExposureKey(
                keyData: TemporaryExposureKey.KeyData(wire.keyData),
                rollingStart: IntervalNumber(rollingStart),
                rollingPeriod: Int(wire.rollingPeriod)
            )
        } catch {
            throw ExportError(error, index: index, rollingStart: Int(rollingStart))
        }
        self.init(
            key: key,
            transmissionRiskLevel: Int(wire.transmissionRiskLevel),
            reportType: wire.hasReportType ? ReportType(rawValue: wire.reportType.rawValue) : nil,
            daysSinceOnsetOfSymptoms: wire.hasDaysSinceOnsetOfSymptoms ? Int(wire.daysSinceOnsetOfSymptoms) : nil,
            variantOfConcern: wire.hasVariantOfConcern
                ? VariantOfConcern(rawValue: wire.variantOfConcern.rawValue) : nil
        )
        try checkRanges(index: index)
    }

    /// - Parameter index: the place of the key in its file, for errors.
    func checkRanges(index: Int) throws(ExportError) {
        guard (0...8).contains(transmissionRiskLevel) else {
            throw .content(.transmissionRiskOutOfRange(key: index, value: transmissionRiskLevel))
        }
        if let days = daysSinceOnsetOfSymptoms, !(-14...14).contains(days) {
            throw .content(.daysSinceOnsetOutOfRange(key: index, value: days))
        }
    }
}

extension ExportError {
    fileprivate init(_ error: TemporaryExposureKey.KeyError, index: Int, rollingStart: Int) {
        switch error {
        case .wrongLength(let length): self = .content(.wrongKeyLength(key: index, length: length))
        case .rollingPeriodOutOfRange(let value): self = .content(.rollingPeriodOutOfRange(key: index, value: value))
        case .windowPastLastInterval: self = .content(.rollingStartOutOfRange(key: index, value: rollingStart))
        }
    }
}
