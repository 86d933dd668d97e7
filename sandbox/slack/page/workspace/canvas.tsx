/** A canvas in a channel's tabs. */
import { parseMarkdown } from '../../markup/markdown.ts'
import type { ShownCanvas } from '../../model.ts'
import { Flows } from '../blocks/text.tsx'

export function Canvas({ canvas }: { canvas: ShownCanvas }) {
  const name = canvas.title || 'Untitled canvas'
  return (
    <section className="canvas" aria-label={name}>
      <article>
        <h3 className="canvas-title">{name}</h3>
        {canvas.markdown === '' && <p className="note">This canvas is empty.</p>}
        <Flows flows={parseMarkdown(canvas.markdown)} />
      </article>
    </section>
  )
}
