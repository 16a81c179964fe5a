// SPDX-License-Identifier: Apache-2.0
// The queue: dragging an item by its handle. The buttons of an item move it without dragging.

export function watchQueue(link, patches) {
  let drag = null;

  function finish(isDropped) {
    if (!drag) return;
    const { row, list, start } = drag;
    drag = null;
    row.classList.remove("dragged");
    const rows = [...list.children];
    const index = rows.indexOf(row);
    const first = Math.min(...rows.map((each) => Number(each.dataset.index)));
    if (isDropped && index !== start) {
      link.send(`moveItem:${row.dataset.item}`, first + index).then(() => setTimeout(() => patches.release("queue"), 300));
    } else {
      if (!isDropped) list.insertBefore(row, rows.filter((each) => each !== row)[start] ?? null);
      patches.release("queue");
    }
  }

  document.addEventListener("pointerdown", (event) => {
    const handle = event.target.closest?.("[data-handle]");
    if (!handle || event.button > 0 || drag) return;
    const row = handle.closest("[data-item]");
    const list = row.parentElement;
    event.preventDefault();
    handle.setPointerCapture(event.pointerId);
    patches.hold("queue");
    row.classList.add("dragged");
    drag = { row, list, start: [...list.children].indexOf(row), pointer: event.pointerId };
  });
  document.addEventListener("pointermove", (event) => {
    if (!drag || event.pointerId !== drag.pointer) return;
    const { row, list } = drag;
    const before = [...list.children].find((each) => {
      const box = each.getBoundingClientRect();
      return each !== row && event.clientY < box.top + box.height / 2;
    });
    if (before !== row.nextElementSibling) list.insertBefore(row, before ?? null);
  });
  document.addEventListener("pointerup", (event) => drag?.pointer === event.pointerId && finish(true));
  document.addEventListener("pointercancel", (event) => drag?.pointer === event.pointerId && finish(false));
  document.addEventListener("keydown", (event) => event.key === "Escape" && finish(false));
}
