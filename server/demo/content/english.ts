import type { DemoProject } from '../../shared/demo-content';

export const springRelease: DemoProject = {
  owner: 'emma',
  title: 'Spring release of the Lantern app',
  description:
    'Bring the lighting planner out of its trial with twelve shops and open it to every customer on 20 April.',
  instructions: 'Write for shop owners, not for electricians. Give light levels in lux and prices before tax.',
  contributors: ['misaki', 'jihoon'],
  share: { range: 'company' },
  notes: [
    {
      by: 'emma',
      daysAgo: 12,
      title: 'Project plan: spring release',
      markdown: `# Goal

A shop owner plans the light of a shop in one evening, without a consultant, and orders the lamps from the same page.

## What is in the release

- Floor plan from a photo or a PDF, with a check of the scale
- Light levels by zone: window, shelves, till, fitting room
- A plan that can be shared with the landlord or the electrician
- Prices in pounds, yen, won and Taiwan dollars

## What is not

- Outdoor lighting (autumn)
- Daylight through windows: the model is not good enough yet

## Milestones

1. Trial with twelve shops ends: 27 March
2. Share button redesigned and tried: 3 April
3. Translations complete: 6 April
4. Release to all customers: 20 April

## Risks

- **Wrong scale of a photographed plan.** Everything after it is wrong, too. We ask for one known length and refuse to go on without it.
- **Support load in the first week.** Sales answers the phone until 8 pm, Product is on call for the planner.

## Open tasks

- [x] Agree on the date with Sales
- [x] Price list checked by Accounting
- [ ] Help pages in all five languages
- [ ] Status page for the ordering system
`,
      versions: [
        {
          hoursBefore: 70,
          changes: [
            ['without a consultant, and orders the lamps from the same page', 'without a consultant'],
            ['- Prices in pounds, yen, won and Taiwan dollars', '- Prices in pounds and yen'],
            ['- [x] Agree on the date with Sales\n- [x] Price list checked by Accounting\n', ''],
          ],
        },
        {
          hoursBefore: 46,
          name: 'Agreed with Sales',
          changes: [
            ['4. Release to all customers: 20 April', '4. Release to all customers: 27 April'],
            ['- [x] Price list checked by Accounting', '- [ ] Price list checked by Accounting'],
          ],
        },
        {
          hoursBefore: 3,
          changes: [
            [' We ask for one known length and refuse to go on without it.', ''],
            ['- [x] Price list checked by Accounting', '- [ ] Price list checked by Accounting'],
          ],
        },
      ],
    },
    {
      by: 'jihoon',
      daysAgo: 6,
      title: 'Customer interview: Alder & Finch bookshop',
      markdown: `Spoke with Ruth Alder, owner, for 40 minutes. Two floors, 140 square metres, opened in 2011.

## What she wanted to do

Replace the fluorescent tubes on the ground floor before the summer, without closing for more than a day.

## What went well

- Drew the ground floor in 25 minutes from a phone photo.
- The heat map convinced her husband: "You can see that the poetry shelves are in the dark. I have been saying it for years."
- She ordered the samples herself.

![Floor plan of the bookshop with its light levels: bright at the tables and the till, dark at the door and between the first shelves](image:floor-plan)

## What did not

- She looked for **Share** under *File*, then in the account menu, and in the end sent a screenshot.
- "Lux" meant nothing to her. The words *dim*, *comfortable* and *bright* beside the number would have been enough.
- The upper floor has a sloping ceiling; the planner assumed 2.6 m everywhere.

## What I would do

1. Put Share next to the title of the plan.
2. Add a word to each light level.
3. Ask for the ceiling height once per room, not per plan.
`,
    },
    {
      by: 'misaki',
      daysAgo: 3,
      title: 'What the trial told us',
      markdown: `Twelve shops, 13 to 27 March. Numbers from the event log, the rest from the interviews.

## In numbers

- 9 of 12 shops used the planner on every working day
- Median time to the first complete plan: **38 minutes**
- 31 plans made, 11 of them shared
- 7 orders, average 2,140 pounds

## What stops people

1. **Sharing.** Three shops never found it. Of those who did, two sent the link to the wrong person because the list shows addresses and no names.
2. **Scale.** Five plans began with a wrong scale; four of them were noticed only when the lamps did not fit.
3. **Offline.** Basements have no signal. Two owners walked up the stairs to save.

## Decision

Sharing is fixed before the release. The check of the scale ships with it. Working in the basement already works since Tuesday's build; we need to say so on the screen.

## Next

- {{person jihoon}} redesigns the button, starting from {{note Customer interview: Alder & Finch bookshop}}.
- {{person emma}} sets the date in {{meeting Launch planning, week 13}}.
- The offer for shops in Seoul waits for {{project 성수동 팝업 스토어}}.
`,
    },
  ],
  trash: [
    {
      by: 'emma',
      title: 'Old ideas for the onboarding screen',
      daysAgo: 40,
      markdown: `Replaced by the project plan.

- A tour of five screens
- A short film at the first start
- A checklist that disappears once it is done`,
    },
  ],
  meetings: [
    {
      by: 'emma',
      title: 'Launch planning, week 13',
      language: 'en',
      daysAgo: 1,
      minutes: 1,
      participants: ['emma', 'jihoon'],
      recording: 'launch-meeting',
      agenda: [
        ['Trial with the shops', true],
        ['Share button', true],
        ['Translations', true],
        ['Release date', true],
        ['Help pages for the shops', false],
      ],
      markdown: `## Decisions

- The date stays: 20 April.
- The share button is redesigned before the release.

## Tasks

- [ ] Jihoon: new version of the share button by Thursday, tried with two shops on Friday
- [ ] Jihoon: Chinese translation on Monday
- [ ] Emma: tell the twelve shops that their plans stay
`,
      summary: {
        markdown: `## Progress

- The trial has been running for two weeks with twelve shops;{2} nine of them use the app every day.{4}
- Three shops could not find out how to share a lighting plan.{5}
- Japanese and Korean are done; Chinese will be ready on Monday.{9}

## Decisions

- The share button has to be easier to see before the app is open to everybody.{6}
- The date stays: the release starts on the twentieth of April.{10}
`,
        items: [
          {
            kind: 'decision',
            text: 'The date stays: the release starts on the twentieth of April',
            who: '',
            due: '',
            lines: [10],
          },
          {
            kind: 'decision',
            text: 'The share button is made easier to see before the release',
            who: '',
            due: '',
            lines: [6],
          },
          {
            kind: 'action',
            text: 'Draw a new version of the share button and try it with two shops',
            who: 'Jihoon',
            due: 'Thursday; trial on Friday',
            lines: [7],
          },
          { kind: 'action', text: 'Finish the Chinese translation', who: 'Jihoon', due: 'Monday', lines: [9] },
        ],
      },
    },
  ],
};

export const boardReview: DemoProject = {
  owner: 'emma',
  title: 'Board review, second quarter',
  isArchived: true,
  description: 'My preparation for the board meeting. Private until the figures are audited.',
  instructions: '',
  contributors: [],
  share: { range: 'private' },
  notes: [
    {
      by: 'emma',
      daysAgo: 2,
      title: 'Questions the board will ask',
      markdown: `1. Why does the app earn less than the showroom? *Because it sells samples; the large orders follow by phone. Show both in one figure.*
2. What happens if the release slips? *Two weeks cost us the hotel season in Seoul, nothing else.*
3. Do we need the office in Taipei? *It pays for itself since January: bring Yating's list.*

## To bring

- [x] Sales by office, with the phone orders assigned
- [ ] Cost of support per plan
- [ ] One customer story, no more than a minute
`,
    },
  ],
  meetings: [],
};
