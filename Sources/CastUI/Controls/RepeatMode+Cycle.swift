public import CastWire

extension RepeatMode {
    /// The mode after this one, as a button goes through them: off, all, one, all and shuffled, off.
    public var following: RepeatMode {
        switch self {
        case .off: .all
        case .all: .single
        case .single: .allAndShuffle
        default: .off
        }
    }

    var icon: Icon {
        switch self {
        case .all: .repeatAll
        case .single: .repeatSingle
        case .allAndShuffle: .repeatShuffle
        default: .repeatOff
        }
    }

    var key: TextKey {
        switch self {
        case .all: .repeatAll
        case .single: .repeatSingle
        case .allAndShuffle: .repeatShuffle
        default: .repeatOff
        }
    }
}
