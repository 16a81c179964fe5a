#if !canImport(UIKit)
extension UIColor {
    /// Fills and strokes with this colour from now on.
    public func set() {
        setFill()
        setStroke()
    }

    /// Fills with this colour from now on.
    public func setFill() { Canvas.current?.setFill(self) }

    /// Strokes with this colour from now on.
    public func setStroke() { Canvas.current?.setStroke(self) }
}
#endif
