// SPDX-License-Identifier: Apache-2.0
// Contrast of the browser's computed colors (WCAG 2.2, 1.4.3 and 1.4.11): of each text with its background, of icons in
// controls, of borders of fields and of bars of sliders. With `focus`, of the outline of the focused element.
// Returns { count, least, wrong }. Disabled controls are exempt.
const mode = arguments[0];
const canvas = document.createElement('canvas').getContext('2d', { willReadFrequently: true });
const known = new Map();

/** Any CSS color as red, green, blue and opacity, from 0 to 1. */
function rgba(color) {
  if (!known.has(color)) {
    canvas.clearRect(0, 0, 1, 1);
    canvas.fillStyle = color;
    canvas.fillRect(0, 0, 1, 1);
    const [r, g, b, a] = canvas.getImageData(0, 0, 1, 1).data;
    known.set(color, [r / 255, g / 255, b / 255, a / 255]);
  }
  return known.get(color);
}

const mix = (top, under, share) => under.map((value, index) => top[index] * share + value * (1 - share));
const over = (color, under) => mix(color, under, color[3]);

function luminance(color) {
  const [r, g, b] = color.map((value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4));
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function ratio(one, other) {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

/** The visible color of an element that has this color, or of its background, including its ancestors' opacity. */
function seen(element, color) {
  const chain = [];
  for (let each = element; each; each = each.parentElement) chain.unshift(getComputedStyle(each));
  const draw = (index, under) => {
    if (index === chain.length) return color ? over(color, under) : under;
    const inside = draw(index + 1, over(rgba(chain[index].backgroundColor), under));
    return mix(inside, under, Number(chain[index].opacity));
  };
  return draw(0, rgba('Canvas').slice(0, 3));
}

function hasPicture(element) {
  for (let each = element; each; each = each.parentElement) {
    const style = getComputedStyle(each);
    if (style.backgroundImage !== 'none') return true;
    if (rgba(style.backgroundColor)[3] === 1) return false;
  }
  return false;
}

const scope = document.querySelector('dialog:modal') ?? document.body;
const isSeen = (node) => node.checkVisibility({ visibilityProperty: true }) && !node.closest('.unseen, .skip')
  && node.getBoundingClientRect().width > 1;
const isUsable = (node) => !node.closest('[aria-disabled="true"], :disabled, .slider:has(:disabled)');
const name = (node) => `${node.nodeName.toLowerCase()}${node.id ? `#${node.id}` : ''}.${[...node.classList].join('.')} ${
  (node.textContent || node.closest('button')?.textContent || '').trim().replace(/\s+/g, ' ').slice(0, 40)}`;
const result = { count: 0, least: 99, wrong: [] };

function hold(node, what, one, other, least) {
  const found = Math.round(ratio(one, other) * 100) / 100;
  result.count += 1;
  result.least = Math.min(result.least, found);
  if (found < least) result.wrong.push(`${name(node)}: ${what} ${found}:1 instead of ${least}:1`);
}

if (mode === 'focus') {
  const node = document.activeElement;
  const style = getComputedStyle(node);
  // The outline is outside of the element, on its parent's background.
  hold(node, 'focus', seen(node.parentElement, rgba(style.outlineColor)), seen(node.parentElement), 3);
  return result;
}
for (const node of scope.querySelectorAll('*')) {
  if (!isSeen(node) || !isUsable(node)) continue;
  const style = getComputedStyle(node);
  const hasText = [...node.childNodes].some((each) => each.nodeType === Node.TEXT_NODE && each.nodeValue.trim());
  if (hasText && node.nodeName !== 'OPTION') {
    const size = parseFloat(style.fontSize);
    const least = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700) ? 3 : 4.5;
    if (hasPicture(node)) result.wrong.push(`${name(node)}: text on an image`);
    else hold(node, 'text', seen(node, rgba(style.color)), seen(node), least);
  }
  if (node.matches('svg.icon') && node.closest('button, summary, a, .handle') && !node.closest('.thumb')) {
    hold(node, 'icon', seen(node, rgba(style.color)), seen(node), 3);
  }
  if (node.matches('input[type=text], input[type=url], select')) {
    hold(node, 'border', seen(node.parentElement, rgba(style.borderTopColor)), seen(node.parentElement), 3);
    hold(node, 'text', seen(node, rgba(style.color)), seen(node), 4.5);
    if (node.placeholder) hold(node, 'placeholder', seen(node, rgba(getComputedStyle(node, '::placeholder').color)), seen(node), 4.5);
  }
  if (node.matches('.slider > progress')) {
    const around = seen(node.parentElement);
    hold(node, 'bar', seen(node.parentElement, rgba(style.backgroundColor)), around, 3);
    hold(node, 'value', seen(node.parentElement, rgba(style.color)), around, 3);
  }
}
return result;
