// Keeps an operator who types signed in, and sends each form once. Every page works without it.
"use strict";

// A block, so that a section's script may use the same names.
{
  // Typing tells the server that the operator is there. Without it, a warning comes before the session ends.
  function keepSignedIn(warning) {
    const idle = Number(warning.dataset.idle);
    const notice = Math.min(120, idle / 2);
    let told = Date.now();
    let timer;

    function wait() {
      clearTimeout(timer);
      warning.textContent = "";
      timer = setTimeout(() => {
        warning.textContent = warning.dataset.soon;
        timer = setTimeout(() => location.assign("/portal/sign-in?ended=1"), (notice + 1) * 1000);
      }, (idle - notice) * 1000);
    }

    async function isHere() {
      if (Date.now() - told < 30000 && !warning.textContent) return;
      told = Date.now();
      wait();
      try {
        await fetch("/portal/password", { method: "HEAD" });
      } catch {
        // What is typed says so when it is sent.
      }
    }

    wait();
    for (const event of ["keydown", "pointerdown"]) addEventListener(event, isHere);
  }

  // A form is sent once, however often its button is pressed.
  function sendOnce(form) {
    let isSent = false;
    form.addEventListener("submit", (event) => {
      if (isSent) event.preventDefault();
      isSent = true;
    });
    addEventListener("pageshow", () => { isSent = false; });
  }

  const warning = document.getElementById("ends-soon");
  if (warning) keepSignedIn(warning);
  for (const form of document.forms) sendOnce(form);
}
