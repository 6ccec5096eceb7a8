import type { ServerResponse } from 'node:http';
import type { ComplianceResult } from '@wardstone/dto/monitoring';
import { eventually } from '@wardstone/testing';
import { useCompliance } from '../../test/use-compliance';
import { FactCourier } from '../fact-courier.service';
import { FactsService } from '../../facts/facts.service';
import { PlantedMonitoring } from './planted-monitoring';

const ORG = 'acme';
const NOW = Date.UTC(2026, 0, 15, 12);
const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const MIB = 1024 * 1024;

describe('facts sent to monitoring', () => {
  const monitoring = new PlantedMonitoring();
  const settings: Record<string, string> = {};
  beforeAll(async () => {
    await monitoring.start();
    settings['GATEWAY_JWKS_URL'] = `${monitoring.url}/auth/jwks.json`;
  });
  const { db, api } = useCompliance(settings);
  afterAll(() => monitoring.stop());

  let start = NOW;
  let hosts = 0;
  const aHost = (): string => `00000000-0000-4000-8000-${String(++hosts).padStart(12, '0')}`;
  const toName = (systemId: string, moment: number): string => `${systemId.slice(-4)}:${moment}`;
  /** Writes facts down, in their order. */
  const write = async (facts: readonly { systemId: string; moment: number; [field: string]: unknown }[]) => {
    await db.asOrg(ORG).query(
      `INSERT INTO monitoring_fact (org_id, system_id, created_at, fact)
       SELECT $1, (f.fact ->> 'systemId')::uuid, $2, f.fact
         FROM jsonb_array_elements($3::jsonb) WITH ORDINALITY f (fact, place) ORDER BY f.place`,
      [ORG, new Date(api.clock.now()), JSON.stringify(facts)],
    );
    api.service.app.get(FactsService, { strict: false }).waiting.add(ORG);
  };
  const look = (): Promise<void> => api.service.app.get(FactCourier, { strict: false }).handOverDue();
  const count = async (): Promise<number> => {
    const rows = await db.asOrg(ORG).query<{ n: number }>('SELECT count(*)::integer AS n FROM monitoring_fact');
    return rows[0]!.n;
  };
  /** The service also checks by itself. */
  const until = (what: string, holds: () => boolean | Promise<boolean>): Promise<unknown> =>
    eventually(what, async () => {
      await look();
      return holds();
    });

  beforeEach(async () => {
    // Later than the pause after the failures of the previous test.
    start += 10 * MINUTE_MS;
    api.clock.set(start);
    monitoring.misbehave = undefined;
    monitoring.requests.length = 0;
    monitoring.stored.length = 0;
    monitoring.sizes.length = 0;
    await db.query('UPDATE swept_organisation SET swept_at = $1', [new Date(start)]);
    await db.asOrg(ORG).query('DELETE FROM monitoring_fact');
    await db.asOrg(ORG).query('DELETE FROM monitoring_wait');
  });

  it('are delivered in order, and a waiting host delays no other', async () => {
    const [late, known] = [aHost(), aHost()] as const;
    monitoring.known.add(known);
    await write([
      { systemId: late, moment: 1 },
      { systemId: known, moment: 2 },
      { systemId: late, moment: 3 },
      { systemId: known, moment: 4 },
    ]);
    await until('the other host', () => monitoring.stored.length === 2);
    expect(monitoring.stored).toEqual([toName(known, 2), toName(known, 4)]);

    await write([
      { systemId: late, moment: 5 },
      { systemId: known, moment: 6 },
    ]);
    await until('the other host', () => monitoring.stored.length === 3);
    // A later fact of the host waits with the others.
    expect(monitoring.requests.at(-1)).toEqual([toName(known, 6)]);

    api.clock.advance(31 * SECOND_MS);
    await until('a question for the host', () => monitoring.requests.length === 3);
    expect(monitoring.requests.at(-1)).toEqual([toName(late, 1)]);
    monitoring.known.add(late);
    api.clock.advance(31 * SECOND_MS);
    await until('the host', async () => (await count()) === 0);
    expect(monitoring.stored.slice(3)).toEqual([1, 3, 5].map((moment) => toName(late, moment)));
    expect(await db.asOrg(ORG).query('SELECT 1 FROM monitoring_wait')).toEqual([]);
  });

  it('are retried for unknown hosts less and less often, at last every five minutes', async () => {
    const absent = Array.from({ length: 300 }, aHost);
    await write([1, 2].flatMap((moment) => absent.map((systemId) => ({ systemId, moment }))));
    const parked = () =>
      db
        .asOrg(ORG)
        .query<{ n: number }>('SELECT count(*)::integer AS n FROM monitoring_fact WHERE is_waiting')
        .then(([row]) => row!.n === 600);
    await until('all set aside', parked);
    monitoring.requests.length = 0;

    const requestCounts: number[] = [];
    for (let step = 1; step <= 180; step++) {
      api.clock.advance(20 * SECOND_MS);
      const isAnyDue = () =>
        db
          .asOrg(ORG)
          .hasRow('SELECT 1 FROM monitoring_wait w WHERE w.due_at <= $1 LIMIT 1', [new Date(api.clock.now())]);
      await until('all asked for', async () => !(await isAnyDue()));
      requestCounts.push(monitoring.requests.flat().length);
      monitoring.requests.length = 0;
    }

    expect(requestCounts.slice(0, 2).reduce((sum, one) => sum + one, 0)).toBe(300);
    const lastHalf = requestCounts.slice(90);
    const sum = lastHalf.reduce((total, one) => total + one, 0);
    // Each five to eight times in half an hour, and not all at once, though they began at once.
    expect(sum).toBeGreaterThanOrEqual(300 * 5);
    expect(sum).toBeLessThanOrEqual(300 * 8);
    expect(Math.max(...lastHalf)).toBeLessThan(300);
    expect(await count()).toBe(600);
  });

  it('are dropped after seven days, with the hosts that wait', async () => {
    await write([{ systemId: aHost(), moment: 1 }]);
    await until('it waits', () => db.asOrg(ORG).hasRow('SELECT 1 FROM monitoring_wait'));
    await db.query(
      `INSERT INTO swept_organisation (id, swept_at) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET swept_at = $2`,
      [ORG, new Date(start)],
    );
    api.clock.advance(8 * 24 * 60 * MINUTE_MS);
    await eventually('nothing waits', async () => {
      await api.service.app.get(FactCourier, { strict: false }).sweepDue();
      api.clock.advance(2 * MINUTE_MS);
      return (await count()) === 0;
    });

    expect(await db.asOrg(ORG).query('SELECT 1 FROM monitoring_wait')).toEqual([]);
  });

  it('are sent in portions that monitoring accepts, however long their texts are', async () => {
    const host = aHost();
    monitoring.known.add(host);
    const events = Array.from({ length: 100 }, () => ({ severity: 'WARN', detail: 'r'.repeat(512) }));
    await write(Array.from({ length: 200 }, (_none, n) => ({ systemId: host, moment: n + 1, events })));
    await until('all', async () => (await count()) === 0);

    expect(monitoring.stored).toEqual(Array.from({ length: 200 }, (_none, n) => toName(host, n + 1)));
    expect(Math.max(...monitoring.sizes)).toBeLessThan(4 * MIB);
  });

  type Misbehaviour = (response: ServerResponse, result: ComplianceResult) => void;
  const says =
    (change: (result: ComplianceResult) => unknown): Misbehaviour =>
    (response, result) =>
      void response.end(JSON.stringify(change(result)));

  it.each<[string, Misbehaviour]>([
    ['is not JSON', (response) => void response.end('<html>It works!</html>')],
    ['is nothing', (response) => void response.end()],
    ['is null', says(() => null)],
    ['is a list', says(() => [])],
    ['is an empty object', says(() => ({}))],
    ['has texts for lists', says((result) => ({ ...result, accepted: 2, waiting: '', rejected: '', platforms: '' }))],
    ['has accepted more than it was sent', says((result) => ({ ...result, accepted: 3 }))],
    ['has accepted less, and does not say which', says((result) => ({ ...result, accepted: 1 }))],
    ['speaks of facts that were not sent', says((result) => ({ ...result, accepted: 1, waiting: [7] }))],
    ['counts one twice', says((result) => ({ ...result, accepted: 0, waiting: [1, 1] }))],
    ['has positions that are none', says((result) => ({ ...result, accepted: 1, waiting: [-1] }))],
    [
      'refuses and waits for the same',
      says((result) => ({ ...result, accepted: 0, waiting: [0], rejected: [{ index: 0, reason: 'no' }] })),
    ],
    ['is of another report', says((result) => ({ ...result, reportId: 'r' }))],
    [
      'names the machines of other systems',
      says((result) => ({ ...result, platforms: [{ systemId: aHost(), resourceId: 1 }] })),
    ],
    ['names no machine', says((result) => ({ ...result, platforms: [{ systemId: aHost(), resourceId: 2 ** 40 }] }))],
    ['is an error', (response) => void response.writeHead(500).end('x'.repeat(MIB))],
    ['leads elsewhere', (response) => void response.writeHead(307, { location: '/rest/compliance/facts' }).end()],
    ['breaks off', (response) => void response.writeHead(200).socket?.destroy()],
  ])('stays when the response %s', async (_what, misbehave) => {
    const host = aHost();
    monitoring.known.add(host);
    await write([
      { systemId: host, moment: 1 },
      { systemId: host, moment: 2 },
    ]);
    monitoring.misbehave = misbehave;
    await until('a request', () => monitoring.requests.length > 0);
    await look();
    expect(await count()).toBe(2);

    monitoring.misbehave = undefined;
    await until('all', async () => {
      api.clock.advance(MINUTE_MS);
      return (await count()) === 0;
    });
    expect(monitoring.stored).toEqual([toName(host, 1), toName(host, 2)]);
  });

  it('stay queued when the response never ends, and reads little of it', async () => {
    const host = aHost();
    await write([{ systemId: host, moment: 1 }]);
    let written = 0;
    let isCutOff = false;
    monitoring.misbehave = (response) => {
      response.on('close', () => (isCutOff = true));
      const piece = Buffer.alloc(MIB, ' ');
      const goOn = (): void => {
        while (!isCutOff && written < 1024 && response.write(piece)) written++;
        if (!isCutOff && written < 1024) response.once('drain', goOn);
      };
      goOn();
    };
    await until('the end of the connection', () => isCutOff);

    expect(written).toBeLessThan(64);
    expect(await count()).toBe(1);
  });

  it('delay nothing else while there is no response', async () => {
    await db.query(
      `INSERT INTO swept_organisation (id, swept_at) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET swept_at = $2`,
      [ORG, new Date(start)],
    );
    let hasRequest = false;
    monitoring.misbehave = () => (hasRequest = true);
    await write([{ systemId: aHost(), moment: 1 }]);
    await eventually('a request', () => hasRequest);
    api.clock.advance(2 * MINUTE_MS);

    await eventually('a sweep', () =>
      db.hasRow('SELECT 1 FROM swept_organisation o WHERE o.id = $1 AND o.swept_at > $2', [ORG, new Date(start)]),
    );
    expect(await count()).toBe(1);
  });
});
