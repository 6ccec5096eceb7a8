import { convertGoAlert } from './goalert';
import { convertOnCall } from './oncall';
import { convertOpsgenie } from './opsgenie';

describe('responses of other systems', () => {
  it('carries over the actions of newer versions of GoAlert, and members given by their ids', () => {
    const { documents, lost } = convertGoAlert({
      data: {
        users: { nodes: [{ id: 'u1', name: 'Ann', email: 'ann@example.com' }] },
        rotations: {
          nodes: [
            {
              id: 'r1',
              name: 'Primary',
              timeZone: 'Europe/Berlin',
              type: 'weekly',
              shiftLength: 1,
              start: '2026-11-30T09:00:00+01:00',
              userIDs: ['u1'],
            },
            {
              id: 'r2',
              name: 'Rare',
              timeZone: 'UTC',
              type: 'monthly',
              shiftLength: 1,
              start: '2026-11-30T09:00:00Z',
              userIDs: ['u1'],
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
                {
                  delayMinutes: 5,
                  actions: [
                    { type: 'builtin-rotation', args: { rotation_id: 'r1' }, displayInfo: { text: 'Primary' } },
                  ],
                },
                {
                  delayMinutes: 10,
                  actions: [
                    { type: 'builtin-user', values: [{ fieldID: 'user_id', value: 'u1', label: 'Ann' }] },
                    { type: 'builtin-slack-channel', args: { slack_channel_id: 'C1' }, displayInfo: { text: '#ops' } },
                  ],
                },
              ],
            },
          ],
        },
      },
    });
    expect(documents).toMatchObject([
      { kind: 'Rotation', name: 'Primary', spec: { members: ['ann@example.com'], handOverTime: '09:00' } },
      {
        kind: 'EscalationPolicy',
        spec: {
          steps: [
            { afterMinutes: 0, receivers: [{ config: { rotationId: 'Primary' } }] },
            { afterMinutes: 5, receivers: [{ config: { subjectId: ['ann@example.com'] } }] },
          ],
        },
      },
    ]);
    expect(lost).toEqual([
      'rotation Rare: has no handovers by hours, days or weeks',
      'policy Shop: its target builtin-slack-channel #ops',
    ]);
  });

  it('explains that Opsgenie schedules without rotations need another request', () => {
    const { documents, lost } = convertOpsgenie({ data: [{ id: 's1', name: 'Ops', rotations: [] }] });
    expect(documents).toEqual([]);
    expect(lost).toContain('schedule Ops: it has no rotations in the file; request schedules with expand=rotation');
  });

  it('reads shifts of the API of Grafana OnCall in the time zone of the shift or schedule, those of its pages in UTC', () => {
    const shift = (id: string, over: object) => ({
      id,
      name: id,
      type: 'rolling_users',
      time_zone: null,
      start: '2026-11-30T09:00:00',
      duration: 86_400,
      frequency: 'daily',
      rolling_users: [['U1']],
      ...over,
    });
    const schedule = (name: string, type: string) => ({
      id: name,
      name,
      type,
      time_zone: 'America/New_York',
      shifts: [`of ${name}`],
    });
    const { documents } = convertOnCall([
      { results: [{ id: 'U1', email: 'ann@example.com', username: 'ann' }] },
      { results: [schedule('local', 'calendar'), schedule('own', 'calendar'), schedule('web', 'web')] },
      { results: [shift('of local', {}), shift('of own', { time_zone: 'Europe/Berlin' }), shift('of web', {})] },
    ]);
    expect(documents.map(({ name, spec }) => [name, spec])).toMatchObject([
      ['local', { timeZone: 'America/New_York', handOverTime: '09:00', firstDay: '2026-11-30' }],
      ['own', { timeZone: 'Europe/Berlin', handOverTime: '09:00' }],
      ['web', { timeZone: 'America/New_York', handOverTime: '04:00' }],
    ]);
  });
});
