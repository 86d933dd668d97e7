/** Bundles the page. This is Node code, so the root tsconfig checks it and the page's own excludes it. */
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

interface Page {
  /** Loads the other two from `/page.js` and `/page.css`. */
  readonly html: string
  readonly script: string
  readonly style: string
}

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))

const icon = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><rect width="16" height="16" rx="4" fill="#0b6e75"/><path d="M4 11V8m4 3V4m4 7V6" stroke="#fff" stroke-width="2" stroke-linecap="round"/></svg>',
)}`

// No script, style or picture from other origins, whatever a message contains.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

const html = (title: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <meta http-equiv="Content-Security-Policy" content="${policy}">
    <title>${title}</title>
    <link rel="icon" href="${icon}">
    <link rel="stylesheet" href="/page.css">
    <script type="module" src="/page.js"></script>
  </head>
  <body>
    <div id="root"></div>
    <noscript>This page needs JavaScript.</noscript>
  </body>
</html>
`

/** @param script path in the page's folder. @param style path in the page's folder. */
async function bundle(script: string, style: string): Promise<Omit<Page, 'html'>> {
  const { outputFiles } = await build({
    entryPoints: { script: file(script), style: file(style) },
    bundle: true,
    format: 'esm',
    target: 'es2022',
    jsx: 'automatic',
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    tsconfigRaw: {},
    outdir: 'memory',
    write: false,
    logLevel: 'silent',
  })
  const text = (end: string) => outputFiles.find(({ path }) => path.endsWith(end))?.text ?? ''
  return { script: text('script.js'), style: text('style.css') }
}

/** Bundles on the first request and caches the result. */
function pageOf(title: string, script: string, style: string): () => Promise<Page> {
  let made: Promise<Page> | undefined
  return () => {
    made ??= bundle(script, style).then(
      (parts) => ({ html: html(title), ...parts }),
      (error: unknown) => {
        made = undefined
        throw error
      },
    )
    return made
  }
}

/** The workspace. Rejects with esbuild's message if a source does not compile. */
export const createPage = pageOf('Slack sandbox', './main.tsx', './style/main.css')

/** The gallery, which fetches its content (`GalleryContent`) from `/gallery.json`. Rejects like `createPage`. */
export const createGallery = pageOf('Gallery', './gallery.tsx', './style/gallery.css')
