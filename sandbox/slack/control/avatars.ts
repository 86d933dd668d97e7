/** Users' pictures: initials on a colour. The page draws identical ones itself. */
const SHADES = [
  '#0b6e75',
  '#7a4a9c',
  '#b0413e',
  '#2f6db5',
  '#8a5a00',
  '#3f7a3a',
  '#a83b78',
  '#4d5b7c',
] as const

/** The colour for an id. White text is readable on all of them. */
export function shadeOf(id: string): string {
  const sum = [...id].reduce((last, character) => (last * 31 + (character.codePointAt(0) ?? 0)) % 997, 7)
  return SHADES[sum % SHADES.length] ?? SHADES[0]
}

/** The first letters of the first two words of a name. */
export const initialsOf = (name: string): string =>
  name
    .split(/[\s._-]+/)
    .map((word) => [...word][0] ?? '')
    .slice(0, 2)
    .join('')
    .toLocaleUpperCase()

/** The path of a user's picture on this sandbox. */
export const avatarPath = (id: string): string => `/avatars/${encodeURIComponent(id)}.svg`

const escaped = (text: string) => text.replace(/[<>&"']/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** The picture, as SVG. */
export const avatarImage = (id: string, name: string): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 72 72" width="72" height="72"><rect width="72" height="72" fill="${shadeOf(id)}"/><text x="36" y="45" text-anchor="middle" font-family="sans-serif" font-size="27" font-weight="700" fill="#fff">${escaped(initialsOf(name))}</text></svg>`
