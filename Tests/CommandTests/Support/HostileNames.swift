// SPDX-License-Identifier: Apache-2.0

/// Device names with characters that a shell or a terminal could interpret.
enum HostileNames {
    static let all = [
        "Liv$(touch x)", "Liv ${x:=$(touch x)}", "Liv`touch x`", "Liv $x", "Liv <(touch x)", "Liv;touch x",
        "Liv|touch x",
        "Liv&touch x", "Liv && touch x", "Liv\ntouch x", "Liv\rtouch x", "!touch", "Liv !!", "~root", "Liv*", "Liv?",
        "Liv[ab]", "{touch,x}", "Liv{a,b}", "-rf", "--device", "Liv\" ; touch x #", "Liv\\", "Liv\\$(touch x)",
        "Liv > x",
        "Liv < x", "Liv #x", "Liv=ls", "Liv %1", "Liv ^a^b", "Liv (touch x)", "Liv:x", "@x", "Liv\u{202E}x",
        "Liv\u{200B}x",
        "Liv\u{1B}[2J", "Liv\u{07}", "Liv\u{A0}x", "\u{FEFF}Liv", " Liv", "Liv ", "Liv  x", "'x", "",
    ]
}
