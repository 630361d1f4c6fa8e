// What must work before the program does: the reload buttons, and a message where it cannot start.
for (const button of document.querySelectorAll("button.reload")) {
  button.addEventListener("click", () => location.reload());
}
const started = () => document.documentElement.hasAttribute("data-started");
const unstartable = (detail) => {
  if (started()) return;
  document.getElementById("starting").hidden = true;
  document.getElementById("unstartable").hidden = false;
  document.getElementById("unstartable-detail").textContent = String(detail ?? "");
};
addEventListener("unhandledrejection", (event) => unstartable(event.reason));
addEventListener("error", (event) => unstartable(event.message));
