/** Attachments and files, below a message's blocks. */
import { parseMrkdwn } from '../../markup/mrkdwn.ts'
import { records, string } from '../../markup/read.ts'
import type { ShownMessage } from '../../model.ts'
import { Blocks } from './block.tsx'
import { Link } from './inlines.tsx'
import { Picture } from './picture.tsx'
import { Flows } from './text.tsx'

export function Attachments({ message }: { message: ShownMessage }) {
  return (
    <>
      {records(message.attachments).map((attachment, at) => {
        const blocks = records(attachment.blocks)
        const text = string(attachment.text) || string(attachment.fallback)
        return (
          <blockquote key={`a${at.toString()}`} className="attachment">
            {blocks.length > 0 ? <Blocks blocks={blocks} /> : <Flows flows={parseMrkdwn(text)} />}
          </blockquote>
        )
      })}
      {records(message.files).map((file) => {
        const name = string(file.title) || string(file.name)
        if (string(file.mimetype).startsWith('image/')) {
          const image = { slack_file: { id: file.id }, alt_text: string(file.alt_txt) || name }
          return (
            <figure key={string(file.id)} className="image">
              <figcaption>{name}</figcaption>
              <Picture image={image} />
            </figure>
          )
        }
        return (
          <p key={string(file.id)} className="file">
            <span className="picture-kind">File</span> <Link url={string(file.permalink)}>{name}</Link>
          </p>
        )
      })}
    </>
  )
}
