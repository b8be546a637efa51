// Sets the reader's chosen theme before anything is painted; kept apart from the app so that no inline script is needed.
try {
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
} catch {}
