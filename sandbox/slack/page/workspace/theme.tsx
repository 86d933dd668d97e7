/** Light or dark: the system's setting, or the user's choice, which is stored in the browser. */
import { useEffect, useState } from 'react'

const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const key = 'slack-sandbox-theme'

export function useTheme(): [Theme, (theme: Theme) => void] {
  const [theme, setTheme] = useState<Theme>(() => {
    const stored = localStorage.getItem(key)
    return themes.find((each) => each === stored) ?? 'system'
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
    <select
      className="input"
      value={theme}
      onChange={(event) => onTheme(themes.find((each) => each === event.target.value) ?? 'system')}
    >
      <option value="system">System</option>
      <option value="light">Light</option>
      <option value="dark">Dark</option>
    </select>
  </label>
)
