// SPDX-License-Identifier: Apache-2.0
// What the theme leaves out for people without a mouse or a screen.

// The search dialog has no name.
document.querySelector(".md-search")?.setAttribute("aria-label", "Search");

// Code that is wider than the screen is scrolled by keys once it can have the focus.
for (const block of document.querySelectorAll(".md-typeset pre")) {
  block.tabIndex = 0;
}

// The theme wraps tables later, so that they scroll; the same applies to them.
function makeFocusable() {
  for (const wrap of document.querySelectorAll(".md-typeset__scrollwrap:not([tabindex])")) {
    wrap.tabIndex = 0;
  }
}
new MutationObserver(makeFocusable).observe(document.body, { childList: true, subtree: true });
makeFocusable();
