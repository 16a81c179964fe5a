#if !canImport(UIKit)
package import Foundation

/// Linear equations in order of their weight: one that contradicts those before it is left out.
package struct LinearSystem {
    /// A sum of variables times factors, and a constant.
    package struct Expression {
        package var factors: [Int: CGFloat] = [:]
        package var constant: CGFloat = 0

        package init(constant: CGFloat = 0) { self.constant = constant }

        package init(variable: Int) { factors[variable] = 1 }

        package static func + (left: Self, right: Self) -> Self {
            var sum = left
            sum.add(right, times: 1)
            return sum
        }

        package static func - (left: Self, right: Self) -> Self {
            var difference = left
            difference.add(right, times: -1)
            return difference
        }

        package static func * (left: Self, factor: CGFloat) -> Self {
            var product = Self()
            product.add(left, times: factor)
            return product
        }

        package mutating func add(_ other: Self, times factor: CGFloat) {
            constant += other.constant * factor
            for (variable, value) in other.factors {
                let sum = factors[variable, default: 0] + value * factor
                factors[variable] = abs(sum) < LinearSystem.tolerance ? nil : sum
            }
        }
    }

    fileprivate static let tolerance: CGFloat = 1e-7

    /// Variables by which others are known.
    private var solved: [Int: Expression] = [:]
    /// For each variable, those that are known by it.
    private var users: [Int: Set<Int>] = [:]

    package init() {}

    /// Makes an expression zero. False where it cannot be, as equations before say otherwise.
    @discardableResult
    package mutating func equate(_ expression: Expression) -> Bool {
        let open = reduced(expression)
        // The pivot with the greatest factor; of equals the first, so that the outcome never depends on chance.
        guard
            let pivot = open.factors.max(by: { (abs($0.value), -$0.key) < (abs($1.value), -$1.key) })
        else { return abs(open.constant) < 1e-4 }
        var value = open
        value.factors[pivot.key] = nil
        value = value * (-1 / pivot.value)
        for user in users.removeValue(forKey: pivot.key) ?? [] {
            guard var row = solved[user], let factor = row.factors.removeValue(forKey: pivot.key) else { continue }
            row.add(value, times: factor)
            solved[user] = row
            for variable in row.factors.keys { users[variable, default: []].insert(user) }
        }
        solved[pivot.key] = value
        for variable in value.factors.keys { users[variable, default: []].insert(pivot.key) }
        return true
    }

    /// The expression in variables that nothing determines.
    private func reduced(_ expression: Expression) -> Expression {
        var open = Expression(constant: expression.constant)
        for (variable, factor) in expression.factors {
            open.add(solved[variable] ?? Expression(variable: variable), times: factor)
        }
        return open
    }

    /// What an expression comes to; variables that nothing determines are 0.
    package func value(_ expression: Expression) -> CGFloat { reduced(expression).constant }
}
#endif
