// The code may be in the fragment of the address, which browsers do not send. It is read and submitted here.

function submitCode() {
  let code = "";
  try {
    code = decodeURIComponent(location.hash.slice(1));
  } catch {
    // Not percent-encoded text, so not a code.
  }
  if (!code) return;
  history.replaceState(null, "", "/");
  document.getElementById("token").value = code;
  document.getElementById("login").submit();
}

submitCode();
// Opening the link in a tab that shows this page changes the fragment only: nothing is loaded again.
window.addEventListener("hashchange", submitCode);
