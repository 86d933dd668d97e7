/** The texts of the recommendations: their tasks and briefs, in order of creation. */

export interface BriefText {
  readonly title: string
  readonly why: string
  readonly steps: readonly string[]
  readonly sources: readonly (readonly [text: string, url: string])[]
  readonly check: string
}

export interface TaskText {
  readonly name: string
  readonly description: string
  /** The position in the recommendation, which is not the order of creation. */
  readonly sortOrder: number
  /** Missing if the task has no brief yet. */
  readonly brief?: BriefText
}

export const RECOMMENDATIONS: readonly (readonly TaskText[])[] = [
  [
    {
      name: 'Collect third-party quotes for the comparison',
      description: 'Assistants cite comparison pages that quote independent tests. Find at least four.',
      sortOrder: 3,
    },
    {
      name: 'Publish a comparison page against Contoso',
      description:
        'Contoso is named in most answers to "CRM for small teams"; Northwind has no page that compares the two.',
      sortOrder: 1,
      brief: {
        title: 'Publish a comparison page against Contoso',
        why: 'In answers to bottom-of-funnel prompts, Contoso is named about as often as Northwind, but **its** comparison page is the one that is cited. Perplexity and GoogleAIO quote it word for word, including a price that we changed a year ago.',
        steps: [
          'Compare the five plans side by side, with prices and contact limits in a table',
          'Say plainly where Contoso is the better choice; pages without that are rarely cited',
          'Answer "How do I move from Contoso?" in one short section with numbered steps',
          'Add a date and the name of the author',
        ],
        sources: [
          ['Current price list', 'https://www.northwind.example/pricing'],
          ['Migration guide', 'https://help.northwind.example/import'],
        ],
        check:
          'The page is cited by at least two engines within four weeks, and the outdated price is gone from their answers.',
      },
    },
    {
      name: 'Correct the outdated price on review sites',
      description: 'Three review sites still show the price of 2024, and assistants repeat it.',
      sortOrder: 2,
      brief: {
        title: 'Correct the outdated price on review sites',
        why: 'Product review sites are the source behind one answer in seven. Three of them list a price for Northwind that no longer exists, so answers call it "expensive for small teams".',
        steps: [
          'Claim the profiles that are still unclaimed',
          'Send the current price list together with a link to the public page',
          'Ask for the date of the last check to be shown',
        ],
        sources: [['Current price list', 'https://www.northwind.example/pricing']],
        check:
          'All three profiles show the current price; the weakness "Contact limits" appears in fewer answers.',
      },
    },
  ],
  [
    {
      name: 'Answer the open migration thread in r/crm',
      description:
        'A thread about moving contacts from Acme has no answer from us and is quoted by assistants.',
      sortOrder: 1,
      brief: {
        title: 'Answer the open migration thread in r/crm',
        why: 'The thread "Leaving Acme, what now?" is among the most cited community pages on migration. Its top answer recommends Globex and says that Northwind cannot import custom fields, which has been possible since spring.',
        steps: [
          'Answer from a named employee account, and say so in the first line',
          'Show the import of custom fields in three steps with one screenshot',
          'Offer help in the thread rather than by private message',
          'Stay for the follow-up questions of the first two days',
        ],
        sources: [
          ['Import of custom fields', 'https://help.northwind.example/import#custom-fields'],
          ['Our rules for posting in communities', 'https://intranet.northwind.example/community'],
        ],
        check:
          'The answer is among the three most upvoted, and the claim about custom fields no longer appears in answers of ChatGPT and Perplexity.',
      },
    },
    {
      name: 'Plan a monthly question hour in r/smallbusiness',
      description:
        'Founders ask the same five questions each month; a fixed date makes the answers easy to cite.',
      sortOrder: 2,
    },
  ],
  [
    {
      name: 'Write a glossary entry on lead scoring',
      description: 'Top-of-funnel prompts on lead scoring are answered from Globex pages.',
      sortOrder: 2,
      brief: {
        title: 'Write a glossary entry on lead scoring',
        why: 'For "what is lead scoring", six of ten engines cite the glossary of Globex. Northwind explains the subject only in a webinar recording, which no engine reads.',
        steps: [
          'Define the term in the first two sentences, without naming a product',
          'Give one worked example with numbers',
          'Link to the feature page at the end, once',
        ],
        sources: [['Webinar transcript', 'https://www.northwind.example/webinars/lead-scoring']],
        check:
          'Presence rate for top-of-funnel prompts of the topic "Automation" rises by 3 points in two months.',
      },
    },
    {
      name: 'Turn the onboarding video into a written guide',
      description: 'The video is praised by users but invisible to assistants.',
      sortOrder: 1,
      brief: {
        title: 'Turn the onboarding video into a written guide',
        why: '"Fast onboarding" is the strength that is named most often for Northwind, yet answers cannot say *how* it works, because the steps exist only as a video.',
        steps: [
          'Write one page per step, each with its expected duration',
          'Put the three most frequent mistakes and their fixes at the end of each page',
          'Mark the pages up as how-to, so that they are found as such',
          'Link the guide from the welcome mail',
        ],
        sources: [
          ['The video', 'https://www.northwind.example/videos/first-hour'],
          ['Support tickets of the first week', 'https://intranet.northwind.example/support/first-week'],
        ],
        check:
          'At least three engines describe the first steps correctly when asked how to start with Northwind.',
      },
    },
    {
      name: 'Add a table of limits to the documentation',
      description: 'Contact and sending limits are spread over seven pages; answers mix them up.',
      sortOrder: 3,
      brief: {
        title: 'Add a table of limits to the documentation',
        why: 'Answers about contact limits are wrong in two cases out of five. The numbers are right on each single page, but plans and add-ons are described apart from each other.',
        steps: [
          'List every limit once, with plan, number and unit',
          'Show what happens when the limit is reached',
          'Replace the numbers on the other pages by links to the table',
        ],
        sources: [['Limits, as built', 'https://help.northwind.example/limits']],
        check: 'A sample of twenty answers on limits has at most one error.',
      },
    },
  ],
  [
    {
      name: 'Pitch the deliverability study to trade media',
      description: 'News media are cited in one answer of eleven, and never with our data.',
      sortOrder: 1,
      brief: {
        title: 'Pitch the deliverability study to trade media',
        why: 'We measured the deliverability of 40,000 campaigns and published the result as a PDF behind a form. Engines cannot read it, and Initech is cited with a study a tenth of the size.',
        steps: [
          'Publish the key figures and the method on an open page',
          'Offer two trade magazines the raw tables under embargo',
          'Prepare one quotable sentence per figure',
        ],
        sources: [
          ['The study', 'https://www.northwind.example/research/deliverability'],
          ['Press contacts', 'https://intranet.northwind.example/press'],
        ],
        check: 'One article that names the study is cited by an engine within six weeks.',
      },
    },
  ],
  [
    {
      name: 'Describe the mobile app for comparison sites',
      description: '"Mobile app" is the weakness named most often; half of what is said is out of date.',
      sortOrder: 2,
      brief: {
        title: 'Describe the mobile app for comparison sites',
        why: 'Comparison sites list the mobile app of Northwind as "read-only". Since version 5 contacts can be edited and calls logged, which none of the sites mentions.',
        steps: [
          'Write a fact sheet of one page with version, date and screenshots',
          'Send it to the five comparison sites that are cited most',
          'Keep it current with each release',
        ],
        sources: [['Release notes', 'https://www.northwind.example/mobile/releases']],
        check: 'The word "read-only" no longer appears in answers about the app.',
      },
    },
    {
      name: 'Ask ten customers for a review of the mobile app',
      description: 'Recent reviews outweigh old ones; the newest one of the app is fourteen months old.',
      sortOrder: 1,
      brief: {
        title: 'Ask ten customers for a review of the mobile app',
        why: 'Review sites sort by date, and engines quote what stands on top. The reviews on top describe an app that no longer exists.',
        steps: [
          'Choose customers who used the app on at least ten days of last month',
          'Ask for an honest review, without a reward',
          'Thank each of them personally, whatever they wrote',
        ],
        sources: [['List of active app users', 'https://intranet.northwind.example/mobile/active']],
        check: 'Six new reviews within four weeks.',
      },
    },
  ],
]

/** The body of a brief: several paragraphs of Markdown. */
export function briefBody({ why, steps, sources, check }: BriefText): string {
  return [
    `## Why now\n\n${why}`,
    `## What to do\n\n${steps.map((step) => `- ${step}`).join('\n')}`,
    `## Sources\n\n${sources.map(([text, url]) => `- [${text}](${url})`).join('\n')}`,
    `## How to see that it worked\n\n${check}`,
  ].join('\n\n')
}
