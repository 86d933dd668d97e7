/** A brief with all of Markdown, including harmful parts, longer than one page. */
const paragraph =
  'Assistants quote pages that answer one question well. The page should name the model, say whom it suits, and give one number that can be checked. '

export const longBrief = `# Publish a comparison page

Setext heading
==============

AI assistants quote **three** comparison pages; *none* of them names __Northwind__. See [the guide](https://example.com/guide_(2026)) or <https://example.com/plain>, and ~~ignore~~ \`the *old* page\`.

## What to write

1. A table of five models
   with their weights
2. Who each is for
   - daily runners
   - **beginners**
     - with wide feet
3. Snake_case_words and 2*3*4 stay

- [ ] Draft
- [x] Outline

> Durability is the first question
> that buyers ask.

| Model | Weight |
|---|---|
| Swift | 240 g |

\`\`\`html
<h1>Compare & choose</h1>
\`\`\`

---

Hostile: <!channel> <@U0ANA> &lt;!here&gt; [click me](javascript:alert(1)) ![pixel](https://evil.example/p.png) :tada: \u202Ereversed\u202C end.

${'### More\n\n'}${Array.from({ length: 16 }, (_, index) => `${index + 1}: ${paragraph.repeat(8)}`).join('\n\n')}
`
