import { useReception } from '@wardstone/testing';
import { main } from '../src/wardstone';

const JOB = 'rhq-resource-7-1-1700000000000_=_rhq-resource-7';
const EXECUTION = { jobId: JOB, operationName: 'restart', resourceName: 'nginx.service', requestedBy: 'ann' };
const SCHEDULE = { id: 21, operationName: 'stop', targetName: 'nginx everywhere', requestedBy: 'bob', nextTime: 0 };

describe('wardstone', () => {
  const reception = useReception();
  const run = (...args: string[]): Promise<number> => main(args, reception.output());
  const posted = (): string[] =>
    reception.received.map(({ method, url }) => `${method} ${decodeURIComponent(url ?? '')}`);
  const given = (execution: object, schedule: object): void => {
    reception.respondTo = (target) => {
      const [path = '', query = ''] = target.split('?');
      const record = path.includes('/schedules') ? { ...SCHEDULE, ...schedule } : { ...EXECUTION, ...execution };
      return query.includes('AWAITING_APPROVAL') || query.includes('awaitsApproval=true') ? [record] : record;
    };
    reception.replies = [1, 2, 3].map(() => ({ status: 200, body: '{}' }));
  };

  it('lists what waits for approval: executions and scheduled operations', async () => {
    given({ awaitsApproval: true }, { state: 'AWAITING_APPROVAL' });
    expect(await run('approve')).toBe(0);
    expect(reception.said.split('\n').map((line) => line.split(/ {2,}/))).toEqual([
      ['ID', 'OPERATION', 'ON', 'REQUESTED BY'],
      [JOB, 'restart', 'nginx.service', 'ann'],
      ['21', 'stop', 'nginx everywhere', 'bob'],
      [''],
    ]);
    expect(posted()).toEqual([]);
  });

  it('approves executions and scheduled operations, and names those that fail', async () => {
    given({}, {});
    reception.replies = [
      { status: 200, body: '{}' },
      { status: 403, body: '{"message":"another person must approve it"}' },
    ];
    expect(await run('approve', JOB, '21')).toBe(1);
    expect(posted()).toEqual([
      `POST /rest/operation/history/${JOB}/approve`,
      'POST /rest/operation/schedules/21/approve',
    ]);
    expect([reception.said, reception.complaints]).toEqual([
      `Approved ${JOB}.\n`,
      ['21: Rejected with 403: another person must approve it'],
    ]);
  });

  it('rejects what waits for approval, which the server decides', async () => {
    given({}, {});
    reception.replies = [
      { status: 200, body: '{}' },
      { status: 409, body: '{"message":"it does not wait for approval"}' },
    ];
    expect(await run('reject', JOB, '21', '--reason', 'not today')).toBe(1);
    expect(posted()).toEqual([
      `POST /rest/operation/history/${JOB}/reject`,
      'POST /rest/operation/schedules/21/reject',
    ]);
    expect(reception.received.map(({ text }) => text)).toEqual(['{"reason":"not today"}', '{"reason":"not today"}']);
    expect([reception.said, reception.complaints]).toEqual([
      `Rejected ${JOB}.\n`,
      ['21: Rejected with 409: it does not wait for approval'],
    ]);
  });

  it('creates, lists and deletes scheduled operations', async () => {
    given({}, {});
    reception.respondTo = () => [SCHEDULE];
    expect(
      await run('create', 'operation-schedules', 'definitionId:=44', 'groupId:=3', 'rule=FREQ=DAILY', '-o', 'id'),
    ).toBe(0);
    expect(await run('list', 'operation-schedules', '-o', 'csv')).toBe(0);
    expect(reception.said).toContain('21,stop,nginx everywhere,,,,\n');
    expect(await run('delete', 'operation-schedules', '21')).toBe(0);
    expect(posted()).toEqual(['POST /rest/operation/schedules', 'DELETE /rest/operation/schedules/21?validate=true']);
    expect(JSON.parse(reception.received[0]!.text ?? '')).toEqual({ definitionId: 44, groupId: 3, rule: 'FREQ=DAILY' });
  });
});
