// SPDX-License-Identifier: Apache-2.0
// Uploads: files that are chosen or dropped on the page are sent one after the other, each with a progress bar.

const words = document.body.dataset;

export function watchUploads(link, announce) {
  const list = document.getElementById("uploading");
  if (!list) return;
  const waiting = [];
  let isSending = false;

  function add(files) {
    for (const file of files) {
      const row = makeRow(file);
      list.append(row.element);
      if (file.size > Number(words.uploadLimit)) row.fail(words.uploadTooLarge);
      else waiting.push([file, row]);
    }
    next();
  }

  function makeRow(file) {
    const element = document.createElement("li");
    const name = document.createElement("bdi");
    const bar = document.createElement("progress");
    const state = document.createElement("span");
    const button = document.createElement("button");
    name.textContent = file.name;
    bar.max = 1;
    bar.value = 0;
    bar.setAttribute("aria-label", file.name);
    state.className = "value";
    button.type = "button";
    button.className = "wide";
    button.textContent = words.uploadCancel;
    element.append(name, bar, state, button);
    const row = {
      element,
      bar,
      cancel: null,
      fail(text) {
        bar.remove();
        element.classList.add("problem");
        state.textContent = text;
        announce(`${file.name}: ${text}`, true);
      },
      finish() {
        element.remove();
        announce(`${file.name}: ${words.uploadDone}`, false);
      },
    };
    button.addEventListener("click", () => {
      const index = waiting.findIndex(([, other]) => other === row);
      if (index >= 0) waiting.splice(index, 1);
      row.cancel?.();
      element.remove();
    });
    return row;
  }

  function next() {
    if (isSending || waiting.length === 0) return;
    isSending = true;
    const [file, row] = waiting.shift();
    // fetch does not report the progress of a request body.
    const request = new XMLHttpRequest();
    const end = (action) => () => {
      isSending = false;
      row.cancel = null;
      action();
      next();
    };
    request.open("PUT", "/upload");
    for (const [field, value] of Object.entries(link.headers)) request.setRequestHeader(field, value);
    request.setRequestHeader("Content-Type", "application/octet-stream");
    request.setRequestHeader("Cast-File-Name", encodeURIComponent(file.name.toWellFormed?.() ?? file.name));
    request.upload.addEventListener("progress", (event) => {
      if (event.lengthComputable) row.bar.value = event.loaded / event.total;
    });
    request.addEventListener("load", end(() => {
      if (request.status === 204) row.finish();
      else row.fail(request.getResponseHeader("Content-Type")?.startsWith("text/plain") ? request.responseText : words.uploadFailed);
    }));
    request.addEventListener("error", end(() => row.fail(words.uploadFailed)));
    request.addEventListener("abort", end(() => {}));
    row.cancel = () => request.abort();
    request.send(file);
  }

  document.addEventListener("change", (event) => {
    if (event.target.id !== "upload-files") return;
    add([...event.target.files]);
    event.target.value = "";
  });
  const hasFiles = (event) => event.dataTransfer?.types.includes("Files");
  document.addEventListener("dragover", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    document.body.classList.add("dropping");
  });
  document.addEventListener("dragleave", (event) => {
    if (!event.relatedTarget) document.body.classList.remove("dropping");
  });
  document.addEventListener("drop", (event) => {
    if (!hasFiles(event)) return;
    event.preventDefault();
    document.body.classList.remove("dropping");
    add([...event.dataTransfer.files]);
  });
}
