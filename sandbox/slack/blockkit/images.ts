/** Images, as blocks and as elements: docs.slack.dev/reference/block-kit/blocks/image-block */
import { checkOneOf, object, type Rule, string, url } from './check.ts'
import { anyType } from './common-fields.ts'
import type { LimitName } from './limits.ts'
import { plainText, slackFile } from './text.ts'

const image = (limits: { url: LimitName; alt: LimitName }, more: Readonly<Record<string, Rule>>): Rule =>
  object({
    required: { type: anyType, alt_text: string(limits.alt) },
    optional: { image_url: url(limits.url), slack_file: slackFile, ...more },
    limit: limits.alt,
    whole: (value, at, on) => checkOneOf(value, at, on, 'image'),
  })

export const imageElement = image({ url: 'image(element).image_url', alt: 'image(element).alt_text' }, {})
export const containerIcon = image({ url: 'container.icon.image_url', alt: 'container.icon.alt_text' }, {})
/** @param more the fields that every block has */
export const imageBlock = (more: Readonly<Record<string, Rule>>): Rule =>
  image({ url: 'image.image_url', alt: 'image.alt_text' }, { title: plainText('image.title'), ...more })
