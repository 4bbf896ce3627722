extension ScoreParameters {
    init(_ wire: WireApplicationConfiguration, notifyFromScore: Double) throws(ConfigurationProblem) {
        var classes: [ScoreClass] = []
        for found in wire.riskScoreClasses.riskScoreClasses {
            guard let level = Level(rawValue: found.label) else {
                throw ConfigurationProblem("scores.classes", "have a class that is neither LOW nor HIGH")
            }
            let max = found.maxRiskLevel == .max ? nil : Int(found.maxRiskLevel)
            classes.append(ScoreClass(level: level, min: Int(found.minRiskLevel), max: max))
        }
        let scores = wire.exposureConfig
        let durations = wire.attenuationDuration
        self.init(
            transmissionScores: scores.transmission.values,
            durationScores: scores.duration.values,
            daysScores: scores.daysSinceLastExposure.values,
            attenuationScores: scores.attenuation.values,
            weights: CategoryWeights(
                transmission: scores.transmissionWeight,
                duration: scores.durationWeight,
                days: scores.daysWeight,
                attenuation: scores.attenuationWeight
            ),
            minimumRiskScore: Int(wire.minRiskScore),
            attenuationThresholds: [Int(durations.thresholds.lower), Int(durations.thresholds.upper)],
            attenuationWeights: [durations.weights.low, durations.weights.mid, durations.weights.high],
            defaultBucketOffset: Int(durations.defaultBucketOffset),
            normalizationDivisor: Int(durations.riskScoreNormalizationDivisor),
            classes: classes,
            notifyFromScore: notifyFromScore
        )
    }

    /// Of checked parameters: lists have their right lengths.
    var wire: WireApplicationConfiguration {
        var wire = WireApplicationConfiguration()
        wire.minRiskScore = Int32(clamping: minimumRiskScore)
        wire.riskScoreClasses.riskScoreClasses = classes.map { found in
            var wire = WireRiskScoreClass()
            wire.label = found.level.rawValue
            wire.minRiskLevel = Int32(clamping: found.min)
            wire.maxRiskLevel = found.max.map { Int32(clamping: $0) } ?? .max
            return wire
        }
        wire.exposureConfig.transmission = WireScores(transmissionScores)
        wire.exposureConfig.transmissionWeight = weights.transmission
        wire.exposureConfig.duration = WireScores(durationScores)
        wire.exposureConfig.durationWeight = weights.duration
        wire.exposureConfig.daysSinceLastExposure = WireScores(daysScores)
        wire.exposureConfig.daysWeight = weights.days
        wire.exposureConfig.attenuation = WireScores(attenuationScores)
        wire.exposureConfig.attenuationWeight = weights.attenuation
        wire.attenuationDuration = attenuationDuration
        return wire
    }

    private var attenuationDuration: WireAttenuationDuration {
        var wire = WireAttenuationDuration()
        let (thresholds, weights) = (attenuationThresholds, attenuationWeights)
        wire.thresholds.lower = Int32(clamping: thresholds.first ?? 0)
        wire.thresholds.upper = Int32(clamping: thresholds.last ?? 0)
        wire.weights.low = weights.first ?? 0
        wire.weights.mid = weights.dropFirst().first ?? 0
        wire.weights.high = weights.last ?? 0
        wire.defaultBucketOffset = Int32(clamping: defaultBucketOffset)
        wire.riskScoreNormalizationDivisor = Int32(clamping: normalizationDivisor)
        return wire
    }
}

extension WireScores {
    init(_ values: [Int]) {
        self.init()
        let fields: [WritableKeyPath<WireScores, Int32>] = [
            \.first, \.second, \.third, \.fourth, \.fifth, \.sixth, \.seventh, \.eighth,
        ]
        for (field, value) in zip(fields, values) {
            self[keyPath: field] = Int32(clamping: value)
        }
    }

    var values: [Int] { [first, second, third, fourth, fifth, sixth, seventh, eighth].map { Int($0) } }
}
