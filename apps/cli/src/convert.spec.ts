import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { parseAllDocuments } from 'yaml';
import { main } from './wardstone';
import { readDocuments } from './declarative/documents';
import { KINDS } from './declarative/kinds';

type Printed = { code: number; documents: Record<string, unknown>[]; lost: string[] };

describe('wardstone convert', () => {
  let folder: string;
  beforeEach(() => (folder = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-convert-'))));
  afterEach(() => fs.rmSync(folder, { recursive: true }));

  /** Runs the command, and checks that `apply` can read its output. */
  async function convert(from: string, content: unknown): Promise<Printed> {
    const file = path.join(folder, 'export.json');
    fs.writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
    let text = '';
    const lost: string[] = [];
    const { error } = console;
    console.error = (line: string) => void lost.push(line);
    const output = Object.assign(Object.create(process.stdout) as typeof process.stdout, {
      write: (part: string) => ((text += part), true),
      on: () => output,
    });
    try {
      const code = await main(['convert', '--from', from, file], output);
      const documents = parseAllDocuments(text).map((document) => document.toJS() as Record<string, unknown>);
      if (code === 0) {
        fs.writeFileSync(path.join(folder, 'out.yaml'), text);
        expect(readDocuments(path.join(folder, 'out.yaml'), KINDS)).toHaveLength(documents.length);
      }
      return { code, documents, lost };
    } finally {
      console.error = error;
    }
  }

  it('carries over schedules, policies and logins of PagerDuty', async () => {
    const { code, documents, lost } = await convert('pagerduty', [
      { users: [{ id: 'PANN', type: 'user', name: 'Ann', email: 'ann@example.com' }], limit: 25, more: false },
      {
        schedule: {
          id: 'PSCHED',
          type: 'schedule',
          name: 'Platform',
          time_zone: 'America/New_York',
          schedule_layers: [
            {
              id: 'PLAYER',
              name: 'Layer 1',
              start: '2026-01-05T09:00:00-05:00',
              end: null,
              rotation_virtual_start: '2026-01-05T09:00:00-05:00',
              rotation_turn_length_seconds: 1_209_600,
              users: [
                { user: { id: 'PANN', type: 'user_reference', summary: 'Ann' } },
                { user: { id: 'PBOB', type: 'user_reference', summary: 'Bob' } },
              ],
              restrictions: [],
            },
          ],
        },
      },
      {
        escalation_policies: [
          {
            id: 'PPOL',
            type: 'escalation_policy',
            name: 'Platform',
            num_loops: 1,
            escalation_rules: [
              { id: 'R1', escalation_delay_in_minutes: 15, targets: [{ id: 'PSCHED', type: 'schedule_reference' }] },
              {
                id: 'R2',
                escalation_delay_in_minutes: 30,
                targets: [
                  { id: 'PANN', type: 'user_reference', summary: 'Ann' },
                  { id: 'PGONE', type: 'schedule_reference', summary: 'Old' },
                ],
              },
            ],
          },
        ],
      },
    ]);
    expect(code).toBe(0);
    const onCall = { sender: 'On-Call Rotation', config: { rotationId: 'Platform' } };
    const ann = { sender: 'System Users', config: { subjectId: ['ann@example.com'] } };
    expect(documents).toEqual([
      {
        kind: 'Rotation',
        name: 'Platform',
        spec: {
          timeZone: 'America/New_York',
          turn: 'WEEKLY',
          handOverTime: '09:00',
          firstDay: '2026-01-05',
          members: ['ann@example.com', 'ann@example.com', 'Bob', 'Bob'],
        },
      },
      {
        kind: 'EscalationPolicy',
        name: 'Platform 2',
        spec: {
          steps: [
            { afterMinutes: 0, receivers: [onCall] },
            { afterMinutes: 15, receivers: [ann] },
            { afterMinutes: 45, receivers: [onCall] },
            { afterMinutes: 60, receivers: [ann] },
          ],
        },
      },
    ]);
    expect(lost).toEqual([
      'Not converted: user Bob: the file has no address, so Bob is used as login',
      'Not converted: policy Platform 2: its target schedule_reference Old, which is not in the file',
    ]);
  });

  it('carries over schedules and escalations of Opsgenie', async () => {
    const { documents, lost } = await convert('opsgenie', [
      {
        data: [
          {
            id: 's1',
            name: 'ops_schedule',
            timezone: 'Europe/Berlin',
            enabled: true,
            rotations: [
              {
                id: 'r1',
                name: 'Rota',
                startDate: '2026-11-30T07:00:00Z',
                type: 'daily',
                length: 1,
                participants: [
                  { type: 'user', id: 'u1', username: 'ann@example.com' },
                  { type: 'team', id: 't1', name: 'ops' },
                ],
                timeRestriction: { type: 'time-of-day', restriction: {} },
              },
            ],
          },
        ],
        took: 0.1,
        requestId: 'x',
      },
      {
        data: [
          {
            id: 'e1',
            name: 'ops_escalation',
            rules: [
              {
                condition: 'if-not-acked',
                notifyType: 'default',
                delay: { timeAmount: 5, timeUnit: 'minutes' },
                recipient: { type: 'schedule', id: 's1', name: 'ops_schedule' },
              },
              {
                condition: 'if-not-closed',
                notifyType: 'all',
                delay: { timeAmount: 1, timeUnit: 'hours' },
                recipient: { type: 'user', id: 'u2', username: 'bob@example.com' },
              },
            ],
            repeat: { waitInterval: 10, count: 20 },
          },
        ],
      },
    ]);
    expect(documents[0]).toMatchObject({
      name: 'ops_schedule',
      spec: { turn: 'DAILY', handOverTime: '08:00', firstDay: '2026-11-30', members: ['ann@example.com'] },
    });
    const { steps } = documents[1]!['spec'] as { steps: { afterMinutes: number }[] };
    expect(steps.map(({ afterMinutes }) => afterMinutes)).toEqual([5, 60, 75, 130, 145, 200, 215, 270, 285, 340]);
    expect(lost).toEqual([
      'Not converted: schedule ops_schedule: its time restriction; the rotation is on call all day',
      'Not converted: schedule ops_schedule: the participant team ops',
      'Not converted: policy ops_escalation: a step for acknowledged alerts; escalation ends with the acknowledgement',
      'Not converted: policy ops_escalation: notify type all of bob@example.com; the person on call is notified instead',
      'Not converted: policy ops_escalation: repeats all steps 20 times; only 4 are possible',
    ]);
  });

  it('carries over rotations, schedules and policies of GoAlert', async () => {
    const { documents, lost } = await convert('goalert', {
      data: {
        users: { nodes: [{ id: 'u1', name: 'Ann', email: 'ann@example.com' }] },
        rotations: {
          nodes: [
            {
              id: 'r1',
              name: 'Primary',
              timeZone: 'UTC',
              type: 'weekly',
              shiftLength: 1,
              start: '2026-11-30T09:00:00Z',
              activeUserIndex: 0,
              users: [{ id: 'u1', name: 'Ann' }],
            },
          ],
        },
        schedules: {
          nodes: [
            {
              id: 's1',
              name: 'Days',
              timeZone: 'UTC',
              targets: [
                {
                  target: { id: 'r1', type: 'rotation', name: 'Primary' },
                  rules: [{ start: '08:00', end: '20:00', weekdayFilter: [true, true, true, true, true, true, true] }],
                },
              ],
            },
          ],
        },
        escalationPolicies: {
          nodes: [
            {
              id: 'p1',
              name: 'Shop',
              repeat: 0,
              steps: [
                { delayMinutes: 5, targets: [{ id: 's1', type: 'schedule', name: 'Days' }] },
                { delayMinutes: 10, targets: [{ id: 'c1', type: 'slackChannel', name: '#ops' }] },
              ],
            },
          ],
        },
      },
    });
    expect(documents).toMatchObject([
      { kind: 'Rotation', name: 'Primary', spec: { members: ['ann@example.com'], turn: 'WEEKLY' } },
      {
        kind: 'EscalationPolicy',
        name: 'Shop',
        spec: { steps: [{ afterMinutes: 0, receivers: [{ config: { rotationId: 'Primary' } }] }] },
      },
    ]);
    expect(lost).toEqual([
      'Not converted: schedule Days: the hours of Primary, who is on call all day',
      'Not converted: policy Shop: its target slackChannel #ops',
    ]);
  });

  it('carries over schedules, shifts and chains of Grafana OnCall', async () => {
    const { documents, lost } = await convert('oncall', {
      users: { results: [{ id: 'U1', email: 'ann@example.com', username: 'ann', role: 'user' }] },
      schedules: { results: [{ id: 'S1', name: 'Primary', type: 'web', time_zone: 'UTC', shifts: ['O1', 'O2'] }] },
      on_call_shifts: {
        results: [
          {
            id: 'O1',
            name: 'Rota',
            type: 'rolling_users',
            time_zone: 'UTC',
            level: 0,
            start: '2026-11-30T09:00:00',
            duration: 604_800,
            frequency: 'weekly',
            interval: 1,
            rolling_users: [['U1'], ['U2', 'U3']],
            start_rotation_from_user_index: 0,
          },
          {
            id: 'O2',
            name: 'Once',
            type: 'single_event',
            start: '2026-12-24T00:00:00',
            duration: 3_600,
            users: ['U1'],
          },
        ],
      },
      escalation_chains: { results: [{ id: 'F1', name: 'default', team_id: null }] },
      escalation_policies: {
        results: [
          { id: 'E3', escalation_chain_id: 'F1', position: 2, type: 'notify_persons', persons_to_notify: ['U1'] },
          {
            id: 'E1',
            escalation_chain_id: 'F1',
            position: 0,
            type: 'notify_on_call_from_schedule',
            notify_on_call_from_schedule: 'S1',
          },
          { id: 'E2', escalation_chain_id: 'F1', position: 1, type: 'wait', duration: 900 },
          { id: 'E4', escalation_chain_id: 'F1', position: 3, type: 'trigger_webhook' },
        ],
      },
    });
    expect(documents).toMatchObject([
      { kind: 'Rotation', name: 'Primary', spec: { members: ['ann@example.com', 'U2'], handOverTime: '09:00' } },
      { kind: 'EscalationPolicy', name: 'default', spec: { steps: [{ afterMinutes: 0 }, { afterMinutes: 15 }] } },
    ]);
    expect(lost).toEqual([
      'Not converted: schedule Primary: 1 shifts that do not recur',
      'Not converted: schedule Primary: 2 people share a shift; only the first is on call',
      'Not converted: user U2: the file has no address, so U2 is used as login',
      'Not converted: policy default: its step trigger_webhook',
    ]);
  });

  it.each(['pagerduty', 'opsgenie', 'goalert', 'oncall'])('exits with 1 if nothing of %s can be read', async (from) => {
    for (const content of ['', '{', '5', '{}', '[]', `${'['.repeat(50)}${']'.repeat(50)}`]) {
      expect((await convert(from, content)).code).toBe(1);
    }
    expect((await convert(from, '{"__proto__": {"schedule_layers": []}}')).code).toBe(1);
  });

  it('explains why hourly turns, layers and unknown zones cannot be converted, without control characters', async () => {
    const layer = (over: object) => ({
      name: 'L',
      start: '2026-01-05T09:00:00Z',
      rotation_turn_length_seconds: 86_400,
      users: [{ user: { id: 'U', summary: 'Ann' } }],
      ...over,
    });
    const layers = [
      layer({}),
      layer({ name: 'M', rotation_turn_length_seconds: 28_800 }),
      layer({ name: 'N', users: [] }),
    ];
    const { documents, lost } = await convert('pagerduty', {
      schedules: [
        { id: 'S', name: 'a\u001b[31m', time_zone: 'UTC', schedule_layers: layers },
        { id: 'T', name: 'b', time_zone: 'Mars/Base', schedule_layers: [layer({})] },
      ],
    });
    expect(documents).toHaveLength(1);
    expect(lost.join('\n')).not.toContain('\u001b');
    expect(lost).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/each of its 3 layers becomes a rotation$/),
        expect.stringMatching(/M: changes every 8 hours; shifts must last whole days or weeks$/),
        expect.stringMatching(/N: has no members$/),
        'Not converted: schedule b: is in the unknown time zone Mars/Base',
      ]),
    );
  });
});
