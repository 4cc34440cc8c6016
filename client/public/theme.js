// Runs before the first paint, so a chosen theme never flashes. A file of its own, for the CSP allows no inline script.
// The system's own preference needs no script: tokens.css follows it by itself.
try {
  const theme = localStorage.getItem('midground.theme')
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme
} catch {
  // storage is switched off: nothing was chosen, the system's theme stands
}
