/** Public pages of the installation. They don't reveal who uses Sightline or which version runs. */
import { createHash } from 'node:crypto'
import type { OutgoingHttpHeaders } from 'node:http'

const style =
  // `color-scheme` gives links the browser's colors.
  ':root{color-scheme:light dark}body{font:1rem/1.5 system-ui,sans-serif;max-width:36rem;margin:4rem auto;padding:0 1rem;color:#1d1c1d;background:#fff}' +
  'h1{font-size:1.5rem}a.add{display:inline-block;padding:.75rem 1.25rem;border-radius:.25rem;background:#123b3a;color:#fff;text-decoration:none}' +
  'code{white-space:nowrap;background:#f2f2f2;padding:.1rem .3rem;border-radius:.2rem}' +
  '@media(prefers-color-scheme:dark){body{color:#f2f2f2;background:#1a1d21}code{background:#33373d}}'

const styleHash = createHash('sha256').update(style).digest('base64')

/** @param secure whether the pages are served over HTTPS */
export function pageHeaders(secure: boolean): OutgoingHttpHeaders {
  return {
    'content-security-policy': `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(), geolocation=(), microphone=()',
    'cache-control': 'no-store',
    ...(secure ? { 'strict-transport-security': 'max-age=31536000' } : {}),
  }
}

/** @param address Slack's authorization page */
export function installPage(address: string): string {
  return page('Add Sightline to Slack', [
    '<p>See in Slack how visible your brand is in the answers of AI assistants and search engines: when you ask, and as a weekly digest.</p>',
    `<p><a class="add" href="${escapeHtml(address)}">Add to Slack</a></p>`,
    '<p>Slack shows what Sightline can do before you agree. Then an admin enters an analytics API key in Slack.</p>',
  ])
}

/** @param address opens the workspace */
export function installedPage(name: string, address: string): string {
  return page('Sightline is installed', [
    `<p>It’s in <strong>${escapeHtml(name)}</strong> now. Next, <a href="${escapeHtml(address)}">in Slack</a>:</p>`,
    '<ol><li>An admin types <code>/sightline connect</code> and enters an analytics API key.</li>',
    '<li>In a channel, type <code>/invite @Sightline</code>, then <code>/sightline visibility</code>.</li>',
    '<li>Type <code>/sightline digest</code> to set up a digest, or <code>/sightline help</code> for everything else.</li></ol>',
  ])
}

/** @param again address where the installation starts */
export function notInstalledPage(why: 'cancelled' | 'stale' | 'busy' | 'failed', again: string): string {
  const words = {
    cancelled: 'You cancelled on Slack’s page, so nothing was installed.',
    stale: 'This page works only once, for ten minutes. Nothing was installed.',
    busy: 'Too many installations right now. Nothing was installed; try again in a minute.',
    failed:
      'Slack or Sightline couldn’t finish the installation. If it happens again, tell your Sightline admin.',
  }
  return page('Sightline was not installed', [
    `<p>${words[why]}</p>`,
    `<p><a class="add" href="${escapeHtml(again)}">Try again</a></p>`,
  ])
}

function page(title: string, content: readonly string[]): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">',
    `<title>${title}</title><style>${style}</style></head><body><main><h1>${title}</h1>`,
    ...content,
    '</main></body></html>',
  ].join('\n')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => entities[character] ?? '')
}
