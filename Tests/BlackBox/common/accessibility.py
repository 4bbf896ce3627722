"""What a machine can check of a page's accessibility (WCAG 2.2): contrast (1.4.3), names of controls (4.1.2), headings
(1.3.1), language (3.1.1), identifiers, size of targets (2.5.5), reflow (1.4.10), order and sight of the keyboard's focus (2.4.3,
2.4.7); and what axe-core finds besides. Each function takes a page of Playwright and returns sentences about what is wrong.
"""

import base64

from axe_playwright_python.base import AXE_SCRIPT

# What can be said of a page that is not shown, too.
STILL = r"""
const textsOf = (page) => {
  const found = [], language = page.documentElement.lang;
  const walker = page.createTreeWalker(page.querySelector('main'), NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    const text = node.textContent.trim();
    if (text && !element.closest('option, dd, [data-name]') && !(element.lang && element.lang !== language)) found.push(text);
  }
  return found;
};
const unnamedOf = (page) => {
  const found = [];
  for (const control of page.querySelectorAll('a[href], button, select, input:not([type=hidden]), summary, [tabindex="0"]')) {
    const labels = control.labels ? [...control.labels].map((label) => label.textContent).join('') : '';
    const by = (control.getAttribute('aria-labelledby') || '').split(/\s+/).map((id) => page.getElementById(id)?.textContent || '').join('');
    const own = control.matches('input, select') ? '' : control.textContent;
    if (!(labels + by + own + (control.getAttribute('aria-label') || '')).trim()) found.push(`a control has no name: ${control.outerHTML.slice(0, 80)}`);
  }
  return found;
};
"""

FAULTS = "() => {" + STILL + r"""
  const faults = unnamedOf(document);
  const shown = (element) => element.checkVisibility({checkOpacity: true, checkVisibilityCSS: true})
    && element.getBoundingClientRect().width > 1;
  const name = (element) => `<${element.tagName.toLowerCase()}> “${(element.textContent || element.value || '').trim().slice(0, 40)}”`;

  if (!/^(it|en-GB|de|fr|es)$/.test(document.documentElement.lang)) faults.push('the page has no language of ours');
  if (!document.title.trim()) faults.push('the page has no title');
  if (document.querySelectorAll('main').length !== 1) faults.push('the page has not one main part');

  const headings = [...document.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter((h) => h.checkVisibility());
  if (headings.filter((h) => h.tagName === 'H1').length !== 1) faults.push('the page has not one first heading');
  let level = 0;
  for (const heading of headings) {
    const next = Number(heading.tagName[1]);
    if (next > level + 1) faults.push(`a heading skips a level: ${name(heading)}`);
    if (!heading.textContent.trim()) faults.push('a heading is empty');
    level = next;
  }

  const ids = new Set();
  for (const element of document.querySelectorAll('[id]')) {
    if (ids.has(element.id)) faults.push(`two elements are called ${element.id}`);
    ids.add(element.id);
  }
  for (const element of document.querySelectorAll('[aria-labelledby], [aria-describedby], [aria-controls], label[for]')) {
    const wanted = ['aria-labelledby', 'aria-describedby', 'aria-controls', 'for']
      .flatMap((attribute) => (element.getAttribute(attribute) || '').split(/\s+/)).filter(Boolean);
    for (const id of wanted) if (!ids.has(id)) faults.push(`${name(element)} points at ${id}, which is not there`);
  }

  for (const control of document.querySelectorAll('a[href], button, select, input:not([type=hidden]), summary, [tabindex="0"]')) {
    if (control.tabIndex > 0) faults.push(`a control changes the order: ${name(control)}`);
    // The label of a box to tick is pressed as well.
    const box = (control.closest('label') ?? control).getBoundingClientRect();
    if (shown(control) && !control.matches('.skip') && (box.width < 43.5 || box.height < 43.5)) {
      faults.push(`a control is too small (${Math.round(box.width)} × ${Math.round(box.height)}): ${name(control)}`);
    }
  }

  const parse = (text) => {
    const parts = text.match(/[\d.]+/g).map(Number);
    return text.startsWith('color(srgb') ? [...parts.slice(0, 3).map((p) => p * 255), parts[3] ?? 1] : [...parts.slice(0, 3), parts[3] ?? 1];
  };
  const over = (front, back) => [0, 1, 2].map((i) => front[i] * front[3] + back[i] * (1 - front[3]));
  const luminance = (colour) => {
    const [r, g, b] = colour.slice(0, 3).map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = (element) => {
    const layers = [];
    for (let at = element; at; at = at.parentElement) layers.unshift(parse(getComputedStyle(at).backgroundColor));
    const canvas = matchMedia('(prefers-color-scheme: dark)').matches ? [18, 18, 18] : [255, 255, 255];
    return layers.reduce((colour, layer) => over(layer, colour), canvas);
  };
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let texts = 0;
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.textContent.trim() || !shown(element) || element.closest(':disabled, script, noscript, option')) continue;
    const style = getComputedStyle(element);
    const back = behind(element);
    const front = over(parse(style.color), back);
    const [high, low] = [luminance(front), luminance(back)].sort((a, b) => b - a);
    const ratio = (high + 0.05) / (low + 0.05);
    const size = parseFloat(style.fontSize);
    const isLarge = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    texts += 1;
    if (ratio < (isLarge ? 3 : 4.5)) faults.push(`contrast ${ratio.toFixed(2)} of ${name(element)}`);
  }
  if (!texts) faults.push('the page shows no text');
  return faults;
}
"""

