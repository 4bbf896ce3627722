// Checks the code while it is typed, and lets the time of an authorised one run down. Every page works without it.
"use strict";

function plain(text) {
  return text.replace(/[\s-]/g, "").toUpperCase();
}

// Three, four, three, as people read it out.
function grouped(text) {
  return [text.slice(0, 3), text.slice(3, 7), text.slice(7)].filter(Boolean).join(" ");
}

function checkCode(input, feedback) {
  const { alphabet, unknown, wrong, right, long } = input.dataset;
  // What the server said of the code before, until it changes.
  const fault = document.getElementById("code-fault");
  const values = [input.dataset.odd, input.dataset.even].map((list) => list.split(" ").map(Number));

  function verdict(code) {
    const stranger = [...code].find((character) => !alphabet.includes(character));
    if (stranger) return { text: unknown.replace("{character}", stranger), kind: "bad" };
    if (code.length < 10) return { text: "", kind: "" };
    if (code.length > 10) return { text: long.replace("{count}", code.length), kind: "bad" };
    let sum = 0;
    for (let place = 0; place < 9; place += 1) sum += values[place % 2][alphabet.indexOf(code[place])];
    return code[9] === alphabet[sum % alphabet.length] ? { text: right, kind: "good" } : { text: wrong, kind: "bad" };
  }

  function update() {
    const before = plain(input.value.slice(0, input.selectionStart)).length;
    const code = plain(input.value);
    const shown = grouped(code);
    if (shown !== input.value) {
      input.value = shown;
      const caret = grouped(code.slice(0, before)).length;
      input.setSelectionRange(caret, caret);
    }
    const { text, kind } = verdict(code);
    // A reader should not hear again what it has just said.
    if (feedback.textContent !== text) feedback.textContent = text;
    feedback.className = kind;
    input.setAttribute("aria-invalid", kind === "bad" ? "true" : "false");
  }

  input.addEventListener("input", () => {
    fault?.remove();
    update();
  });
  if (input.value && !fault) update();
}

function countDown(box) {
  const total = Number(box.dataset.left);
  // Of the clock on the wall: others stand still while a laptop sleeps.
  const end = Date.now() + total * 1000;
  const clock = box.querySelector(".time");
  const spoken = document.getElementById("countdown-spoken");
  // Often enough to act on, and not so often that nothing else can be heard.
  const moments = [120, 90, 60, 30, 10].filter((moment) => moment < total);

  function tick() {
    const left = Math.max(0, Math.ceil((end - Date.now()) / 1000));
    clock.textContent = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    if (moments.length && left <= moments[0]) {
      while (moments.length && left <= moments[0]) moments.shift();
      spoken.textContent = box.dataset.spoken.replace("{seconds}", left);
    }
    // The server says what to do when it is over.
    if (left > 0) setTimeout(tick, 250);
    else location.reload();
  }

  tick();
}

const code = document.getElementById("code");
if (code) checkCode(code, document.getElementById("code-feedback"));
const box = document.getElementById("countdown");
if (box) countDown(box);
