/** Light or dark: the system's setting, or the user's choice, which is stored in the browser. */
import { useEffect, useState } from 'react'
import { PlainSelect } from '../inputs/plain-select.tsx'

const themes = { system: 'System', light: 'Light', dark: 'Dark' } as const
export type Theme = keyof typeof themes
const isTheme = (text: string): text is Theme => Object.hasOwn(themes, text)

const key = 'slack-sandbox-theme'

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(() => {
    const stored = localStorage.getItem(key) ?? ''
    return isTheme(stored) ? stored : 'system'
  })
  useEffect(() => {
    document.documentElement.dataset.theme = theme
    localStorage.setItem(key, theme)
  }, [theme])
  return [theme, setTheme]
}

export const ThemeChoice = ({ theme, onTheme }: { theme: Theme; onTheme: (theme: Theme) => void }) => (
  <label>
    <span>Appearance</span>
    <PlainSelect
      value={theme}
      options={Object.entries(themes)}
      onChange={(chosen) => onTheme(isTheme(chosen) ? chosen : 'system')}
    />
  </label>
)
