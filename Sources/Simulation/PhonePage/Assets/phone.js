"use strict";
// Sends the forms and takes the page anew without leaving it, so that nothing jumps and what is being filled in stays.
// Without this script the browser posts the forms itself and loads the page every five seconds.

const period = 1000;
let isSending = false;

// Nobody's typing is disturbed.
function isBusy() {
  const active = document.activeElement;
  return isSending || (active && active.matches("input, select, .screen details[open] *"));
}

async function look() {
  const cast = document.getElementById("cast");
  try {
    if (isSending) {
      await showClock();
    } else {
      const version = await (await fetch("/version")).text();
      if (cast && version !== cast.dataset.version && !isBusy()) await renew();
    }
  } catch {
    // The phone is switched off; it may come back.
  }
  setTimeout(look, period);
}

// Weeks take a while: the clock shows how far it has come.
async function showClock() {
  const next = new DOMParser().parseFromString(await (await fetch("/")).text(), "text/html").getElementById("now");
  if (isSending && next) document.getElementById("now")?.replaceWith(next);
}

async function renew() {
  const answer = await fetch("/");
  if (answer.ok) show(await answer.text());
}

function show(text) {
  const next = new DOMParser().parseFromString(text, "text/html");
  const cast = next.getElementById("cast");
  const main = next.querySelector("main");
  // An answer that is no page says nothing of the phone: it is looked at anew.
  if (!main) return renew();
  if (!cast) {
    document.querySelector("main").replaceWith(main);
    document.querySelector("main h1")?.focus();
    return;
  }
  keepPanel(cast);
  const isNewScreen = heading(document) !== heading(next);
  const active = document.activeElement;
  const focused = active && active.id;
  const wasOnScreen = active && active.closest("#screen");
  document.getElementById("cast").replaceWith(cast);
  if (isNewScreen) {
    document.getElementById("title")?.focus({ preventScroll: true });
    const phone = document.querySelector(".phone");
    if (phone.getBoundingClientRect().bottom < 0) return;
    if (phone.getBoundingClientRect().top < 0) phone.scrollIntoView();
  } else {
    const again = (focused && document.getElementById(focused)) || (wasOnScreen && document.getElementById("title"));
    if (again) again.focus({ preventScroll: true });
  }
  wait();
}

function heading(page) {
  return page.getElementById("title")?.textContent;
}

// What a tester has filled in or unfolded on the panel.
function keepPanel(cast) {
  for (const field of document.querySelectorAll(".testers input[id], .testers select[id]")) {
    const next = field.id !== "network" && cast.querySelector(`#${field.id}`);
    if (next && (next.tagName !== "SELECT" || [...next.options].some((option) => option.value === field.value))) next.value = field.value;
  }
  for (const details of document.querySelectorAll(".testers details[id][open]")) {
    const next = cast.querySelector(`#${details.id}`);
    if (next) next.open = true;
  }
}

async function send(event) {
  const form = event.target;
  if (!form.closest("#cast")) return;
  event.preventDefault();
  if (isSending) return;
  isSending = true;
  const cast = document.getElementById("cast");
  cast.setAttribute("aria-busy", "true");
  try {
    const body = new URLSearchParams(new FormData(form, event.submitter));
    const answer = await fetch(form.action, { method: "POST", body });
    show(await answer.text());
  } catch {
    // The phone is switched off; it may come back.
    cast.removeAttribute("aria-busy");
  }
  isSending = false;
}

// The seconds until something may be tried again.
function wait() {
  const line = document.querySelector("[data-wait]");
  if (!line) return;
  let left = Number(line.dataset.wait);
  const tick = () => {
    if (!line.isConnected) return;
    left -= 1;
    if (left <= 0) {
      renew();
      return;
    }
    line.textContent = line.textContent.replace(/\d+/, left);
    setTimeout(tick, 1000);
  };
  setTimeout(tick, 1000);
}

document.addEventListener("submit", send);
setTimeout(look, period);
wait();
