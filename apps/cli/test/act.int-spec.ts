import { useReception } from '@wardstone/testing';
import { main } from '../src/wardstone';

const POLICY = '0b6c0b0e-0000-4000-8000-000000000001';
const SYSTEM = '0b6c0b0e-0000-4000-8000-000000000002';

describe('wardstone', () => {
  const reception = useReception();
  const run = (...args: string[]): Promise<number> => main(args, reception.output());
  /** Requests that the command sent. */
  const sent = (): unknown[] =>
    reception.received.map(({ method, url, text }) => [method, url, text === '' ? '' : (JSON.parse(text) as unknown)]);
  const reply = (...bodies: object[]): void => {
    reception.replies = bodies.map((body) => ({ status: 200, body: JSON.stringify(body) }));
  };

  it('acknowledges alerts by their ids, or all of a resource, until none is left', async () => {
    reply({ acknowledged: 1, remaining: 0 });
    expect(await run('acknowledge', '10043', '10044', '--comment', 'on it')).toBe(0);
    reception.respondTo = () => [{ resourceId: 7, resourceName: 'web-1' }];
    reply({ acknowledged: 10_000, remaining: 5 }, { acknowledged: 5, remaining: 0 });
    expect(await run('acknowledge', '--all', '--resource', 'web-1')).toBe(0);
    expect(sent()).toEqual([
      ['POST', '/rest/alert/acknowledge', { comment: 'on it', alerts: [10_043, 10_044] }],
      ['POST', '/rest/alert/acknowledge?resourceId=7', { all: true }],
      ['POST', '/rest/alert/acknowledge?resourceId=7', { all: true }],
    ]);
    expect(reception.said).toBe(
      'Acknowledged 1 alert. The others are already acknowledged, or do not exist.\nAcknowledged 10,005 alerts.\n',
    );
  });

  it.each([[[]], [['--all', '1']], [['x']], [['1', '--incident', '2']]])(
    'acknowledges nothing when %j is ambiguous',
    async (args) => {
      expect(await run('acknowledge', ...args)).toBe(1);
      expect(sent()).toEqual([]);
    },
  );

  it('resolves incidents one after the other, and names those that fail', async () => {
    reception.replies = [
      { status: 404, body: '{"message":"no incident"}' },
      { status: 200, body: '{}' },
    ];
    expect(await run('resolve', '1', '2', '--comment', 'replaced')).toBe(1);
    expect(sent()).toEqual([
      ['POST', '/rest/incident/1/resolve', { comment: 'replaced' }],
      ['POST', '/rest/incident/2/resolve', { comment: 'replaced' }],
    ]);
    expect([reception.said, reception.complaints]).toEqual([
      'Resolved incident 2.\n',
      ['1: Rejected with 404: no incident'],
    ]);
  });

  it('lists the hosts that wait, and imports one with the servers that were found on it', async () => {
    const host = { resourceId: 10, resourceName: 'web-1', status: 'NEW', ancestry: null };
    const server = { resourceId: 11, resourceName: 'postgres', status: 'NEW', ancestry: '5_:_10_:_web-1' };
    const other = { resourceId: 21, resourceName: 'nginx', status: 'NEW', ancestry: '5_:_20_:_web-2' };
    reception.respondTo = (target) => {
      if (target.includes('category=PLATFORM')) return [host];
      if (target.includes('status=NEW')) return [other, server];
      return target.endsWith('/10') ? host : server;
    };
    reply({});
    expect(await run('import')).toBe(0);
    expect(sent()).toEqual([]);
    expect(reception.said).toMatch(/^10 +web-1 /m);
    expect(await run('list', 'resources', '--query', 'status=NEW')).toBe(0);
    expect(reception.said).toMatch(/^11 +postgres +web-1 +/m);

    expect(await run('import', 'web-1', 'web-9')).toBe(1);
    expect(sent()).toEqual([
      ['PUT', '/rest/resource/10', { ...host, status: 'COMMITTED' }],
      ['PUT', '/rest/resource/11', { ...server, status: 'COMMITTED' }],
    ]);
    expect(reception.said).toMatch(/Imported web-1, with 1 server\.\n$/);
    expect(reception.complaints).toEqual(['web-9: No host of this name is waiting for import.']);
  });

  it("requests scans of a policy's systems", async () => {
    reception.respondTo = (target) => {
      const record = target.includes('/systems') ? { id: SYSTEM, display_name: 'web-1' } : { id: POLICY, title: 'web' };
      return { data: [record], meta: { total: 1 } };
    };
    reply({ data: { queued: 1, under_way: 0, not_scanned: 0 } });
    expect(await run('scan', 'web', '--system', 'web-1')).toBe(0);
    expect(sent()).toEqual([['POST', `/api/compliance/v2/policies/${POLICY}/scans`, { system_ids: [SYSTEM] }]]);
    expect(reception.said).toMatch(/^1 scan requested, 0 already in progress, 0 systems cannot be scanned\.\n/);
  });

  it('executes an operation of a resource, and waits for its end', async () => {
    const states = ['inprogress', 'failure'];
    reception.respondTo = (target) => {
      if (target.startsWith('/rest/operation/definitions')) return [{ id: 3, name: 'List processes' }];
      return { jobId: 'a=b', status: states.shift(), errorMessage: 'no' };
    };
    reply({ id: 9 }, { links: [{ history: { href: 'http://x/rest/operation/history/a%3Db' } }] });
    expect(await run('run', '7', 'List processes', 'count:=5')).toBe(1);
    expect(sent()).toEqual([
      ['POST', '/rest/operation/definition/3?resourceId=7', ''],
      ['PUT', '/rest/operation/9', { readyToSubmit: true, params: { count: 5 } }],
    ]);
    expect(reception.said).toBe('jobId: a=b\nstatus: failure\nerrorMessage: no\n');
    expect(await run('run', '7', 'Restart')).toBe(1);
    expect(reception.complaints).toEqual(['7 has no operation Restart. It has List processes.']);
  });

  describe('on a group', () => {
    const members = ['web-1', 'web-2', 'web-3'].map((host, at) => ({
      resourceId: at + 1,
      resourceName: 'nginx.service',
      ancestry: `5_:_${at + 10}_:_${host}`,
    }));
    /** How the operation ends on each member. */
    const given = (...outcomes: string[]): void => {
      reception.respondTo = (target) => {
        if (target.startsWith('/rest/group/8/resources')) return members;
        if (target.startsWith('/rest/group')) return [{ id: 8, name: 'web' }];
        if (target.startsWith('/rest/operation/definitions')) return [{ id: 3, name: 'restart' }];
        const status = outcomes.shift();
        return { jobId: 'a', status, errorMessage: status === 'success' ? null : 'It ended with exit code 1' };
      };
      // Responses for the draft and for its execution.
      reply({ id: 9, links: [{ history: { href: 'http://x/rest/operation/history/a' } }] });
    };

    it('executes an operation of one member after the other, and stops at the first failure', async () => {
      given('success', 'failure', 'success');
      expect(await run('run', '--group', 'web', 'restart')).toBe(1);
      expect(reception.said).toBe(
        'nginx.service on web-1: success\nnginx.service on web-2: failure, It ended with exit code 1\n' +
          'nginx.service on web-3: not run\n',
      );
      expect(sent().map((request) => (request as string[])[0])).toEqual(['POST', 'PUT', 'POST', 'PUT']);
    });

    it('continues after failures with --keep-going', async () => {
      given('success', 'failure', 'success');
      expect(await run('run', '--group', 'web', 'restart', '--keep-going')).toBe(1);
      expect(reception.said).toMatch(/nginx\.service on web-3: success\n$/);
    });

    it('executes on as many members at once as --at-once permits', async () => {
      given('success', 'success', 'success');
      expect(await run('run', '--group', 'web', 'restart', '--at-once', '2')).toBe(0);
      expect(await run('run', '--group', 'web', 'restart', '--at-once', '0')).toBe(1);
      expect(reception.complaints).toEqual(['--at-once is a number from 1: 0']);
    });
  });

  it('sends a test notification, and fails where it did not arrive', async () => {
    reply({ senderName: 'Webhook', state: 'FAILURE', message: 'https://x: HTTP 500', responses: ['500: oops'] });
    expect(await run('test', '10031')).toBe(1);
    expect(sent()).toEqual([['POST', '/rest/alert/notification/10031/test', '']]);
    expect(reception.said).toBe('Webhook: FAILURE: https://x: HTTP 500\n500: oops\n');
  });

  it('sends the whole record in a PUT, unless it was changed in between', async () => {
    const stored = { id: 5, name: 'load', enabled: true, priority: 'LOW', dampeningUnit: null, links: [], hidden: 1 };
    reception.respondTo = () => stored;
    reception.responseHeaders = { ETag: '"v1"' };
    reply({ ...stored, priority: 'HIGH', alertTime: 1_795_898_192_935 });
    expect(await run('update', 'alert-definitions', '5', 'priority=HIGH')).toBe(0);
    const [[method, , body]] = sent() as [[string, string, object]];
    expect([method, body]).toEqual(['PUT', { id: 5, name: 'load', enabled: true, priority: 'HIGH', links: [] }]);
    expect(reception.received[0]!.headers['if-match']).toBe('"v1"');
    expect(reception.said).toMatch(/^alertTime: 1795898192935 # 2026-11-28T20:36:32\.935Z$/m);
  });

  it('sends only the given fields in a PATCH', async () => {
    reply({ data: { id: POLICY } });
    expect(await run('update', 'policies', POLICY, 'compliance_threshold:=95')).toBe(0);
    expect(sent()).toEqual([['PATCH', `/api/compliance/v2/policies/${POLICY}`, { compliance_threshold: 95 }]]);
  });

  it('refuses unknown fields, and an update without fields', async () => {
    expect(await run('create', 'groups', 'nme=g1')).toBe(1);
    expect(await run('update', 'groups', '5')).toBe(1);
    expect(sent()).toEqual([]);
    expect(reception.complaints).toEqual([
      expect.stringMatching(/^nme: no such field\. Fields: id, name, /),
      'No fields given. See --help.',
    ]);
  });

  it('finds a guide by the short form of its id, or its title', async () => {
    const guide = { id: POLICY, ref_id: 'xccdf_org.ssgproject.content_benchmark_FIREFOX', title: 'Guide to Firefox' };
    const listed: string[] = [];
    reception.respondTo = (target) => {
      if (target.includes('/profiles')) listed.push(target);
      const isExact = decodeURIComponent(target).includes('ref_id = ');
      return { data: isExact ? [] : [guide], meta: { total: 1 } };
    };
    for (const name of ['FIREFOX', 'Guide to Firefox']) expect(await run('list', 'profiles', '--guide', name)).toBe(0);
    expect(listed.every((target) => target.includes(`/security_guides/${POLICY}/profiles`))).toBe(true);
    expect(await run('list', 'profiles', '--guide', 'firefox')).toBe(1);
    expect(reception.complaints).toEqual([`There is no guide named firefox. Similar: ${guide.ref_id}.`]);
  });

  it('finds policies with the same title by operators that their filter has', async () => {
    const requests: string[] = [];
    reception.respondTo = (target) => {
      requests.push(decodeURIComponent(target));
      const data = target.includes('filter=') ? [] : [{ id: POLICY, title: 'Web servers' }];
      return { data, meta: { total: data.length } };
    };
    expect(await run('get', 'policies', 'web servers')).toBe(1);
    expect(reception.complaints).toEqual(['There is no policy named web servers. Similar: Web servers.']);
    expect(requests.join()).not.toContain('~');
  });

  it('omits the version of the contract from reported errors', async () => {
    reception.replies = [{ status: 422, body: '{"errors":["V2::Policy title has already been taken"]}' }];
    expect(await run('create', 'policies', 'title=x', 'profile_id=1')).toBe(1);
    expect(reception.complaints).toEqual(['Rejected with 422: Policy title has already been taken']);
  });
});
