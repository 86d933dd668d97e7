/** An exhibit as text: the content of its golden, which the gallery shows beside it. */
import { type Exhibit, isMessage } from './gallery/exhibit.ts'
import { render, renderBlocks, renderView } from './render.ts'

export function goldenOf({ draw, threaded, errors }: Exhibit): string {
  const refused = Object.entries(errors).map(([field, sentence]) => `REFUSED ${field}: ${sentence}\n`)
  const shown = draw()
    .map((shown, index) => {
      if (isMessage(shown)) return threaded && index > 0 ? `REPLY ${index}\n${render(shown)}` : render(shown)
      return shown.type === 'modal' ? renderView(shown) : `HOME TAB\n${renderBlocks(shown.blocks)}\n`
    })
    .join('\n')
  return [shown, ...refused].join('\n')
}
