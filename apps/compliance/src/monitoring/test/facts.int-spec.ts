import { eventually } from '@wardstone/testing';
import { aTestResult, type ScanShape } from '../../../../../libs/scap/test/scan.builder';
import { givenScannableSystem, type Scannable, uploadResult } from '../../test-results/test/given-scannable-system';
import { BASE, useCompliance } from '../../test/use-compliance';
import { FactCourier } from '../fact-courier.service';
import { FactsService } from '../../facts/facts.service';

const NOW = Date.UTC(2026, 0, 15, 12);
const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const ORG = 'acme';
const ALL_PASS = { r1: 'pass', r2: 'pass', r3: 'pass' };

interface Fact {
  [field: string]: unknown;
  moment: number;
  events?: { severity: string; detail: string }[];
}

/** Nothing listens there, so facts stay queued. */
const GATEWAY_JWKS_URL = 'http://127.0.0.1:9/auth/jwks.json';

describe('facts for monitoring', () => {
  const { db, api } = useCompliance({ GATEWAY_JWKS_URL });
  const bob = api.as({ username: 'bob' });
  let serial = 0;
  let name: string;
  let given: Scannable & { benchmark: string };
  let scans = 0;

  const subject = () => `wardstone|${ORG}|${name}|test`;
  const facts = async (): Promise<Fact[]> => {
    const rows = await db
      .asOrg(ORG)
      .query<{ fact: Fact }>('SELECT f.fact FROM monitoring_fact f WHERE f.system_id = $1 ORDER BY f.id', [
        given.system.id,
      ]);
    return rows.map(({ fact }) => fact);
  };
  const lastFact = async (): Promise<Fact> => (await facts()).at(-1)!;
  const toTexts = ({ events = [] }: Fact): string[] => events.map(({ detail }) => detail);
  const scan = async (score: number, rules: ScanShape['rules'], over: ScanShape = {}): Promise<void> => {
    const endTime = new Date(NOW - DAY_MS + ++scans * MINUTE_MS).toISOString();
    const { benchmark } = given;
    const shape = { score: `<score system="urn:xccdf:scoring:default" maximum="100">${score}</score>` };
    const document = aTestResult({ benchmark, startTime: '', endTime, rules: rules!, ...shape, ...over });
    const agent = api.as({ username: name, roles: ['agent'] });
    expect((await uploadResult(agent, given.system.id, document)).status).toBe(201);
  };
  /** Runs a sweep; resolves when its changes are stored. */
  const afterSweep = async (byMs = 2 * MINUTE_MS): Promise<void> => {
    const before = api.clock.now();
    api.clock.advance(byMs);
    await eventually('a sweep', async () => {
      // The service may be at it, too.
      await api.service.app.get(FactCourier).sweepDue();
      return db.hasRow('SELECT 1 FROM swept_organisation o WHERE o.id = $1 AND o.swept_at > $2', [
        ORG,
        new Date(before),
      ]);
    });
  };

  beforeEach(async () => {
    api.clock.set(NOW);
    await db.query('UPDATE swept_organisation SET swept_at = $1', [new Date(NOW)]);
    name = `web-${++serial}`;
    given = await givenScannableSystem(db, api, { registered_by: subject(), agent_name: name });
    await db.asOrg(ORG).query('UPDATE policy SET compliance_threshold = 80 WHERE id = $1', [given.policy.id]);
  });

  it('include every result of the host of an agent, with what it changed', async () => {
    await scan(60, { r1: 'pass', r2: 'fail', r3: 'pass' });
    await scan(30, { r1: 'fail', r2: 'fail', r3: 'error' });
    await scan(100, ALL_PASS);

    const [first, second, third, ...others] = await facts();
    expect(others).toEqual([]);
    expect(first).toEqual({
      moment: NOW * 1000,
      agent: name,
      subject: subject(),
      systemId: given.system.id,
      policyId: given.policy.id,
      policy: given.policy.title,
      fresh: true,
      time: expect.any(Number),
      score: 60,
      scoreWithExceptions: 60,
      failedRules: 1,
      verdict: 'not_compliant',
      verdictWithExceptions: 'not_compliant',
      events: [{ severity: 'ERROR', detail: 'Non-compliant: score 60 is below 80' }],
    });
    expect(toTexts(second!)).toEqual(['Rule failed: r1', 'Rule failed: r3']);
    expect(toTexts(third!)).toEqual(['Compliant: score 100 is at least 80']);
    expect([first, second, third].map((fact) => fact!.moment - NOW * 1000)).toEqual([0, 1, 2]);
  });

  it('name the controls of rules that failed since', async () => {
    await scan(60, { r1: 'pass', r2: 'fail', r3: 'pass' });
    const framework = `f-${name}`;
    await db.asOrg(ORG).query(
      `WITH f AS (INSERT INTO framework (ref_id, title, addresses) VALUES ($2, 'F', '{}') RETURNING id),
            c AS (INSERT INTO control (framework_id, name, sort_key)
                  SELECT f.id, n, n FROM f, unnest('{AC-6,AC-2}'::text[]) n RETURNING number)
       INSERT INTO rule_control (rule_id, security_guide_id, control_numbers)
       SELECT r.id, r.security_guide_id, (SELECT array_agg(c.number) FROM c)
         FROM policy p JOIN rule r ON r.security_guide_id = p.security_guide_id
        WHERE p.id = $1 AND r.ref_id = 'r1'`,
      [given.policy.id, framework],
    );
    await scan(30, { r1: 'fail', r2: 'fail', r3: 'error' });

    const texts = toTexts((await facts())[1]!);
    expect(texts).toEqual([`Rule failed: r1 (${framework}:AC-2, ${framework}:AC-6)`, 'Rule failed: r3']);
  });

  it('include a result that is uploaded twice once', async () => {
    const document = aTestResult({ benchmark: given.benchmark });
    await uploadResult(api, given.system.id, document).expect(201);
    await uploadResult(api, given.system.id, document).expect(200);

    expect(await facts()).toHaveLength(1);
  });

  it('include no score where no rule was judged', async () => {
    await scan(0, { r1: 'notapplicable', r2: 'notapplicable', r3: 'notapplicable' });

    const fact = await lastFact();
    expect(fact).toMatchObject({ verdict: 'not_applicable', events: [] });
    expect(fact).not.toHaveProperty('score');
  });

  it('exclude systems that are not hosts', async () => {
    given = await givenScannableSystem(db, api, { registered_by: subject() });
    await uploadResult(api, given.system.id, aTestResult({ benchmark: given.benchmark })).expect(201);
    await afterSweep();

    expect(await facts()).toEqual([]);
  });

  it('report once that a result became stale, and once that it is fresh again', async () => {
    await scan(90, ALL_PASS);
    await api.put(`${BASE}/policies/${given.policy.id}/freshness`).send({ max_result_age_days: 2 }).expect(202);
    await afterSweep();
    expect(await facts()).toHaveLength(1);

    await afterSweep(3 * DAY_MS);
    await afterSweep();
    const [, stale, ...others] = await facts();
    expect(others).toEqual([]);
    expect(stale).toMatchObject({
      fresh: false,
      events: [{ severity: 'WARN', detail: expect.stringMatching(/^Stale: /) }],
    });
    expect(stale).not.toHaveProperty('score');

    await scan(90, ALL_PASS, { endTime: new Date(api.clock.now() - MINUTE_MS).toISOString() });
    expect(await lastFact()).toMatchObject({ fresh: true, score: 90, events: [] });
  });

  it('include the verdict when the threshold changes it', async () => {
    await scan(90, ALL_PASS);
    await api.patch(`${BASE}/policies/${given.policy.id}`).send({ compliance_threshold: 95 }).expect(202);
    await afterSweep();

    expect(toTexts(await lastFact())).toEqual(['Non-compliant: score 90 is below 95']);
    expect(await lastFact()).not.toHaveProperty('score');
  });

  it('include the verdict with exceptions when the threshold changes only that one', async () => {
    await scan(60, { r1: 'pass', r2: 'fail', r3: 'pass' });
    await db.asOrg(ORG).query(
      `UPDATE monitoring_state st SET score_with_exceptions = 85, verdict_with_exceptions = 'compliant'
          WHERE st.system_id = $1`,
      [given.system.id],
    );
    await afterSweep();
    expect(await facts()).toHaveLength(1);
    await api.patch(`${BASE}/policies/${given.policy.id}`).send({ compliance_threshold: 90 }).expect(202);
    await afterSweep();

    expect(await lastFact()).toMatchObject({ verdictWithExceptions: 'not_compliant', events: [] });
    expect(await facts()).toHaveLength(2);
  });

  it('cut a long title between characters', async () => {
    const title = `${'a'.repeat(499)}\u{1f512} for the servers`;
    await db.asOrg(ORG).query('UPDATE policy SET title = $2 WHERE id = $1', [given.policy.id, title]);
    await scan(90, ALL_PASS);

    expect(await lastFact()).toMatchObject({ policy: `${'a'.repeat(499)}\ufffd` });
  });

  /** More systems as the given one, with the same result. */
  const givenMore = async (count: number): Promise<void> => {
    await db.asOrg(ORG).query(
      `WITH made AS (
         INSERT INTO system (org_id, display_name, os_name, os_major_version, os_minor_version, updated, registered_by, agent_name)
         SELECT s.org_id, s.display_name || n, s.os_name, s.os_major_version, s.os_minor_version, s.updated, s.registered_by,
                s.agent_name || '-' || n
           FROM system s, generate_series(1, $2::integer) n WHERE s.id = $1
         RETURNING id, org_id),
       assigned AS (
         INSERT INTO policy_system (org_id, policy_id, system_id) SELECT m.org_id, $3, m.id FROM made m),
       scanned AS (
         INSERT INTO test_result (org_id, tailoring_id, report_id, system_id, end_time, score, supported, failed_rule_count,
                                  passed_rule_count, is_newest)
         SELECT t.org_id, t.tailoring_id, t.report_id, m.id, t.end_time, t.score, t.supported, t.failed_rule_count,
                t.passed_rule_count, true
           FROM test_result t, made m WHERE t.system_id = $1
         RETURNING id, system_id),
       judged AS (
         INSERT INTO rule_outcome (org_id, test_result_id, security_guide_id, result, rule_numbers)
         SELECT o.org_id, sc.id, o.security_guide_id, o.result, o.rule_numbers
           FROM test_result t JOIN rule_outcome o ON o.test_result_id = t.id, scanned sc WHERE t.system_id = $1)
       INSERT INTO monitoring_state (org_id, policy_id, system_id, agent_name, subject, moment, warned_at, test_result_id,
                                     verdict, verdict_with_exceptions, score_with_exceptions)
       SELECT st.org_id, st.policy_id, sc.system_id, st.agent_name, st.subject, st.moment, st.warned_at, sc.id, st.verdict,
              st.verdict_with_exceptions, st.score_with_exceptions
         FROM monitoring_state st, scanned sc WHERE st.system_id = $1`,
      [given.system.id, count, given.policy.id],
    );
  };
  const approvedWaiver = async (): Promise<void> => {
    const expires_at = new Date(NOW + 20 * DAY_MS).toISOString();
    const body = { rule_ref_id: 'r2', policy_id: given.policy.id, reason: 'The vendor needs it', expires_at };
    const { id } = (await api.post(`${BASE}/waivers`).send(body).expect(201)).body.data as { id: string };
    await bob.put(`${BASE}/waivers/${id}/decision`).send({ decision: 'approved' }).expect(202);
  };

  it.each<[string, string, () => Promise<unknown>]>([
    [
      'another threshold',
      'Non-compliant%',
      async () => {
        await api.patch(`${BASE}/policies/${given.policy.id}`).send({ compliance_threshold: 95 }).expect(202);
        api.clock.advance(2 * MINUTE_MS);
      },
    ],
    [
      'an exception that expires soon',
      'Exception expires%',
      async () => {
        await approvedWaiver();
        await afterSweep();
        api.clock.advance(6 * DAY_MS + 10 * MINUTE_MS);
      },
    ],
  ])(
    'are sent in parts about many systems: %s, once each, also when the service is killed between two parts',
    async (_what, text, change) => {
      await scan(90, { r1: 'pass', r2: 'fail', r3: 'pass' });
      await givenMore(1_199);
      const countFacts = async (): Promise<number[]> => {
        const rows = await db.asOrg(ORG).query<{ n: number }>(
          `SELECT count(*)::integer AS n FROM monitoring_fact f
          WHERE f.fact ->> 'policyId' = $1 AND f.fact -> 'events' -> 0 ->> 'detail' LIKE $2
          GROUP BY f.system_id`,
          [given.policy.id, text],
        );
        return rows.map(({ n }) => n);
      };

      const service = api.service.app.get(FactsService, { strict: false });
      const reportChanges = service.reportChanges.bind(service);
      let kills = 0;
      service.reportChanges = async (transaction, ...rest) => {
        const isFirst = (await countFacts()).length === 0;
        const after = await reportChanges(transaction, ...rest);
        // Simulates a killed process: the server ends its transaction.
        if (!isFirst && ++kills > 0) await transaction.query('SELECT pg_terminate_backend(pg_backend_pid())');
        return after;
      };
      await change();
      await eventually('the end of the second part', async () => {
        await api.service.app.get(FactCourier).sweepDue();
        return kills > 0;
      });
      service.reportChanges = reportChanges;
      expect((await countFacts()).length).toBeGreaterThan(0);
      expect((await countFacts()).length).toBeLessThan(1_200);

      await eventually('all', async () => {
        await api.service.app.get(FactCourier).sweepDue();
        return (await countFacts()).length === 1_200;
      });
      await afterSweep();
      expect(await countFacts()).toEqual(Array.from({ length: 1_200 }, () => 1));
      await db.asOrg(ORG).query('DELETE FROM monitoring_state WHERE policy_id = $1', [given.policy.id]);
    },
  );

  it('include the effect of an exception, that it expires soon, and that it has expired', async () => {
    await scan(60, { r1: 'pass', r2: 'fail', r3: 'pass' });
    const expires_at = new Date(NOW + 20 * DAY_MS).toISOString();
    const body = { rule_ref_id: 'r2', policy_id: given.policy.id, reason: 'The vendor needs it', expires_at };
    const { id } = (await api.post(`${BASE}/waivers`).send(body).expect(201)).body.data as { id: string };
    await bob.put(`${BASE}/waivers/${id}/decision`).send({ decision: 'approved' }).expect(202);
    await afterSweep();
    const excepted = await lastFact();
    expect(excepted).toMatchObject({ scoreWithExceptions: 100, verdictWithExceptions: 'compliant', events: [] });
    expect(excepted).toMatchObject({ time: excepted.moment / 1000, verdict: 'not_compliant' });
    expect(excepted).not.toHaveProperty('score');

    await afterSweep(7 * DAY_MS - 10 * MINUTE_MS);
    await afterSweep();
    const soon = await lastFact();
    expect(toTexts(soon)).toEqual([`Exception expires: r2 on ${expires_at}`]);
    await afterSweep();
    expect((await lastFact()).moment).toBe(soon.moment);

    await afterSweep(14 * DAY_MS);
    expect(await lastFact()).toMatchObject({
      scoreWithExceptions: 60,
      verdictWithExceptions: 'not_compliant',
      events: [],
    });
  });

  it.each([
    ['is taken from the policy', () => api.delete(`${BASE}/policies/${given.policy.id}/systems/${given.system.id}`)],
    ['goes with its policy', () => api.delete(`${BASE}/policies/${given.policy.id}`)],
    ['is removed', () => api.delete(`${BASE}/systems/${given.system.id}`)],
    ['is given to another login', () => api.put(`${BASE}/systems/${given.system.id}/owner`).send({ subject: null })],
  ])('report once that a system is no longer assigned: it %s', async (_how, change) => {
    await scan(90, ALL_PASS);
    await change().expect(202);
    await afterSweep();
    await afterSweep();

    const [, removal, ...others] = await facts();
    expect(others).toEqual([]);
    expect(removal).toMatchObject({ policyId: given.policy.id, agent: name, removed: true });
  });

  it('are dropped after seven days', async () => {
    await scan(90, ALL_PASS);
    await afterSweep(8 * DAY_MS);

    expect(await facts()).toEqual([]);
  });

  it('are separate for each organisation', async () => {
    await scan(90, ALL_PASS);

    expect(await db.query('SELECT 1 FROM monitoring_fact')).toEqual([]);
    expect(await db.asOrg('umbrella').query('SELECT 1 FROM monitoring_state')).toEqual([]);
  });
});

describe('with MONITORING_FACTS=off', () => {
  const { db, api } = useCompliance({ GATEWAY_JWKS_URL, MONITORING_FACTS: 'off' });

  it('sends nothing', async () => {
    const given = await givenScannableSystem(db, api, {
      registered_by: `wardstone|${ORG}|web|test`,
      agent_name: 'web',
    });
    await uploadResult(api, given.system.id, aTestResult({ benchmark: given.benchmark })).expect(201);
    await api
      .as({ username: 'host', roles: ['agent'] })
      .put(`${BASE}/agent/system`)
      .send({ display_name: 'host', os_major_version: 8, os_minor_version: 4 })
      .expect(201);

    expect(await db.asOrg(ORG).query('SELECT 1 FROM monitoring_fact')).toEqual([]);
  });
});
