// Runs before the first paint so that a dark page never flashes white. It is a file of its own because the
// content policy forbids inline scripts. Keep the storage key in step with src/shared/theme/theme.ts.
(function () {
  var choice = null;
  try {
    choice = localStorage.getItem("edison.theme");
  } catch {
    // Storage may be blocked; the system theme is then the right answer.
  }
  var dark =
    choice === "dark" ||
    (choice !== "light" && window.matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";
})();
