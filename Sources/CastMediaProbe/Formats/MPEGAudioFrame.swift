/// The header of one frame of MPEG audio (ISO/IEC 11172-3 and 13818-3).
struct MPEGAudioFrame: Equatable {
    var samplesPerSecond: Int
    var samples: Int
    /// In bits per second.
    var bitRate: Int
    /// In bytes, with its header.
    var size: Int
    /// How far into the frame an encoder's own header begins, if there is one.
    var encoderHeaderOffset: Int

    /// - Parameter bytes: At least the four bytes of the header.
    init?(_ bytes: [UInt8]) {
        guard bytes.count >= 4, bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0 else { return nil }
        let version = Int(bytes[1] >> 3 & 3)
        let layer = 4 - Int(bytes[1] >> 1 & 3)
        let rateIndex = Int(bytes[2] >> 2 & 3)
        let bitRateIndex = Int(bytes[2] >> 4)
        guard version != 1, layer != 4, rateIndex != 3, (1...14).contains(bitRateIndex) else { return nil }
        let isFirstVersion = version == 3
        let kilobits = isFirstVersion ? Self.bitRates[layer - 1] : Self.lowBitRates[layer - 1]
        bitRate = kilobits[bitRateIndex - 1] * 1000
        samplesPerSecond = [44_100, 48_000, 32_000][rateIndex] / (isFirstVersion ? 1 : version == 2 ? 2 : 4)
        let padding = Int(bytes[2] >> 1 & 1)
        if layer == 1 {
            samples = 384
            size = (12 * bitRate / samplesPerSecond + padding) * 4
        } else {
            samples = layer == 3 && !isFirstVersion ? 576 : 1152
            size = samples / 8 * bitRate / samplesPerSecond + padding
        }
        let isMono = bytes[3] >> 6 == 3
        encoderHeaderOffset = 4 + (isFirstVersion ? (isMono ? 17 : 32) : (isMono ? 9 : 17))
    }

    private static let bitRates = [
        [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
        [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
        [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
    ]
    private static let lowBitRates = [
        [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
        [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
        [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
    ]
}
