/** The style sheet of the sandbox's pages. It copies the design tokens, because these pages don't load other files. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --page: light-dark(#fff, #111); --panel: light-dark(#fcfcfc, #171717); --raised: light-dark(#fff, #1f1f1f);
  --line: light-dark(#e2e2e2, #2a2a2a); --line-strong: light-dark(#cecece, #484848);
  --ink: light-dark(#202020, #eee); --ink-soft: light-dark(#646464, #b4b4b4);
  --accent: #5b5bd6; --accent-hover: light-dark(#5151cd, #6460db); --accent-ink: light-dark(#5753c6, #b1a9ff);
  --danger-ink: light-dark(#c3282d, #ff9592); --danger-soft: light-dark(#feebec, #3b1219);
  --success-ink: light-dark(#1d7a4f, #3dd68c); --success-soft: light-dark(#e6f6eb, #132d21);
  --warning-ink: light-dark(#7a4600, #ffca16); --warning-soft: light-dark(#fff7c2, #302008);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--panel); color: var(--ink); font: 15px/24px "Inter Variable", Inter, system-ui, sans-serif; }
.band { padding: 8px 16px; background: var(--warning-soft); color: var(--warning-ink); text-align: center; font-weight: 600; font-size: 13px; line-height: 20px; }
main { max-width: 480px; margin: 0 auto; padding: 40px 16px 64px; }
header { display: flex; justify-content: space-between; align-items: baseline; gap: 16px; margin-bottom: 16px; }
header strong { font-size: 17px; }
.card { background: var(--raised); border: 1px solid var(--line); border-radius: 14px; overflow: hidden; }
section { padding: 24px; }
section + section { border-top: 1px solid var(--line); }
h1 { margin: 0; font-size: 22px; line-height: 28px; letter-spacing: -0.01em; }
h2 { margin: 0 0 4px; font-size: 15px; line-height: 24px; }
p { margin: 4px 0 0; } .soft { color: var(--ink-soft); } .small { font-size: 13px; line-height: 20px; }
.price { margin: 4px 0 8px; font-size: 32px; line-height: 40px; font-weight: 600; font-variant-numeric: tabular-nums; letter-spacing: -0.02em; }
.price span { font-size: 15px; font-weight: 400; color: var(--ink-soft); letter-spacing: 0; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 4px 16px; margin: 16px 0 0; font-size: 13px; line-height: 20px; }
dt { color: var(--ink-soft); } dd { margin: 0; text-align: right; overflow-wrap: anywhere; font-variant-numeric: tabular-nums; }
label { display: block; margin-top: 16px; font-size: 13px; line-height: 20px; font-weight: 530; }
form > label:first-child { margin-top: 0; }
select, input { width: 100%; height: 40px; margin-top: 4px; padding: 0 12px; border: 1px solid var(--line-strong); border-radius: 6px; background: var(--page); color: inherit; font: inherit; font-size: 14px; }
button { width: 100%; min-height: 44px; margin-top: 20px; border: 0; border-radius: 6px; background: var(--accent); color: #fff; font: inherit; font-weight: 600; cursor: pointer; transition: background 120ms ease-out; }
button:hover { background: var(--accent-hover); }
button.quiet { background: none; border: 1px solid var(--line-strong); color: var(--ink); }
button.quiet:hover { border-color: var(--ink-soft); background: none; }
button.danger { background: none; border: 1px solid var(--line-strong); color: var(--danger-ink); }
button.danger:hover { border-color: var(--danger-ink); background: none; }
.row { display: flex; gap: 12px; align-items: end; } .row label { flex: 1; margin-top: 0; } .row button { width: auto; min-height: 40px; margin-top: 0; padding: 0 16px; white-space: nowrap; }
form + p { margin-top: 16px; text-align: center; } select { padding: 0 8px; } h2 .badge { margin-left: 4px; }
.row + .row, form + form { margin-top: 16px; } form.action { margin-top: 20px; } form.action button { margin-top: 0; }
a { color: var(--accent-ink); text-underline-offset: 2px; }
.note { margin: 0; padding: 12px 24px; font-size: 13px; line-height: 20px; }
.bad { background: var(--danger-soft); color: var(--danger-ink); } .good { background: var(--success-soft); color: var(--success-ink); }
.badge { display: inline-block; padding: 2px 8px; border-radius: 999px; background: var(--success-soft); color: var(--success-ink); font-size: 12px; line-height: 18px; font-weight: 600; vertical-align: middle; }
.badge.off { background: var(--line); color: var(--ink-soft); } .badge.late { background: var(--danger-soft); color: var(--danger-ink); }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
@media (prefers-reduced-motion: reduce) { * { transition: none !important; } }
`
