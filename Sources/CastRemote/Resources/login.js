// The code may stand in the address, after the #, where it is sent to nobody. Here it is taken from there and sent.

const token = decodeURIComponent(location.hash.slice(1));
if (token) {
  history.replaceState(null, "", "/");
  document.getElementById("token").value = token;
  document.getElementById("login").submit();
}
