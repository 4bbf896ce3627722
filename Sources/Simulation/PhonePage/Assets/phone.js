"use strict";
// Takes the page anew when something changed on the phone. Without this script the browser loads the page every five seconds.

const period = 1000;

// Nobody's typing is disturbed: what is being filled in stays.
function isBusy() {
  const active = document.activeElement;
  return active && active.matches("input, select, details[open] *");
}

async function look() {
  const cast = document.getElementById("cast");
  try {
    const version = await (await fetch("/version")).text();
    if (cast && version !== cast.dataset.version && !isBusy()) await renew();
  } catch {
    // The phone is switched off; it may come back.
  }
  setTimeout(look, period);
}

async function renew() {
  const text = await (await fetch("/")).text();
  const next = new DOMParser().parseFromString(text, "text/html");
  const screen = document.getElementById("screen");
  const focused = document.activeElement && document.activeElement.id;
  const isNewScreen = screen && screen.outerHTML !== next.getElementById("screen")?.outerHTML;
  document.getElementById("cast").replaceWith(next.getElementById("cast"));
  if (isNewScreen) document.getElementById("title")?.focus();
  else if (focused) document.getElementById(focused)?.focus();
  wait();
}

// The seconds until something may be tried again.
function wait() {
  const line = document.querySelector("[data-wait]");
  if (!line) return;
  let left = Number(line.dataset.wait);
  const tick = () => {
    if (!line.isConnected) return;
    left -= 1;
    if (left <= 0) { renew(); return; }
    line.textContent = line.textContent.replace(/\d+/, left);
    setTimeout(tick, 1000);
  };
  setTimeout(tick, 1000);
}

setTimeout(look, period);
wait();
