// Suggestions while typing into the search form of /search (ARIA APG, combobox with a list): without this file the form still works.
const box = document.getElementById('q');
const list = document.getElementById('suggestions');
const WAIT_MS = 150;
let timer;
let asking;
let options = [];
let active = -1;

if (box && list) {
  box.setAttribute('role', 'combobox');
  box.setAttribute('aria-autocomplete', 'list');
  box.setAttribute('aria-controls', list.id);
  box.setAttribute('aria-expanded', 'false');
  box.addEventListener('input', () => {
    clearTimeout(timer);
    timer = setTimeout(ask, WAIT_MS);
  });
  box.addEventListener('keydown', steer);
  box.addEventListener('blur', close);
  // The box keeps the focus: a press on an option must not take it.
  list.addEventListener('mousedown', (event) => event.preventDefault());
  list.addEventListener('click', (event) => {
    const option = event.target.closest('[role=option]');
    if (option) open(option);
  });
}

async function ask() {
  asking?.abort();
  const typed = box.value.trim();
  if (typed.length < 2) return close();
  asking = new AbortController();
  try {
    const address = `/search/suggestions?${new URLSearchParams({ q: typed })}`;
    const response = await fetch(address, { signal: asking.signal });
    if (!response.ok) return close();
    show((await response.json()).items);
  } catch {
    // Something else was typed, or the site did not respond: the form still works.
  }
}

function show(items) {
  if (document.activeElement !== box || items.length === 0) return close();
  options = items.map(({ title, kind, href }, index) => {
    const option = document.createElement('div');
    option.id = `suggestion-${index}`;
    option.setAttribute('role', 'option');
    option.setAttribute('aria-selected', 'false');
    option.dataset.href = href;
    const name = document.createElement('span');
    name.textContent = title;
    const section = document.createElement('span');
    section.className = 'muted small';
    section.textContent = ` ${kind}`;
    option.append(name, section);
    return option;
  });
  active = -1;
  box.removeAttribute('aria-activedescendant');
  list.replaceChildren(...options);
  list.hidden = false;
  box.setAttribute('aria-expanded', 'true');
}

function close() {
  clearTimeout(timer);
  asking?.abort();
  options = [];
  active = -1;
  list.hidden = true;
  list.replaceChildren();
  box.setAttribute('aria-expanded', 'false');
  box.removeAttribute('aria-activedescendant');
}

function steer(event) {
  if (event.isComposing) return;
  if (event.key === 'Escape' && options.length > 0) {
    event.preventDefault();
    return close();
  }
  if (options.length === 0) {
    if (event.key === 'ArrowDown') ask();
    return;
  }
  if (event.key === 'ArrowDown') move(event, active + 1);
  else if (event.key === 'ArrowUp') move(event, active < 0 ? options.length - 1 : active - 1);
  else if (event.key === 'Enter' && active >= 0) {
    event.preventDefault();
    open(options[active]);
  }
}

/** Beyond either end nothing is selected, and Enter searches for what was typed. */
function move(event, to) {
  event.preventDefault();
  active = to >= options.length ? -1 : to;
  for (const [index, option] of options.entries()) option.setAttribute('aria-selected', String(index === active));
  if (active < 0) box.removeAttribute('aria-activedescendant');
  else {
    box.setAttribute('aria-activedescendant', options[active].id);
    options[active].scrollIntoView({ block: 'nearest' });
  }
}

function open({ dataset }) {
  const { href } = dataset;
  if (href.startsWith('/')) location.assign(href);
  else if (/^https?:\/\//i.test(href)) window.open(href, '_blank', 'noopener');
  close();
}
