// SPDX-License-Identifier: Apache-2.0

import CastMedia
import Testing

@Suite struct NaturalOrderTests {
    @Test(arguments: [
        ("Episode 2", "Episode 10"), ("episode 2", "Episode 10"), ("a", "B"), ("a1b2", "a1b10"), ("a", "a1"),
        ("a01", "a2"), ("a1", "a001b"), ("1.9", "1.10"), ("", "a"), ("99999999999999999999", "100000000000000000000"),
        ("A", "a"), ("a01", "a1"), ("a 1", "a1"),
    ])
    func `a name precedes another`(first: String, second: String) {
        #expect(NaturalOrder.areInIncreasingOrder(first, second))
        #expect(!NaturalOrder.areInIncreasingOrder(second, first))
        #expect(!NaturalOrder.areInIncreasingOrder(first, first))
    }

    @Test func `the order does not depend on the original order`() {
        let names = ["a10", "A1", "a01", "a1", "a001", "b", "a1b", "a", "", "0", "00", "1", "a 2", "é", "e"]
        let sorted = names.sorted(by: NaturalOrder.areInIncreasingOrder)
        for _ in 0..<100 {
            #expect(names.shuffled().sorted(by: NaturalOrder.areInIncreasingOrder) == sorted)
        }
    }

    @Test(.timeLimit(.minutes(5))) func `long numbers take linear time`() {
        let zeros = String(repeating: "0", count: 1_000_000)
        #expect(NaturalOrder.areInIncreasingOrder(zeros + "1", "2"))
        #expect(NaturalOrder.areInIncreasingOrder("9", "1" + zeros))
        #expect(NaturalOrder.areInIncreasingOrder("1" + zeros, "1" + zeros + "1"))
    }
}
