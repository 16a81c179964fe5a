/// How much a virtual connection counts.
public enum VirtualConnectionType: Int, WireNumber, CaseIterable {
    /// A user of the application; some applications stop when the last strong connection goes. The default.
    case strong = 0
    /// A passive observer.
    case weak = 1
    /// A passive observer that the application is not told about and that may not launch.
    case invisible = 2
}
