import { type CallerClaims, OWN_ISSUER } from '@wardstone/auth';
import { eventually, TEST_ORG } from '@wardstone/testing';
import { aTestResult } from '../../../../../libs/scap/test/scan.builder';
import { givenScannableSystem, uploadResult } from '../../test-results/test/given-scannable-system';
import { BASE, useCompliance } from '../../test/use-compliance';
import { EvidenceMailer } from '../evidence-mailer.service';
import { EvidenceSchedulesQueries } from '../evidence-schedules.queries';
import { PlantedGateway } from './planted-gateway';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const RIGHTS = ['compliance:policy:write', 'compliance:report:read', 'compliance:waiver:read', 'inventory:hosts:read'];
const HOURLY = { files: ['evidence.csv'], cron: '30 * * * *', people: ['ann'], addresses: ['audit@example.org'] };

describe('evidence by mail', () => {
  const gateway = new PlantedGateway();
  const settings: Record<string, string> = {};
  beforeAll(async () => {
    await gateway.start();
    settings['GATEWAY_JWKS_URL'] = `${gateway.url}/auth/jwks.json`;
  });
  const { db, api } = useCompliance(settings);
  afterAll(() => gateway.stop());

  let policyId: string;
  let startMs = Date.UTC(2026, 0, 15, 12);
  beforeEach(async () => {
    await db.asOrg(TEST_ORG).query('DELETE FROM evidence_schedule');
    startMs += 100 * HOUR_MS;
    api.clock.set(startMs);
    gateway.mails.length = 0;
    gateway.standing.clear();
    gateway.result = undefined;
    gateway.status = 200;
    const { policy, system, benchmark } = await givenScannableSystem(db, api);
    await uploadResult(api, system.id, aTestResult({ benchmark })).expect(201);
    policyId = policy.id;
  });

  interface Schedule {
    state: string;
    problem: string | null;
    next_at: string | null;
    outcome: string | null;
    author: string;
  }
  const place = (): string => `${BASE}/policies/${policyId}/evidence_schedule`;
  const ann = () => api.as({ username: 'ann', subject: toSubject('ann'), permissions: RIGHTS });
  const put = (body: object = HOURLY) => ann().put(place()).send(body);
  const read = async (): Promise<Schedule> => ((await api.get(place()).expect(200)).body as { data: Schedule }).data;
  const toSubject = (username: string): string => `${OWN_ISSUER}|${TEST_ORG}|${username}|2026-01-01T00:00:00.000Z`;
  const grant = (username: string, permissions = RIGHTS): void => {
    const identity: CallerClaims['identity'] = {
      org_id: TEST_ORG,
      type: 'User',
      subject: toSubject(username),
      user: { username },
    };
    gateway.standing.set(username, { identity, permissions, roles: [] });
  };
  /** The service also checks by itself. */
  const until = (what: string, holds: (schedule: Schedule) => boolean): Promise<unknown> =>
    eventually(what, async () => {
      await api.service.app.get(EvidenceMailer, { strict: false }).sendDue();
      return holds(await read());
    });

  it('is sent when it is due, with a summary and the files', async () => {
    grant('ann');
    await put({ ...HOURLY, files: ['evidence.csv', 'poam.oscal.json'], roles: ['viewer'] }).expect(200);
    expect(await read()).toMatchObject({
      state: 'on',
      author: 'ann',
      next_at: new Date(startMs + HOUR_MS / 2).toISOString(),
    });
    api.clock.advance(HOUR_MS / 2);
    await until('a mail', ({ outcome }) => outcome !== null);

    const [mail, ...more] = gateway.mails;
    expect(more).toEqual([]);
    expect(mail).toMatchObject({
      policyId,
      people: ['ann'],
      roles: ['viewer'],
      addresses: ['audit@example.org'],
      attempts: 0,
      since: startMs + HOUR_MS / 2,
    });
    expect(mail!.lines[0]).toMatch(/^0 of 1 assigned system compliant/);
    const day = new Date(api.clock.now()).toISOString().slice(0, 10);
    expect(mail!.attachments.map(({ name }) => name)).toEqual([`evidence-${day}.csv`, `poam-${day}.oscal.json`]);
    const [csv, oscal] = mail!.attachments.map(({ content }) => Buffer.from(content, 'base64').toString());
    expect(csv).toMatch(/^policy,system,/);
    expect(JSON.parse(oscal!)).toHaveProperty('plan-of-action-and-milestones');
    expect(await read()).toMatchObject({
      outcome: 'sent to [ann]',
      problem: null,
      next_at: new Date(startMs + HOUR_MS * 1.5).toISOString(),
    });
  });

  it('turns off, with the reason, when its author may no longer read it or was removed, until someone sets it again', async () => {
    grant('ann', RIGHTS.slice(1));
    await put().expect(200);
    api.clock.advance(HOUR_MS);
    await until('it is off', ({ state }) => state === 'off');
    expect(await read()).toMatchObject({ problem: 'ann no longer has compliance:policy:write', next_at: null });

    gateway.standing.clear();
    await put().expect(200);
    expect(await read()).toMatchObject({ state: 'on', problem: null });
    api.clock.advance(HOUR_MS);
    await until('it is off', ({ state }) => state === 'off');
    expect((await read()).problem).toBe('The account ann was removed or disabled');
    expect(gateway.mails).toEqual([]);
  });

  it('is not read with the rights of a new account of the same name', async () => {
    grant('ann');
    const { identity, ...claims } = gateway.standing.get('ann') as CallerClaims;
    gateway.standing.set('ann', { ...claims, identity: { ...identity, org_id: 'umbrella' } });
    await put().expect(200);
    api.clock.advance(HOUR_MS);
    await until('it is off', ({ state }) => state === 'off');
    expect(gateway.mails).toEqual([]);
  });

  it('is tried again for a day while monitoring is away, then waits for the next time', async () => {
    grant('ann');
    gateway.status = 503;
    await put({ ...HOURLY, cron: '30 0 1 * *' }).expect(200);
    const dueMs = Date.parse((await read()).next_at!);
    api.clock.set(dueMs);
    await until('a failure', ({ problem }) => problem !== null);
    expect(await read()).toMatchObject({
      state: 'on',
      problem: expect.stringMatching(/^Not sent: monitoring returned 503/) as string,
      next_at: new Date(dueMs + MINUTE_MS).toISOString(),
    });
    api.clock.set(dueMs + 25 * HOUR_MS);
    await until('the next month', ({ next_at: next }) => Date.parse(next!) > dueMs + 27 * 24 * HOUR_MS);
    const ids = gateway.mails.map(({ reportId }) => reportId);
    expect(new Set(ids).size).toBe(1);
  });

  it('remembers reached recipients, and retries the rest when monitoring says', async () => {
    grant('ann');
    const outcomes = [
      { target: 'ann', outcome: 'sent', text: 'ann' },
      { target: 'audit@example.org', outcome: 'failed', text: 'audit@example.org: no mailbox' },
    ] as const;
    await put().expect(200);
    api.clock.advance(HOUR_MS / 2);
    gateway.result = { outcomes, nextAttempt: api.clock.now() + MINUTE_MS };
    await until('a part', ({ problem }) => problem === 'audit@example.org: no mailbox');
    gateway.result = undefined;
    api.clock.advance(MINUTE_MS);
    await until('the rest', ({ problem }) => problem === null);
    expect(gateway.mails.map(({ attempts, outcomes: known }) => [attempts, known])).toEqual([
      [0, []],
      [1, outcomes],
    ]);
  });

  it('is sent although schedules of another organisation cannot be read', async () => {
    const broken = 'a-broken-organisation';
    await db.asOrg(broken).query(`INSERT INTO evidence_organisation (id, next_at) VALUES ($1, 'epoch')`, [broken]);
    const queries = api.service.app.get(EvidenceSchedulesQueries, { strict: false });
    const lease = queries.lease.bind(queries);
    queries.lease = (orgId, ...times) =>
      orgId === broken ? Promise.reject(new Error('broken')) : lease(orgId, ...times);
    try {
      grant('ann');
      await put().expect(200);
      api.clock.advance(HOUR_MS / 2);
      await until('a mail', ({ outcome }) => outcome !== null);
    } finally {
      Reflect.deleteProperty(queries, 'lease');
      await db.asOrg(broken).query('DELETE FROM evidence_organisation WHERE id = $1', [broken]);
    }
  });

  it('names files that are too large to attach', async () => {
    grant('ann');
    await db
      .asOrg(TEST_ORG)
      .query(`UPDATE policy SET description = repeat('long ', 1200000) WHERE id = $1`, [policyId]);
    await put({ ...HOURLY, files: ['evidence.html', 'evidence.csv'] }).expect(200);
    api.clock.advance(HOUR_MS);
    await until('a mail', ({ outcome }) => outcome !== null);
    expect(gateway.mails[0]!.attachments).toHaveLength(1);
    expect(gateway.mails[0]!.fileLines).toContain(
      'Too large to attach: evidence.html. Download these files from the page of the policy.',
    );
  });

  describe('channels', () => {
    const slack = (name: string, url: string) => ({ name, sender: 'Slack', config: { url } });
    const hook = { name: 'Hook', sender: 'Webhook', config: { url: 'https://hook.example/in?k=1', secret: 'seal' } };
    const secrets = (one: string): object => ({
      ...HOURLY,
      people: [],
      addresses: [],
      files: [],
      channels: [slack('Audit', one)],
    });
    const MASK = '********';
    const stored = async (): Promise<unknown[]> => {
      const [row] = await db.asOrg(TEST_ORG).query<{ channels: unknown[] }>('SELECT channels FROM evidence_schedule');
      return row!.channels;
    };

    it('get a summary and a link; files are written only for mails', async () => {
      grant('ann');
      await put({ ...secrets('https://slack.example/T0/B0'), files: ['evidence.csv'] }).expect(200);
      api.clock.advance(HOUR_MS / 2);
      await until('a message', ({ outcome }) => outcome !== null);
      expect(gateway.mails[0]).toMatchObject({
        channels: [slack('Audit', 'https://slack.example/T0/B0')],
        attachments: [],
        fileLines: [],
      });
      expect(gateway.mails[0]!.lines.join()).not.toContain('Attached');
    });

    it('show no secrets, and whole addresses only to who may set them', async () => {
      await put({ ...HOURLY, channels: [slack('Audit', 'https://slack.example/T0/B0'), hook] }).expect(200);
      const shown = async (permissions: string[]): Promise<object[]> => {
        const { body } = await api.as({ permissions }).get(place()).expect(200);
        return (body as { data: { channels: object[] } }).data.channels;
      };
      expect(await shown(RIGHTS)).toEqual([
        slack('Audit', MASK),
        { ...hook, config: { url: hook.config.url, secret: MASK } },
      ]);
      expect(await shown(['compliance:report:read', 'inventory:hosts:read'])).toEqual([
        slack('Audit', MASK),
        { ...hook, config: { url: `https://hook.example/${MASK}`, secret: MASK } },
      ]);
    });

    it('keep a masked secret for the same name, sender and address only', async () => {
      await put({
        ...HOURLY,
        channels: [slack('One', 'https://slack.example/1'), slack('Two', 'https://slack.example/2'), hook],
      });
      await put({
        ...HOURLY,
        channels: [slack('Two', MASK), { ...hook, config: { ...hook.config, secret: MASK } }],
      }).expect(200);
      expect(await stored()).toEqual([slack('Two', 'https://slack.example/2'), hook]);

      const moved = { ...hook, config: { url: 'https://evil.example/', secret: MASK } };
      for (const channel of [slack('Three', MASK), { ...slack('Hook', MASK) }, moved]) {
        const { body } = await put({ ...HOURLY, channels: [channel] }).expect(406);
        expect(JSON.stringify(body)).toContain('is masked, and nothing is stored for this name and address');
      }
      expect(await stored()).toEqual([slack('Two', 'https://slack.example/2'), hook]);
    });

    it.each([
      [[{ name: 'x', sender: 'PagerDuty', config: {} }], 'must be an array of objects with name, sender'],
      [[{ name: 'x', sender: 'Slack', config: { url: ['a'] } }], 'must be an array of objects with name, sender'],
      [[{ name: 'x', sender: 'Slack', config: { 'a\0': 'b' } }], 'must be an array of objects with name, sender'],
      [[{ name: 'x', sender: 'Slack' }], 'must be an array of objects with name, sender'],
      [[slack('x', 'file:///etc/passwd')], 'channel x: property url must be an address that begins with'],
      [[slack('', 'https://a.example')], 'channels must have names of 1 to 100 characters'],
      [[slack('x', 'https://a.example'), slack('x', 'https://b.example')], 'channels must have different names'],
      [[slack('x', `https://a.example/${'a'.repeat(2_000)}`)], 'has more than 20 settings of 2000 characters'],
      [Array.from({ length: 21 }, (_, n) => slack(`c${n}`, 'https://a.example')), 'recipients are too many'],
    ])('are refused: %j', async (channels, problem) => {
      const { body } = await put({ ...HOURLY, people: [], addresses: [], channels });
      expect(JSON.stringify(body)).toContain(problem);
      await api.get(place()).expect(404);
    });
  });

  it.each([
    [{ files: [] }, `files can't be blank`],
    [{ files: ['evidence.exe'] }, 'files must be of'],
    [{ cron: '* * * * *' }, 'cron must name a single minute'],
    [{ time_zone: 'Nowhere/Land' }, 'time zone must be an IANA name'],
    [{ people: [], addresses: [] }, 'must have a recipient'],
    [{ people: Array.from({ length: 20 }, (_, n) => `p${n}`) }, 'recipients are too many (maximum is 20)'],
    [{ addresses: ['a@b.example\r\nBcc: all@c.example'] }, 'addresses must be e-mail addresses'],
    [{ addresses: ['"x" <a@b.example>'] }, 'addresses must be e-mail addresses'],
    [{ roles: ['root'] }, 'roles must be names of roles'],
  ])('refuses %j', async (over, problem) => {
    const { body } = await put({ ...HOURLY, ...over }).expect(406);
    expect(JSON.stringify(body)).toContain(problem);
    await api.get(place()).expect(404);
  });

  it('requires permission to read evidence, and is deleted with its policy', async () => {
    for (const one of RIGHTS) {
      const others = RIGHTS.filter((right) => right !== one);
      await api.as({ permissions: others }).put(place()).send(HOURLY).expect(403);
    }
    await put().expect(200);
    await api.as({ orgId: 'umbrella' }).get(place()).expect(404);
    await ann().delete(place()).expect(202);
    await ann().delete(place()).expect(404);
    await put().expect(200);
    await api.delete(`${BASE}/policies/${policyId}`).expect(202);
    expect(await db.asOrg(TEST_ORG).query('SELECT 1 FROM evidence_schedule')).toEqual([]);
  });
});
