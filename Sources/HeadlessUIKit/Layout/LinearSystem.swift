// SPDX-License-Identifier: Apache-2.0

#if !canImport(UIKit)
#if canImport(CoreGraphics)
import Foundation
#else
package import Foundation
#endif

/// A system of linear equations. An equation that contradicts earlier ones is ignored.
package struct LinearSystem {
    /// A linear expression: a sum of variables multiplied by factors, plus a constant.
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

    /// The solved variables, each expressed by unsolved ones.
    private var solved: [Int: Expression] = [:]
    /// For each unsolved variable, the solved variables whose expression contains it.
    private var dependents: [Int: Set<Int>] = [:]

    package init() {}

    /// Adds the equation `expression = 0`. Returns `false` if it contradicts earlier equations.
    @discardableResult
    package mutating func equate(_ expression: Expression) -> Bool {
        let open = reduced(expression)
        // Among equal factors the lowest variable is the pivot, so that the result is deterministic.
        guard
            let pivot = open.factors.max(by: { (abs($0.value), -$0.key) < (abs($1.value), -$1.key) })
        else { return abs(open.constant) < 1e-4 }
        var value = open
        value.factors[pivot.key] = nil
        value = value * (-1 / pivot.value)
        for dependent in dependents.removeValue(forKey: pivot.key) ?? [] {
            guard var row = solved[dependent], let factor = row.factors.removeValue(forKey: pivot.key) else { continue }
            row.add(value, times: factor)
            solved[dependent] = row
            for variable in row.factors.keys { dependents[variable, default: []].insert(dependent) }
        }
        solved[pivot.key] = value
        for variable in value.factors.keys { dependents[variable, default: []].insert(pivot.key) }
        return true
    }

    /// Returns the expression in terms of unsolved variables.
    private func reduced(_ expression: Expression) -> Expression {
        var open = Expression(constant: expression.constant)
        for (variable, factor) in expression.factors {
            open.add(solved[variable] ?? Expression(variable: variable), times: factor)
        }
        return open
    }

    /// Returns the value of an expression. Undetermined variables count as 0.
    package func value(_ expression: Expression) -> CGFloat { reduced(expression).constant }
}
#endif
