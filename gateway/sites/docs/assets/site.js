/** Adds to the pages of the documentation what needs a script: copying, one choice of client for all tabs, themes, and results while typing. */

const CLIENT_KEY = 'docs-client';
const THEME_KEY = 'theme';
const SEARCH_DELAY_MS = 120;
const COPIED_MS = 2000;

// Pages over plain HTTP have no clipboard.
if (navigator.clipboard) for (const figure of document.querySelectorAll('.code')) addCopyButton(figure);
rememberClient();
showCurrentPage(document.querySelector('.contents'));
switchTheme(document.querySelector('.themes'));
showResultsWhileTyping(document.querySelector('form.search'));

function addCopyButton(figure) {
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'copy';
  button.textContent = 'Copy';
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(figure.querySelector('code').textContent);
    button.textContent = 'Copied';
    setTimeout(() => {
      button.textContent = 'Copy';
    }, COPIED_MS);
  });
  figure.append(button);
}

/** Shows the chosen client in all examples, also of the next pages. */
function rememberClient() {
  const choose = (client) => {
    for (const input of document.querySelectorAll('.tabs input'))
      if (input.value === client) input.checked = true;
  };
  choose(stored(CLIENT_KEY));
  document.addEventListener('change', ({ target }) => {
    if (!target.matches('.tabs input')) return;
    const { top } = target.getBoundingClientRect();
    choose(target.value);
    store(CLIENT_KEY, target.value);
    // Examples above have another height now.
    scrollBy(0, target.getBoundingClientRect().top - top);
  });
}

/** Scrolls the menu, and not the page, to the link of the page. */
function showCurrentPage(menu) {
  const link = menu.querySelector('[aria-current]');
  if (!link) return;
  const { top } = link.getBoundingClientRect();
  menu.scrollTop += top - menu.getBoundingClientRect().top - menu.clientHeight / 2;
}

/** Applies and stores the chosen theme, also one that another tab chooses. `system` is stored as nothing. */
function switchTheme(panel) {
  const show = (theme) => {
    const isChosen = theme === 'light' || theme === 'dark';
    if (isChosen) document.documentElement.dataset.theme = theme;
    else delete document.documentElement.dataset.theme;
    panel.querySelector(`[value="${isChosen ? theme : 'system'}"]`).checked = true;
  };
  show(stored(THEME_KEY));
  panel.addEventListener('change', ({ target }) => {
    show(target.value);
    store(THEME_KEY, target.value === 'system' ? null : target.value);
  });
  addEventListener('storage', ({ key, newValue }) => {
    if (key === THEME_KEY) show(newValue);
  });
}

/** Reads a choice; null without one, or if the browser denies storage. */
function stored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** Stores a choice, or removes it with null. Without storage it lasts as long as the page. */
function store(key, value) {
  try {
    if (value === null) localStorage.removeItem(key);
    else localStorage.setItem(key, value);
  } catch {
    // The browser denies storage.
  }
}

function showResultsWhileTyping(form) {
  const input = form.elements.q;
  const list = document.createElement('ul');
  list.className = 'results';
  list.hidden = true;
  const status = document.createElement('span');
  status.className = 'status';
  status.setAttribute('role', 'status');
  form.append(list, status);
  let timer;
  let request;
  const close = () => {
    clearTimeout(timer);
    request?.abort();
    list.hidden = true;
  };
  const search = async () => {
    request?.abort();
    request = new AbortController();
    const url = `${form.getAttribute('action')}.json?${new URLSearchParams({ q: input.value })}`;
    const response = await fetch(url, { signal: request.signal }).catch(() => undefined);
    if (!response?.ok) return;
    const { results } = await response.json();
    list.replaceChildren(...results.slice(0, 8).map(resultItem));
    list.hidden = results.length === 0;
    status.textContent = results.length === 1 ? '1 result' : `${results.length} results`;
  };
  input.addEventListener('input', () => {
    clearTimeout(timer);
    if (input.value.trim() === '') close();
    else timer = setTimeout(search, SEARCH_DELAY_MS);
  });
  form.addEventListener('keydown', (event) => {
    const links = [...list.querySelectorAll('a')];
    const index = links.indexOf(document.activeElement);
    if (event.key === 'Escape' && !list.hidden) {
      close();
      input.focus();
      event.preventDefault();
    } else if (event.key === 'ArrowDown' && !list.hidden) {
      links[Math.min(index + 1, links.length - 1)]?.focus();
      event.preventDefault();
    } else if (event.key === 'ArrowUp' && index >= 0) {
      (links[index - 1] ?? input).focus();
      event.preventDefault();
    }
  });
  form.addEventListener('focusout', ({ relatedTarget }) => {
    if (relatedTarget && !form.contains(relatedTarget)) close();
  });
  document.addEventListener('click', ({ target }) => {
    if (!form.contains(target)) close();
  });
  document.addEventListener('keydown', (event) => {
    const hasModifier = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
    if (!hasModifier || event.key.toLowerCase() !== 'k') return;
    input.focus();
    event.preventDefault();
  });
}

function resultItem({ path, title, page, text }) {
  const item = document.createElement('li');
  const link = document.createElement('a');
  link.href = path;
  link.textContent = title;
  const detail = document.createElement('span');
  detail.textContent = [page, text].filter(Boolean).join(' – ');
  link.append(detail);
  item.append(link);
  return item;
}
