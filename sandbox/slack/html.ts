/** Helpers for the static pages: “Add to Slack” and /about. */

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
html { background: light-dark(#fff, #131516); color: light-dark(#1d1c1d, #e6e6e6); }
body { max-width: 60rem; margin: 0 auto; padding: 1.5rem 1rem 4rem; }
h1 { font-size: 1.5rem; margin: 0 0 0.5rem; }
h2 { font-size: 1.15rem; margin: 2rem 0 0.5rem; }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; width: 100%; }
th, td { text-align: left; vertical-align: top; padding: 0.35rem 0.75rem 0.35rem 0; border-bottom: 1px solid #8884; }
th { font-weight: 600; }
code { font: 0.9em ui-monospace, monospace; white-space: nowrap; }
li { margin: 0.35rem 0; }
a { color: light-dark(#0b6e75, #58c7cf); }
`

/** A whole page. @param body HTML; text from outside must be escaped */
export const page = (title: string, body: string): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<main>
${body}
</main>
</body>
</html>
`

/**
 * A table with these headings. The cells are HTML.
 * @param name the table's label, for users who scroll it with the keyboard on a phone
 */
export const table = (
  name: string,
  heads: readonly string[],
  rows: readonly (readonly string[])[],
): string => {
  const cells = (tag: 'th' | 'td', row: readonly string[]) =>
    row.map((cell) => `<${tag}${tag === 'th' ? ' scope="col"' : ''}>${cell}</${tag}>`).join('')
  const body = rows.map((row) => `<tr>${cells('td', row)}</tr>`).join('\n')
  return `<div class="scroll" role="region" aria-label="${escaped(name)}" tabindex="0"><table><thead><tr>${cells('th', heads)}</tr></thead><tbody>\n${body}\n</tbody></table></div>`
}

export const code = (text: string): string => `<code>${escaped(text)}</code>`
