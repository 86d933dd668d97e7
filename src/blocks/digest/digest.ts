/** The digest: what changed first, the evidence second, what to do third. */
import { briefDigest } from './brief.ts'
import type { DigestData, DigestMessages } from './data.ts'
import { fullDigest } from './full.ts'

export function digestMessages(data: DigestData): DigestMessages {
  return data.length === 'full' ? fullDigest(data) : briefDigest(data)
}
