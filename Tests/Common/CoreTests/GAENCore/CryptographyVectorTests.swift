import ExposurePrimitives
import ExposureTesting
import GAENCore
import Testing

@Suite("Cryptography vectors")
struct CryptographyVectorTests {
    @Test("every published pair of identifier and metadata is derived")
    func advertisements() throws {
        var (identifiers, metadata) = (0, 0)
        for vector in try vectors().vectors {
            let tek = try TemporaryExposureKey.KeyData(bytes(vector.tek))
            let derived = DerivedKeys(of: tek)
            for advertisement in vector.advertisements {
                let given = try RollingProximityIdentifier(#require(Bytes16(bytes(advertisement.rpi))))
                if let number = advertisement.intervalNumber {
                    #expect(derived.identifier(at: IntervalNumber(number)) == given)
                    identifiers += 1
                }
                if let aem = advertisement.aem, let plainText = advertisement.metadata ?? vector.metadata {
                    let plain = try #require(EncodedMetadata(bytes(plainText)))
                    let encrypted = try #require(EncodedMetadata(bytes(aem)))
                    #expect(derived.transformMetadata(plain, with: given) == encrypted)
                    #expect(derived.transformMetadata(encrypted, with: given) == plain)
                    metadata += 1
                    if let power = advertisement.txPowerDbm ?? vector.metadataDecoded?.txPowerDbm {
                        #expect(Int(BroadcastMetadata(plain).transmitPower) == power)
                    }
                }
                if let serviceData = advertisement.serviceData, let aem = advertisement.aem {
                    #expect(serviceData == advertisement.rpi + aem)
                }
            }
        }
        #expect((identifiers, metadata) == (152, 148))
    }

    @Test("every path of the kernel finds the published identifiers", arguments: KernelPath.supported)
    func kernel(path: KernelPath) throws {
        var found = 0
        for vector in try vectors().vectors {
            for advertisement in vector.advertisements {
                guard let number = advertisement.intervalNumber else {
                    continue
                }
                let interval = IntervalNumber(number)
                let identifier = try RollingProximityIdentifier(#require(Bytes16(bytes(advertisement.rpi))))
                let matcher = KernelMatcher(sightings: [Sighting(identifier, at: interval.start)], path: path)
                // The published identifier is the first, the last and the only one of a window.
                for (start, period) in [(number, 144), (number - 143, 144), (number, 1)] {
                    let key = try TemporaryExposureKey(bytes(vector.tek), start: start, period: period)
                    let matches = matcher.matches(of: [DiagnosisKey(key: key, transmissionRiskLevel: 0)])
                    #expect(matches.map { $0.sightings.map(\.interval) } == [[interval]])
                    found += matches.count
                }
            }
        }
        #expect(found == 3 * 152)
    }

    @Test("the windows of the published keys give these identifiers in this order")
    func windows() throws {
        for vector in try vectors().vectors {
            guard let start = vector.rollingStartIntervalNumber, let period = vector.rollingPeriod else {
                continue
            }
            let key = try TemporaryExposureKey(bytes(vector.tek), start: start, period: period)
            let window = key.identifiers()
            #expect(window.map(\.interval.rawValue) == Array(start..<start + UInt32(period)))
            let byInterval = Dictionary(uniqueKeysWithValues: window.map { ($0.interval.rawValue, $0.identifier) })
            for advertisement in vector.advertisements {
                let number = try #require(advertisement.intervalNumber)
                // Some published identifiers are after the end of their key's window.
                let expected = key.covers(IntervalNumber(number)) ? advertisement.rpi : nil
                #expect(byInterval[number].map { Hex.encode($0.bytes) } == expected)
            }
        }
    }

    @Test("the padded block holds the interval number in little-endian order")
    func paddedData() throws {
        var checked = 0
        for advertisement in try vectors().vectors.flatMap(\.advertisements) {
            guard let padded = advertisement.paddedData, let number = advertisement.intervalNumber else {
                continue
            }
            let littleEndian = (0..<4).map { UInt8(truncatingIfNeeded: number >> ($0 * 8)) }
            #expect(try bytes(padded) == Array("EN-RPI".utf8) + [UInt8](repeating: 0, count: 6) + littleEndian)
            checked += 1
        }
        #expect(checked == 144)
    }

    @Test("moments, intervals, key starts and days")
    func times() throws {
        let times = try vectors().timeVectors
        #expect(times.count == 9)
        for time in times {
            let interval = IntervalNumber(clamping: UnixTime(time.unixTime))
            #expect(interval.rawValue == time.intervalNumber)
            #expect(interval.startOfDay.rawValue == time.keyRollingStart)
            #expect(UnixTime(time.unixTime).utcDay.daysSinceEpoch == time.dayNumber)
        }
    }

    @Test("the constants")
    func constants() throws {
        let constants = try vectors().constants
        #expect(constants.intervalSeconds == IntervalNumber.seconds)
        #expect(constants.tekRollingPeriod == IntervalNumber.perDay)
        #expect(constants.tekRollingPeriod == UInt32(TemporaryExposureKey.rollingPeriods.upperBound))
        #expect(constants.tekLength == Bytes16.count)
        #expect(constants.metadataLength == EncodedMetadata.count)
        #expect(constants.matchToleranceIntervals == MatchingTolerance.intervals)
    }

    private func vectors() throws -> CryptographyVectors {
        try Vectors.decode(CryptographyVectors.self, from: "crypto.json")
    }

    private func bytes(_ hex: String) throws -> [UInt8] {
        try #require(Hex.decode(hex))
    }
}

// MARK: - The form of the vectors

private struct CryptographyVectors: Decodable {
    let constants: Constants
    let vectors: [KeyVector]
    let timeVectors: [TimeVector]
}

private struct Constants: Decodable {
    let intervalSeconds: Int64
    let tekRollingPeriod: UInt32
    let tekLength, metadataLength, matchToleranceIntervals: Int
}

private struct KeyVector: Decodable {
    let tek: String
    let rollingStartIntervalNumber: UInt32?
    let rollingPeriod: Int?
    let metadata: String?
    let metadataDecoded: DecodedMetadata?
    let advertisements: [Advertisement]
}

private struct DecodedMetadata: Decodable {
    let txPowerDbm: Int
}

private struct Advertisement: Decodable {
    let intervalNumber: UInt32?
    let rpi: String
    let paddedData, aem, metadata, serviceData: String?
    let txPowerDbm: Int?
}

private struct TimeVector: Decodable {
    let unixTime: Int64
    let intervalNumber, keyRollingStart: UInt32
    let dayNumber: Int
}
