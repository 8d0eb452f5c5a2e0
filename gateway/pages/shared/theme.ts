/** Applies the theme that somebody has chosen before anything is painted. Without a choice, that of the operating system holds. */
{
  const theme = localStorage.getItem('theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
}
