// Copies what is shown once, and takes it from the page when the person leaves. Every page works without it.
"use strict";

{
  const code = document.getElementById("once");
  if (code) {
    const plain = () => code.textContent.replace(/\s/g, "");

    // Browsers let a page copy over TLS and on the same machine only; elsewhere the text is selected and copied by hand.
    if (navigator.clipboard) {
      const button = document.createElement("button");
      const said = document.createElement("span");
      button.type = "button";
      button.className = "second";
      button.textContent = code.dataset.copy;
      said.setAttribute("role", "status");
      button.addEventListener("click", async () => {
        try {
          await navigator.clipboard.writeText(plain());
          said.textContent = code.dataset.copied;
        } catch {
          getSelection().selectAllChildren(code);
        }
      });
      const actions = document.createElement("p");
      actions.className = "actions";
      actions.append(button, " ", said);
      code.after(actions);
    }

    // A browser may keep a page in memory for its Back button.
    const forget = () => { for (const part of document.querySelectorAll("#once, .spelled")) part.replaceChildren(); };
    addEventListener("pagehide", forget);
    addEventListener("pageshow", (event) => { if (event.persisted) location.replace(location.pathname); });
    setTimeout(() => location.replace(location.pathname), Number(code.dataset.seconds) * 1000);
  }
}
