/**
 * Messages exactly as the first version of the codec wrote them, with ids from the sandbox's demo. Slack keeps such
 * messages for years, and people keep clicking their buttons: never change anything in this file.
 */
export const oldMessages = {
  open: {
    text: 'Recommended actions: 1 without a task.\nPublish a page: no task yet',
    blocks: [
      {
        type: 'rich_text',
        elements: [
          {
            type: 'rich_text_section',
            elements: [
              { type: 'text', text: 'Recommended actions: 1 without a task.', style: { bold: true } },
            ],
          },
        ],
      },
      {
        type: 'rich_text',
        elements: [
          {
            type: 'rich_text_section',
            elements: [
              { type: 'text', text: 'Publish a page', style: { bold: true } },
              { type: 'text', text: '\n' },
              { type: 'text', text: 'Why.' },
            ],
          },
        ],
        block_id: 'sl1.rec.PgwYv8BHsQ2CA2iAuJO471.0.body.0',
      },
      {
        type: 'actions',
        elements: [
          {
            type: 'button',
            text: { type: 'plain_text', text: 'Create task', emoji: false },
            action_id: 'sl1.create_task',
            value:
              '{"o":"0f9a4c52-6b1e-4d7a-8c35-1e2d3b4a5c01","w":"3c7e91d4-2a58-4b6f-9e10-7d4c5b6a8f01","r":"5e0c7a1b-83f6-4d29-b4e7-9a1f2c3d4e01"}',
            style: 'primary',
            accessibility_label: 'Create task: Publish a page',
          },
          {
            type: 'button',
            text: { type: 'plain_text', text: 'View brief', emoji: false },
            action_id: 'sl1.view_brief',
            value:
              '{"o":"0f9a4c52-6b1e-4d7a-8c35-1e2d3b4a5c01","w":"3c7e91d4-2a58-4b6f-9e10-7d4c5b6a8f01","r":"5e0c7a1b-83f6-4d29-b4e7-9a1f2c3d4e01","b":null,"p":1}',
            accessibility_label: 'View brief: Publish a page',
          },
        ],
        block_id: 'sl1.rec.PgwYv8BHsQ2CA2iAuJO471.0.actions.0',
      },
    ],
  },
  created: {
    text: 'Recommended actions: 1 with a task.\nPublish a page: task created',
    blocks: [
      {
        type: 'rich_text',
        elements: [
          {
            type: 'rich_text_section',
            elements: [{ type: 'text', text: 'Recommended actions: 1 with a task.', style: { bold: true } }],
          },
        ],
      },
      {
        type: 'rich_text',
        elements: [
          {
            type: 'rich_text_section',
            elements: [
              { type: 'text', text: 'Publish a page', style: { bold: true } },
              { type: 'text', text: '\n' },
              { type: 'text', text: 'Why.' },
            ],
          },
        ],
        block_id: 'sl1.rec.w5Q25-JcwcusAhVM-A1SC3.0.body.0',
      },
      {
        type: 'rich_text',
        elements: [
          {
            type: 'rich_text_section',
            elements: [
              { type: 'text', text: '✓ Task created: ', style: { bold: true } },
              { type: 'text', text: 'Write it', style: { bold: true } },
              { type: 'text', text: '\n' },
              { type: 'text', text: 'About widgets' },
              { type: 'text', text: '\n' },
              { type: 'text', text: 'Created by ' },
              { type: 'user', user_id: 'U0OLIVIA' },
              { type: 'text', text: ', ' },
              {
                type: 'date',
                timestamp: 1794816840,
                format: '{date_short_pretty} at {time}',
                fallback: 'Nov 16, 2026, 08:14 UTC',
              },
              { type: 'text', text: '.' },
            ],
          },
        ],
        block_id: 'sl1.rec.w5Q25-JcwcusAhVM-A1SC3.0.status.0',
      },
      {
        type: 'actions',
        elements: [
          {
            type: 'button',
            text: { type: 'plain_text', text: 'Create another', emoji: false },
            action_id: 'sl1.create_task_again',
            value:
              '{"o":"0f9a4c52-6b1e-4d7a-8c35-1e2d3b4a5c01","w":"3c7e91d4-2a58-4b6f-9e10-7d4c5b6a8f01","r":"5e0c7a1b-83f6-4d29-b4e7-9a1f2c3d4e02","t":"7b1f0c3e-5a51-4d7a-9a55-0c53b6a7d001"}',
            accessibility_label: 'Create another task: Publish a page',
            confirm: {
              title: { type: 'plain_text', text: 'Create another task?', emoji: false },
              text: {
                type: 'plain_text',
                text: '“Write it” exists already for this recommendation. Another one will be added beside it.',
                emoji: false,
              },
              confirm: { type: 'plain_text', text: 'Create another', emoji: false },
              deny: { type: 'plain_text', text: 'Keep the one', emoji: false },
            },
          },
          {
            type: 'button',
            text: { type: 'plain_text', text: 'View brief', emoji: false },
            action_id: 'sl1.view_brief',
            value:
              '{"o":"0f9a4c52-6b1e-4d7a-8c35-1e2d3b4a5c01","w":"3c7e91d4-2a58-4b6f-9e10-7d4c5b6a8f01","r":"5e0c7a1b-83f6-4d29-b4e7-9a1f2c3d4e02","b":null,"p":1}',
            accessibility_label: 'View brief: Publish a page',
          },
        ],
        block_id: 'sl1.rec.w5Q25-JcwcusAhVM-A1SC3.0.actions.0',
      },
    ],
  },
  unknown: {
    text: 'Recommended actions: 1 to check.\nPublish a page: not certain whether its task was created',
    blocks: [
      {
        type: 'rich_text',
        elements: [
          {
            type: 'rich_text_section',
            elements: [{ type: 'text', text: 'Recommended actions: 1 to check.', style: { bold: true } }],
          },
        ],
      },
      {
        type: 'rich_text',
        elements: [
          {
            type: 'rich_text_section',
            elements: [
              { type: 'text', text: 'Publish a page', style: { bold: true } },
              { type: 'text', text: '\n' },
              { type: 'text', text: 'Why.' },
            ],
          },
        ],
        block_id: 'sl1.rec.cKbad_A2sCDO8YmiU4quKk.0.body.0',
      },
      {
        type: 'rich_text',
        elements: [
          {
            type: 'rich_text_section',
            elements: [
              { type: 'text', text: '⚠ Not certain whether the task was created.', style: { bold: true } },
              { type: 'text', text: '\n' },
              { type: 'text', text: 'Started by ' },
              { type: 'user', user_id: 'U0OLIVIA' },
              { type: 'text', text: ', ' },
              {
                type: 'date',
                timestamp: 1794816840,
                format: '{date_short_pretty} at {time}',
                fallback: 'Nov 16, 2026, 08:14 UTC',
              },
              {
                type: 'text',
                text: ', but the service never answered. Look for the task in the analytics console; only if it is not there, create it anyway.',
              },
            ],
          },
        ],
        block_id: 'sl1.rec.cKbad_A2sCDO8YmiU4quKk.0.status.0',
      },
      {
        type: 'actions',
        elements: [
          {
            type: 'button',
            text: { type: 'plain_text', text: 'Create anyway', emoji: false },
            action_id: 'sl1.create_task_again',
            value:
              '{"o":"0f9a4c52-6b1e-4d7a-8c35-1e2d3b4a5c01","w":"3c7e91d4-2a58-4b6f-9e10-7d4c5b6a8f01","r":"5e0c7a1b-83f6-4d29-b4e7-9a1f2c3d4e03","t":null}',
            accessibility_label: 'Create task anyway: Publish a page',
            confirm: {
              title: { type: 'plain_text', text: 'Create the task anyway?', emoji: false },
              text: {
                type: 'plain_text',
                text: 'The first attempt may have worked. Check in the analytics console that the task is not there: otherwise there will be two.',
                emoji: false,
              },
              confirm: { type: 'plain_text', text: 'Create anyway', emoji: false },
              deny: { type: 'plain_text', text: 'Cancel', emoji: false },
            },
          },
          {
            type: 'button',
            text: { type: 'plain_text', text: 'View brief', emoji: false },
            action_id: 'sl1.view_brief',
            value:
              '{"o":"0f9a4c52-6b1e-4d7a-8c35-1e2d3b4a5c01","w":"3c7e91d4-2a58-4b6f-9e10-7d4c5b6a8f01","r":"5e0c7a1b-83f6-4d29-b4e7-9a1f2c3d4e03","b":null,"p":1}',
            accessibility_label: 'View brief: Publish a page',
          },
        ],
        block_id: 'sl1.rec.cKbad_A2sCDO8YmiU4quKk.0.actions.0',
      },
    ],
  },
} as const
