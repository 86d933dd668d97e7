/** The emoji that apps commonly send, by code. Slack has about 1,900; an unknown code stays as written. */
import codes from './emoji.json' with { type: 'json' }

const glyphs = new Map(Object.entries(codes))

/** The character of an emoji name (without colons), or null. */
export const emojiGlyph = (name: string): string | null => glyphs.get(name) ?? null

/** Replaces `:codes:` in a text. Drops skin tones after them; unknown codes stay. */
export const replaceEmoji = (text: string): string =>
  text.includes(':')
    ? text.replace(
        /:([a-z0-9_+'-]{1,60}):(?::skin-tone-[2-6]:)?/g,
        (code, name: string) => emojiGlyph(name) ?? code,
      )
    : text
