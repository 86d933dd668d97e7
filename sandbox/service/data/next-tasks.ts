/** The texts of further tasks for each recommendation. */
import type { TaskText } from './recommendation-text.ts'

type NameAndContext = readonly [name: string, description: string]

/** In the order of the recommendations. Within one, tasks are created in this order. */
const NEXT: readonly (readonly NameAndContext[])[] = [
  [
    [
      'Draft the comparison page against Contoso',
      'Contoso is named in most answers to "CRM for small teams"; a page that compares the two would be cited.',
    ],
    [
      'Send the current prices to the review sites',
      'Three review sites still show the price of 2024, and the comparison will be read beside them.',
    ],
    [
      'Ask two analysts for a quote on Contoso and Northwind',
      'Assistants cite comparison pages that quote independent tests.',
    ],
  ],
  [
    [
      'Write our answer to the migration thread in r/crm',
      'The thread about moving contacts from Acme has no answer from us and is quoted by assistants.',
    ],
    [
      'Correct what r/crm says about custom fields',
      'Its top answer says that custom fields cannot be imported, which has been possible since spring.',
    ],
    [
      'Link the import guide wherever r/crm asks about migration',
      'Assistants quote what stands in the threads, and none of them names the guide.',
    ],
  ],
  [
    [
      'Write down the steps of the onboarding video',
      'The video is praised by users but invisible to assistants; its steps are not written anywhere.',
    ],
    [
      'Define lead scoring on a page of our own',
      'For "what is lead scoring", six of ten engines cite the glossary of Globex.',
    ],
    [
      'Collect all contact and sending limits in one list',
      'The limits are spread over seven pages, and answers mix them up.',
    ],
  ],
  [
    [
      'Publish the key figures of the deliverability study',
      'The study is a PDF behind a form, which no engine can read.',
    ],
    [
      'Choose two trade magazines for the deliverability study',
      'News media are cited in one answer of eleven, and never with our data.',
    ],
    [
      'Write one quotable sentence per figure of the study',
      'Engines quote single sentences; the study has none that stands alone.',
    ],
  ],
  [
    [
      'Invite ten users of the mobile app to review it',
      'Recent reviews outweigh old ones; the newest one of the app is fourteen months old.',
    ],
    [
      'Send the fact sheet on the mobile app to comparison sites',
      'Comparison sites list the app as "read-only", which it has not been since version 5.',
    ],
    [
      'Take new screenshots of the mobile app',
      'The screenshots that answers refer to show a version that no longer exists.',
    ],
  ],
]

/** Tasks for a recommendation that has none yet. */
const FIRST: readonly NameAndContext[] = [
  [
    'Write a migration guide for Globex customers',
    'Bottom-of-funnel prompts ask how to leave Globex; nobody answers.',
  ],
  [
    'Answer the newest Globex thread in r/saas',
    'The thread is quoted by two engines and has no answer from us.',
  ],
]

/**
 * The text of a recommendation's next task.
 * @param recommendation its index among the recommendations with tasks, or -1 for one without
 * @param asked how many were created before; after the last text they start over
 */
export function nextTask(recommendation: number, asked: number): TaskText {
  const texts = NEXT[recommendation] ?? FIRST
  const [name, description] = texts[asked % texts.length] ?? ['', '']
  return {
    name,
    description,
    sortOrder: 0,
    brief: {
      title: name,
      why: `${description} Closing this gap is the quickest way to be named more often for this recommendation.`,
      steps: [
        'Collect what engines say today, with the pages that they cite',
        'Write the page for the reader first: the answer in two sentences, then the evidence',
        'Have it checked by somebody from support before it goes online',
      ],
      sources: [['What good pages have in common', 'https://www.northwind.example/handbook/pages']],
      check: 'Compare the presence rate of the next four weeks with that of the last four.',
    },
  }
}
