// SPDX-License-Identifier: Apache-2.0
// The code may be in the URL fragment, which browsers do not send. It is read and submitted here.

function submitCode() {
  let code = "";
  try {
    code = decodeURIComponent(location.hash.slice(1));
  } catch {
    // Not valid percent-encoding, so not a code.
  }
  if (!code) return;
  history.replaceState(null, "", "/");
  document.getElementById("token").value = code;
  document.getElementById("login").submit();
}

submitCode();
// Opening the link in a tab that already shows this page changes only the fragment and does not reload the page.
window.addEventListener("hashchange", submitCode);
