"use strict";
// Sends the forms and takes the page anew without leaving it, so that nothing jumps and what is being filled in stays.
// Without this script the browser posts the forms itself and loads the page every five seconds.

const period = 1000;
// How many forms were sent: what was fetched before one of them shows a phone from before.
let sendings = 0;
// What a form that is being sent disabled, and what had the focus then; nil otherwise.
let waiting = null;
// Between pressing a control and letting it go: a click on what was replaced meanwhile would be lost.
let isPressing = false;

function isBusy() {
  const active = document.activeElement;
  return Boolean(waiting || isPressing || (active && active.matches("input, select, .screen details[open] *")));
}

async function look() {
  const cast = document.getElementById("cast");
  try {
    const version = await (await fetch("/version")).text();
    const isHeld = cast?.hasAttribute("aria-busy");
    if (cast && (isHeld || version !== cast.dataset.version) && !waiting) await renew();
  } catch {
    // The phone is switched off; it may come back.
  }
  setTimeout(look, period);
}

async function renew() {
  const before = sendings;
  const answer = await fetch("/");
  if (!answer.ok) return;
  const text = await answer.text();
  if (before !== sendings) return;
  // Nobody's typing is disturbed: while they type the clock alone goes on.
  if (isBusy()) showClock(text);
  else show(text, document.activeElement, true);
}

function showClock(text) {
  const next = new DOMParser().parseFromString(text, "text/html");
  for (const id of ["now", "moving"]) {
    const part = next.getElementById(id);
    if (part) document.getElementById(id)?.replaceWith(part);
  }
}

// Focus stays where it was. If nothing was sent, what is chosen stays, too.
function show(text, held, isRenewal = false) {
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
  const isNewScreen = heading(document) !== heading(next);
  keepPanel(cast);
  if (!isNewScreen) keepUnfolded("#screen", cast);
  if (isRenewal) keepChoices(isNewScreen ? "#network" : "#network, #screen input:not([type=hidden]), #screen select", cast);
  const focused = held?.id;
  const wasOnScreen = held?.closest("#screen");
  document.getElementById("cast").replaceWith(cast);
  if (isNewScreen) {
    showTitle();
  } else {
    const again = (focused && document.getElementById(focused)) || (wasOnScreen && document.getElementById("title"));
    if (again) again.focus({ preventScroll: true });
  }
  wait();
}

// Readers begin at the top of a new screen; whoever is at the panel below stays there.
function showTitle() {
  document.getElementById("title")?.focus({ preventScroll: true });
  const phone = document.querySelector(".phone");
  const box = phone.getBoundingClientRect();
  if (box.top < 0 && box.bottom >= 0) phone.scrollIntoView();
}

function heading(page) {
  return page.getElementById("title")?.textContent;
}

// What a tester has filled in or unfolded on the panel.
function keepPanel(cast) {
  for (const field of document.querySelectorAll(".testers input[id], .testers select[id]")) {
    const next = field.id !== "network" && cast.querySelector(`#${field.id}`);
    if (next) keepField(field, next);
  }
  keepUnfolded(".testers", cast);
}

// What is chosen and not sent yet: not every browser leaves the focus on what was chosen.
function keepChoices(fields, cast) {
  const next = [...cast.querySelectorAll(fields)];
  document.querySelectorAll(fields).forEach((field, place) => {
    if (next[place]?.name === field.name && isChosen(field)) keepField(field, next[place]);
  });
}

function isChosen(field) {
  if (field.tagName === "SELECT") return [...field.selectedOptions].some((option) => !option.defaultSelected);
  return field.value !== field.defaultValue || field.checked !== field.defaultChecked;
}

function keepField(field, next) {
  if (next.tagName !== "SELECT" || [...next.options].some((option) => option.value === field.value)) next.value = field.value;
  next.checked = field.checked;
}

function keepUnfolded(part, cast) {
  for (const details of document.querySelectorAll(`${part} details[id][open]`)) {
    const next = cast.querySelector(`#${details.id}`);
    if (next) next.open = true;
  }
}

// Until the answer is there no other control can be pressed, and all of them look it.
async function send(event) {
  const form = event.target;
  if (!form.closest("#cast")) return;
  event.preventDefault();
  if (waiting) return;
  const body = new URLSearchParams(new FormData(form, event.submitter));
  hold();
  try {
    const answer = await fetch(form.action, { method: "POST", body });
    const text = await answer.text();
    const { focused } = waiting;
    waiting = null;
    show(text, focused);
  } catch {
    // The phone is switched off; it may come back.
    if (waiting) release();
  }
}

// The answer to what is being typed. The field keeps its text and its focus. One question is under way at a time:
// otherwise that about fewer characters could arrive last.
async function answerTyping(event) {
  const field = event.target.closest?.("[data-live]");
  if (!field || field.dataset.asking) return;
  field.dataset.asking = "yes";
  let typed;
  do {
    typed = field.value;
    try {
      const body = new URLSearchParams(new FormData(field.form));
      const answer = await fetch(field.form.action, { method: "POST", body });
      const next = new DOMParser().parseFromString(await answer.text(), "text/html");
      const part = next.getElementById(field.dataset.live);
      if (part && field.value === typed) document.getElementById(field.dataset.live)?.replaceWith(part);
    } catch {
      // The phone is switched off; it may come back.
    }
  } while (field.isConnected && field.value !== typed);
  delete field.dataset.asking;
}

function hold() {
  sendings += 1;
  const cast = document.getElementById("cast");
  waiting = { focused: document.activeElement, disabled: [...cast.querySelectorAll("button:enabled")] };
  cast.setAttribute("aria-busy", "true");
  for (const button of waiting.disabled) button.disabled = true;
}

function release() {
  document.getElementById("cast").removeAttribute("aria-busy");
  for (const button of waiting.disabled) button.disabled = false;
  waiting.focused?.focus({ preventScroll: true });
  waiting = null;
}

// The seconds until something may be tried again.
function wait() {
  const line = document.querySelector("[data-wait]");
  if (!line) return;
  let left = Number(line.dataset.wait);
  const tick = () => {
    if (!line.isConnected) return;
    left = Math.max(0, left - 1);
    line.textContent = line.textContent.replace(/\d+/, left);
    // Takes the line away, unless somebody is typing.
    if (left === 0) renew();
    setTimeout(tick, 1000);
  };
  setTimeout(tick, 1000);
}

function press(event) {
  if (event.target.closest?.("#cast button, #cast a, #cast summary")) isPressing = true;
}

// The click comes right after.
function letGo() {
  setTimeout(() => { isPressing = false; }, 0);
}

document.addEventListener("submit", send);
document.addEventListener("input", answerTyping);
for (const name of ["pointerdown", "keydown"]) document.addEventListener(name, press);
for (const name of ["pointerup", "pointercancel", "keyup"]) document.addEventListener(name, letGo);
addEventListener("blur", letGo);
setTimeout(look, period);
wait();
