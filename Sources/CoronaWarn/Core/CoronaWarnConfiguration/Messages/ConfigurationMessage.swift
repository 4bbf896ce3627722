import SwiftProtobuf

extension ValidConfiguration {
    /// The message for apps of the first generation.
    public func firstGenerationMessage() throws(ConfigurationProblem) -> [UInt8] {
        var message = configuration.firstGeneration
        message.phoneSettings = configuration.phoneSettings
        return try Self.encode(message)
    }

    /// The message for one platform of the second generation.
    public func secondGenerationMessage(for platform: Platform) throws(ConfigurationProblem) -> [UInt8] {
        let common = try Self.encode(configuration.secondGeneration)
        return switch platform {
        case .iOS: common + (try Self.encode(WireIOSFields.published))
        case .android: common + (try Self.encode(WireAndroidFields.published))
        }
    }

    public enum Platform: Sendable, CaseIterable {
        case iOS
        case android
    }

    private static func encode(_ message: some SwiftProtobuf.Message) throws(ConfigurationProblem) -> [UInt8] {
        do {
            // Equal configurations must give equal files: maps have no order of their own.
            var options = BinaryEncodingOptions()
            options.useDeterministicOrdering = true
            return try message.serializedBytes(options: options)
        } catch {
            throw ConfigurationProblem("the configuration", "does not fit into a message")
        }
    }
}

extension PhoneConfiguration {
    /// Reads the message of either platform of the second generation, which has the first generation's parameters too.
    ///
    /// - Throws: the first part that is missing or impossible. The caller then checks the whole.
    public init(parsing message: [UInt8]) throws(ConfigurationProblem) {
        var options = BinaryDecodingOptions()
        options.discardUnknownFields = true
        options.messageDepthLimit = 8
        let wire: WireSecondGeneration
        do {
            wire = try WireSecondGeneration(serializedBytes: message, options: options)
        } catch {
            throw ConfigurationProblem("the configuration", "is no message")
        }
        try self.init(wire)
    }

    private init(_ wire: WireSecondGeneration) throws(ConfigurationProblem) {
        guard wire.hasPhoneSettings, wire.phoneSettings.hasFirstGeneration, wire.hasRiskCalculationParameters else {
            throw ConfigurationProblem("the configuration", "lacks parameters")
        }
        let settings = wire.phoneSettings
        let name = settings.riskCalculation
        guard let calculation = name.isEmpty ? .windows : RiskCalculation(rawValue: name) else {
            throw ConfigurationProblem("riskCalculation", "is none that this phone knows")
        }
        var hotlines: [Hotline] = []
        for hotline in settings.hotlines {
            guard let purpose = Hotline.Purpose(rawValue: hotline.purpose) else {
                // A later server may know more purposes.
                continue
            }
            hotlines.append(Hotline(purpose: purpose, number: hotline.number))
        }
        self.init(
            riskCalculation: calculation,
            scores: try ScoreParameters(settings.firstGeneration, notifyFromScore: settings.notifyFromScore),
            windows: try .init(wire.riskCalculationParameters),
            notifyFromMinutes: settings.notifyFromMinutes,
            supportedCountries: wire.supportedCountries,
            asksForVisitedCountries: settings.asksForVisitedCountries,
            asksForSymptoms: !settings.skipsSymptoms,
            hotlines: hotlines,
            downloadInterval: Int(settings.downloadInterval),
            maxDetectionsPerDay: Int(wire.exposureDetectionParameters.maxExposureDetectionsPerInterval),
            resultPolling: ClosedSpan(settings.resultPolling),
            fakesPerDay: ClosedSpan(settings.fakesPerDay),
            pauseBetweenFakes: ClosedSpan(settings.pauseBetweenFakes),
            revokedPackages: wire.keyDownloadParameters.packages
        )
    }
}

extension PhoneConfiguration {
    fileprivate var firstGeneration: WireApplicationConfiguration {
        var wire = scores.wire
        wire.supportedCountries = supportedCountries
        return wire
    }

    fileprivate var secondGeneration: WireSecondGeneration {
        var wire = WireSecondGeneration()
        wire.supportedCountries = supportedCountries
        wire.keyDownloadParameters = WireKeyDownloadParameters(revokedPackages)
        wire.exposureDetectionParameters.maxExposureDetectionsPerInterval = Int32(clamping: maxDetectionsPerDay)
        wire.exposureDetectionParameters.overallTimeoutInSeconds = 480
        wire.riskCalculationParameters = windows.wire
        wire.phoneSettings = phoneSettings
        wire.phoneSettings.firstGeneration = firstGeneration
        return wire
    }

    fileprivate var phoneSettings: WirePhoneSettings {
        var wire = WirePhoneSettings()
        wire.notifyFromScore = scores.notifyFromScore
        wire.notifyFromMinutes = notifyFromMinutes
        wire.hotlines = hotlines.map { hotline in
            var wire = WireHotline()
            wire.purpose = hotline.purpose.rawValue
            wire.number = hotline.number
            return wire
        }
        wire.downloadInterval = UInt32(clamping: downloadInterval)
        wire.resultPolling = resultPolling.wire
        wire.fakesPerDay = fakesPerDay.wire
        wire.pauseBetweenFakes = pauseBetweenFakes.wire
        wire.asksForVisitedCountries = asksForVisitedCountries
        wire.riskCalculation = riskCalculation == .windows ? "" : riskCalculation.rawValue
        wire.skipsSymptoms = !asksForSymptoms
        return wire
    }
}

extension ClosedSpan {
    fileprivate init(_ wire: WireSpan) {
        self.init(min: Int(wire.min), max: Int(wire.max))
    }

    fileprivate var wire: WireSpan {
        var wire = WireSpan()
        wire.min = UInt32(clamping: min)
        wire.max = UInt32(clamping: max)
        return wire
    }
}