# What needs scrolling sideways, but tables that have a place for it, and what is cut off.
WIDE = r"""
() => {
  const faults = [];
  if (document.documentElement.scrollWidth > innerWidth) faults.push(`the page is ${document.documentElement.scrollWidth} px wide`);
  for (const element of document.querySelectorAll('main *')) {
    if (element.closest('.scroll, select, .unseen') || !element.checkVisibility()) continue;
    if (element.scrollWidth > element.clientWidth + 1 && getComputedStyle(element).display !== 'inline') {
      faults.push(`<${element.tagName.toLowerCase()}> “${element.textContent.trim().slice(0, 40)}” is wider than its place`);
    }
  }
  return faults;
}
"""

AXE = r"""
async ([part, options]) => {
  const results = await axe.run(part, options);
  return results.violations.map((found) => `axe ${found.id}: ${found.help}: ${found.nodes.slice(0, 3).map((node) => node.html.slice(0, 120)).join(' | ')}`);
}
"""
AXE_OPTIONS = {"resultTypes": ["violations"], "iframes": False, "preload": False, "rules": {"target-size": {"enabled": True}}}
# Of other colours nothing else changes.
AXE_COLOURS = AXE_OPTIONS | {"runOnly": {"type": "rule", "values": ["color-contrast"]}}

PIXELS = r"""
async ([picture, points]) => {
  const image = new Image();
  image.src = `data:image/png;base64,${picture}`;
  await image.decode();
  const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d');
  canvas.drawImage(image, 0, 0);
  return points.map(([x, y]) => [...canvas.getImageData(x, y, 1, 1).data.slice(0, 3)]);
}
"""

TEXTS = "() => {" + STILL + "return textsOf(document); }"

# Of pages that are fetched and not shown, by their addresses.
STILL_PAGES = "async (addresses) => {" + STILL + r"""
  const read = async (address) => new DOMParser().parseFromString(await (await fetch(address)).text(), 'text/html');
  const pages = [];
  for (const address of addresses) pages.push(await read(address));
  return pages.map((page) => ({
    language: page.documentElement.lang, texts: textsOf(page), unnamed: unnamedOf(page), body: page.querySelector('main').innerHTML,
  }));
}
"""

FOCUSED = r"""
(part) => {
  const element = document.activeElement;
  if (!element || element === document.body || !element.closest(part)) return null;
  const style = getComputedStyle(element);
  const all = [...document.querySelectorAll('*')];
  return {
    place: all.indexOf(element),
    name: `<${element.tagName.toLowerCase()}> “${(element.textContent || '').trim().slice(0, 40)}”`,
    // Its inner parts draw a sign of their own.
    seen: (element.type === 'date' && !element.matches(':focus-visible')) || style.outlineStyle !== 'none' && parseFloat(style.outlineWidth) >= 2,
  };
}
"""

# How often the Tab key walks through a page before a fault of the walk counts as one of the page.
WALKS = 10


def faults(page):
    return page.evaluate(FAULTS)


def axe_faults(page, colours_of=None):
    """What axe-core finds: by all of its rules in the page, or by those for colours in a part of it."""
    if not page.evaluate("typeof axe === 'object'"):
        page.evaluate(AXE_SCRIPT)
    return page.evaluate(AXE, [colours_of, AXE_COLOURS] if colours_of else ["html", AXE_OPTIONS])


def contrast(blank, picture, first, second):
    """The contrast of two points of a picture; `blank` is a page without a content policy."""
    def luminance(colour):
        shares = [part / 255 for part in colour]
        red, green, blue = [share / 12.92 if share <= 0.04045 else ((share + 0.055) / 1.055) ** 2.4 for share in shares]
        return 0.2126 * red + 0.7152 * green + 0.0722 * blue

    pixels = blank.evaluate(PIXELS, [base64.b64encode(picture).decode(), [first, second]])
    low, high = sorted(luminance(pixel) for pixel in pixels)
    return (high + 0.05) / (low + 0.05)


def width_faults(page):
    """What does not fit into the window."""
    return page.evaluate(WIDE)


def texts(page):
    """The visible texts of the page's main part, but what has a language of its own."""
    return page.evaluate(TEXTS)


def still_pages(page, addresses):
    """Language, texts, controls without a name and content of pages of the same server."""
    return page.evaluate(STILL_PAGES, addresses)


def keyboard_faults(page, within="body"):
    """Walks through a part of the page with the Tab key. A page that renews itself meanwhile takes the focus away: a walk with
    a fault is tried again, and what is wrong with the page is wrong each time.
    """
    for _ in range(WALKS):
        found = walk(page, within)
        if not found:
            break
    return found


def walk(page, within, most=80):
    """One walk."""
    found, last, count = [], -1, 0
    page.evaluate("document.activeElement?.blur(); getSelection().removeAllRanges(); scrollTo(0, 0)")
    page.evaluate(
        "(part) => { const start = document.querySelector(part); const had = start.getAttribute('tabindex');"
        " start.tabIndex = -1; start.focus(); if (had === null) start.removeAttribute('tabindex'); }", within,
    )
    for _ in range(most):
        page.keyboard.press("Tab")
        focused = page.evaluate(FOCUSED, within)
        if focused is None or focused["place"] < last:
            break
        if not focused["seen"]:
            found.append(f"the focus cannot be seen on {focused['name']}")
        last, count = focused["place"], count + 1
    wanted = page.evaluate(
        "(part) => [...document.querySelector(part).querySelectorAll('a[href], button, select, input:not([type=hidden]), summary')]"
        ".filter((e) => e.checkVisibility() && !e.disabled && !(e.closest('details') && !e.closest('details').open"
        " && e.tagName !== 'SUMMARY')).length", within,
    )
    if count < wanted:
        found.append(f"the Tab key reaches {count} of {wanted} controls")
    return found
