/** Cards, carousels, alerts, plans and videos: docs.slack.dev/reference/block-kit/blocks */
import {
  checkOneOf,
  choice,
  list,
  object,
  oneOf,
  type Rule,
  someString,
  string,
  typed,
  url,
} from './check.ts'
import { anyType } from './common-fields.ts'
import { element } from './elements.ts'
import { ICONS } from './icons.ts'
import { imageElement } from './images.ts'
import { limitOf } from './limits.ts'
import { richText } from './rich-text.ts'
import { mrkdwn, plainText, textObject } from './text.ts'

type Fields = Readonly<Record<string, Rule>>

const image: Rule = typed({ image: imageElement })

const slackIcon = object({ required: { type: oneOf(['icon']), name: oneOf(ICONS) } })

/** @param more the fields that every block has; the same for the rules below */
export const card = (more: Fields): Rule =>
  object({
    required: { type: anyType },
    optional: {
      ...more,
      hero_image: image,
      icon: image,
      slack_icon: slackIcon,
      title: mrkdwn('card.title'),
      subtitle: mrkdwn('card.subtitle'),
      body: mrkdwn('card.body'),
      subtext: mrkdwn('card.subtext'),
      actions: list(element(['button'], 'card.actions'), 'card.actions'),
    },
    whole: (value, at, on) => {
      checkOneOf(value, at, on, 'card')
      if (value.icon !== undefined && value.slack_icon !== undefined) {
        on.report(at, 'must provide only one of icon, slack_icon', 'conflict', 'card')
      }
    },
  })

export const carousel = (more: Fields): Rule =>
  object({
    required: {
      type: anyType,
      elements: list(typed({ card: card(more) }, 'carousel.elements'), 'carousel.elements'),
    },
    optional: more,
  })

export const alert = (more: Fields): Rule =>
  object({
    required: { type: anyType, text: textObject('alert.text') },
    optional: { ...more, level: choice('alert.level') },
  })

const source = object({ required: { type: oneOf(['url']), url: url(), text: someString } })

export const taskCard = (more: Fields): Rule =>
  object({
    required: {
      type: anyType,
      task_id: someString,
      title: someString,
      status: oneOf(limitOf('task_card').enum ?? [], 'task_card'),
    },
    optional: {
      ...more,
      details: typed({ rich_text: richText(more) }),
      output: typed({ rich_text: richText(more) }),
      sources: list(source),
    },
    limit: 'task_card',
  })

export const plan = (more: Fields): Rule =>
  object({
    required: { type: anyType, title: string('plan.title') },
    optional: { ...more, tasks: list(typed({ task_card: taskCard(more) })) },
    limit: 'plan.title',
  })

/** The video's URL: https, in a registered domain, and the app must have the right to embed. */
const videoUrl: Rule = (value, at, on) => {
  url('video.video_url', ['https:'])(value, at, on)
  const { embed, unfurlDomains } = on.rights
  const host = typeof value === 'string' ? (URL.parse(value)?.hostname ?? '') : ''
  const registered = unfurlDomains?.some((domain) => host === domain || host.endsWith(`.${domain}`)) ?? true
  if (!embed) on.report(at, 'needs the scope links.embed:write', 'not_allowed', 'video.video_url')
  else if (!registered)
    on.report(at, 'must be in an unfurl domain of the app', 'not_allowed', 'video.video_url')
}

export const video = (more: Fields): Rule =>
  object({
    required: {
      type: anyType,
      alt_text: someString,
      title: plainText('video.title'),
      thumbnail_url: url(),
      video_url: videoUrl,
    },
    optional: {
      ...more,
      title_url: url(undefined, ['https:']),
      author_name: string('video.author_name'),
      provider_name: string(),
      provider_icon_url: url(),
      description: plainText('video.description'),
    },
  })
