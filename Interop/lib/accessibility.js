// SPDX-License-Identifier: Apache-2.0
// Checks that axe-core does not have: target sizes, endless animations, and content wider than the window.
const visible = (node) => {
  const style = getComputedStyle(node);
  const box = node.getBoundingClientRect();
  return style.visibility === 'visible' && box.width > 0 && box.height > 0 && node.closest('[hidden], .unseen') === null;
};
const name = (node) => (node.getAttribute('aria-label') || node.textContent || node.id || node.name || '').trim().replace(/\s+/g, ' ').slice(0, 60);
const scope = document.querySelector('dialog:modal') ?? document;
const small = [];
for (const node of scope.querySelectorAll('button, a[href], input, select, summary')) {
  if (!visible(node) || node.type === 'hidden') continue;
  const label = node.closest('label');
  const box = (label ?? node).getBoundingClientRect();
  // WCAG 2.2, 2.5.8 requires at least 24; our own minimum for buttons is 38.
  if (Math.min(box.width, box.height) < (node.nodeName === 'BUTTON' ? 38 : 24) - 0.5) small.push([name(node), Math.round(box.width), Math.round(box.height)]);
}
const moving = document.getAnimations().filter((each) => each.playState === 'running' && each.effect?.getTiming().iterations === Infinity).length;
const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
const cut = [...scope.querySelectorAll('button, h1, h2, .name, .value, p')].filter((node) => visible(node)
  && (node.getBoundingClientRect().right > innerWidth + 1 || node.getBoundingClientRect().left < -1)).map(name);
return { small, moving, wide, cut };
