import { MASK } from '@wardstone/terms';
import { differences } from '../plan';
import { linesOfPlan } from '../show';
import { POLICY_KIND } from './policies';

const stored = {
  files: ['evidence.csv'],
  cron: '0 7 1 * *',
  time_zone: 'UTC',
  people: ['ann'],
  roles: [],
  addresses: [],
  channels: [
    { name: 'Auditors', sender: 'Webhook', config: { url: 'https://hook.example/in?key=1', secret: MASK } },
    { name: 'Team', sender: 'Slack', config: { url: MASK } },
  ],
};
const change = (after: object | null, before: object | null = stored) =>
  differences(POLICY_KIND, { evidence_schedule: before }, { evidence_schedule: after }, 0);
const lines = (after: object | null, before: object | null = stored): string[] =>
  linesOfPlan({
    steps: [
      {
        action: 'change',
        kind: POLICY_KIND,
        identity: { kind: 'Policy', name: 'p' },
        spec: {},
        changes: change(after, before),
      },
    ],
    unchanged: 0,
  }).slice(1, -1);

describe('the evidence schedule of a policy in documents', () => {
  it('is the same with other order, defaults left out, and masked or written secrets', () => {
    const [auditors, team] = stored.channels;
    const { files, cron, people } = stored;
    expect(change({ files, cron, people, channels: [team, auditors] })).toEqual([]);
    const written = { ...auditors!, config: { ...auditors!.config, secret: 'whatever' } };
    expect(change({ files, cron, people, channels: [written, team] })).toEqual([]);
    const hidden = { ...auditors!, config: { url: `https://hook.example/${MASK}`, secret: MASK } };
    expect(change({ files, cron, people, channels: [hidden, team] })).toEqual([]);
    expect(change(null, null)).toEqual([]);
  });

  it('is compared field by field, channels by names of their settings', () => {
    const [auditors] = stored.channels;
    const moved = { ...auditors!, config: { url: 'https://other.example/token', secret: 'secret' } };
    const shown = lines({ ...stored, cron: '0 8 1 * *', channels: [moved] });

    expect(shown).toEqual([
      '      evidence_schedule:',
      '        cron: {"after":"0 8 1 * *","before":"0 7 1 * *"}',
      '        ~ Webhook: url (channel Auditors)',
      '        - Slack: url (channel Team)',
    ]);
  });

  it('begins and ends, without a secret in the plan', () => {
    expect(lines(stored, null).join('\n')).toContain('+ Slack: url (channel Team)');
    expect(lines(null).join('\n')).toContain('- Slack: url (channel Team)');
    const secret = {
      ...stored,
      channels: [{ ...stored.channels[1]!, config: { url: 'https://slack.example/T0/B0' } }],
    };
    for (const shown of [lines(secret, null), lines(null, secret)]) expect(shown.join()).not.toContain('T0/B0');
  });

  it('is exported without the secret part of addresses', () => {
    const { evidence_schedule: exported } = POLICY_KIND.exported!({ evidence_schedule: stored });
    expect(exported).toMatchObject({
      channels: [{ config: { url: `https://hook.example/${MASK}`, secret: MASK } }, {}],
    });
    expect(POLICY_KIND.exported!({ evidence_schedule: null })).toEqual({ evidence_schedule: null });
  });
});
