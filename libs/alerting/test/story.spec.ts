import { type AlertFacts, makeTimeline } from '../src/explain';

const FIRED = 1_700_000_000_000;
const known: AlertFacts = {
  name: 'disk full',
  summary: 'The condition was met 2 times in a row, as required.',
  firedMs: FIRED,
  matches: [{ description: 'Disk used > 90 %', valueText: '97 %', atMs: FIRED - 500 }],
  occurrences: [FIRED - 60_000, FIRED],
  hold: undefined,
  end: undefined,
  acknowledged: undefined,
  notices: [],
  steps: [],
};
const toTexts = (over: Partial<AlertFacts>): string[] =>
  makeTimeline({ ...known, ...over }).map(({ time, kind, text }) => `${(time - FIRED) / 1000} ${kind} ${text}`);

describe('the story of an alert', () => {
  it('has what dampening counted, up to the alert', () => {
    expect(toTexts({})).toEqual([
      '-60 COUNTED Counted 1 of 2',
      '-0.5 MEASURED Disk used > 90 %: 97 %',
      '0 COUNTED Counted 2 of 2',
      '0 FIRED disk full. The condition was met 2 times in a row, as required.',
    ]);
    expect(toTexts({ occurrences: [FIRED] })).toHaveLength(2);
  });

  it('has each attempt, the next one, and who acknowledged', () => {
    const failed = { atMs: FIRED + 1_000, state: 'FAILURE', message: 'refused' };
    const story = toTexts({
      matches: [],
      occurrences: [FIRED],
      notices: [{ senderName: 'Webhook', kind: 'ALERT', isCarried: false, attempts: [failed], dueMs: FIRED + 6_000 }],
      acknowledged: { by: 'ann', atMs: FIRED + 2_000, comment: 'on it' },
    });
    expect(story.slice(1)).toEqual([
      '1 ATTEMPT Webhook: FAILURE: refused',
      '2 ACKNOWLEDGED By ann: on it',
      '6 PLANNED Webhook: attempt',
    ]);
  });

  it.each<[string, Partial<AlertFacts>, string[]]>([
    [
      'is held',
      { hold: { text: 'Silenced: works', untilMs: FIRED + 60_000, notifiedMs: undefined } },
      ['0 HELD Silenced: works', '60 PLANNED Next check whether to notify'],
    ],
    [
      'was told later, and ended',
      {
        hold: { text: 'x', untilMs: undefined, notifiedMs: FIRED + 90_000 },
        end: { atMs: FIRED + 99_000, reason: 'RECOVERED', by: null },
      },
      ['0 HELD x', '90 TOLD Still active, notified', '99 OVER Recovered'],
    ],
    [
      'ended before',
      {
        hold: { text: 'x', untilMs: undefined, notifiedMs: undefined },
        end: { atMs: FIRED + 50_000, reason: 'RECOVERED', by: null },
      },
      ['0 HELD x', '50 OVER Recovered, before it was notified'],
    ],
    [
      'is told with others',
      { notices: [{ senderName: 'ntfy', kind: 'END', isCarried: true, attempts: [], dueMs: FIRED + 1_000 }] },
      ['1 PLANNED ntfy, recovery, with other alerts of the incident: attempt'],
    ],
    [
      'is escalated',
      {
        notices: [
          { senderName: 'Slack', kind: 'ALERT', step: 1, isCarried: false, attempts: [], dueMs: FIRED + 600_000 },
        ],
        steps: [
          {
            step: 2,
            policyName: 'Nights',
            atMs: FIRED + 1_200_000,
            senderName: 'On-Call Rotation',
            addressees: [
              { name: 'ann', quietUntilMs: undefined },
              { name: 'bob', quietUntilMs: FIRED },
            ],
          },
          { step: 3, policyName: 'Nights', atMs: FIRED + 1_800_000, senderName: 'Webhook', addressees: undefined },
          { step: 4, policyName: 'Nights', atMs: FIRED + 2_400_000, senderName: 'System Users', addressees: [] },
        ],
      },
      [
        '600 PLANNED Step 1, Slack: attempt',
        '1200 PLANNED Step 2 of Nights, On-Call Rotation: ann; bob, quiet until 2023-11-14T22:13:20.000Z',
        '1800 PLANNED Step 3 of Nights, Webhook',
        '2400 PLANNED Step 4 of Nights, System Users: nobody',
      ],
    ],
  ])('states the outcome of one that %s', (_case, facts, steps) => {
    expect(toTexts({ matches: [], occurrences: [FIRED], ...facts }).slice(1)).toEqual(steps);
  });
});
