import fc from 'fast-check';
import type { Response } from 'supertest';
import { givenPolicy } from '../../test/builders';
import { BASE, useCompliance } from '../../test/use-compliance';
import { givenFleet } from './given-fleet';

const { db, api } = useCompliance();
const START = Date.UTC(2026, 0, 15, 12);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
afterEach(() => api.clock.set(START));

const inDays = (days: number): string => new Date(api.clock.now() + days * DAY_MS).toISOString();
const ask = (body: object, requests: Pick<typeof api, 'post'> = api) =>
  requests.post(`${BASE}/waivers`).send({ reason: 'The vendor needs it', expires_at: inDays(30), ...body });
const decide = (id: string, decision: string) =>
  api.as({ username: 'bob' }).put(`${BASE}/waivers/${id}/decision`).send({ decision });

function asJson(response: Response, done: (error: Error | null, body: unknown) => void): void {
  const chunks: Buffer[] = [];
  response
    .on('data', (chunk: Buffer) => chunks.push(chunk))
    .on('end', () => done(null, JSON.parse(Buffer.concat(chunks).toString())));
}

describe('the exceptions of a past moment', () => {
  const hour = fc.integer({ min: 1, max: 100 });
  const waiver = fc.record({
    rule: fc.nat(3),
    asked: hour,
    approved: fc.option(hour),
    withdrawn: fc.option(hour),
    expires: fc.integer({ min: 101, max: 200 }),
  });

  it('equal those of a slow reference model', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(waiver, { maxLength: 4 }), fc.integer({ min: 0, max: 220 }), async (waivers, at) => {
        api.clock.set(START);
        const { policy, system, refs } = await givenFleet(db);
        const toHour = (hours: number): void => void api.clock.set(START + hours * 3_600_000);
        const counting = new Set<number>();
        for (const { rule, asked, approved, withdrawn, expires } of waivers) {
          const approvedAt = approved === null ? undefined : asked + approved;
          const withdrawnAt = withdrawn === null ? undefined : asked + (approved ?? 0) + withdrawn;
          toHour(asked);
          const expires_at = new Date(START + (asked + expires) * 3_600_000).toISOString();
          const { id } = (await ask({ rule_ref_id: refs[rule], policy_id: policy.id, expires_at }).expect(201)).body
            .data;
          if (approvedAt !== undefined) {
            toHour(approvedAt);
            await decide(id, 'approved').expect(202);
          }
          if (withdrawnAt !== undefined && withdrawnAt < asked + expires) {
            toHour(withdrawnAt);
            await api.delete(`${BASE}/waivers/${id}`).expect(202);
          }
          const end = Math.min(asked + expires, withdrawnAt ?? Infinity);
          if (approvedAt !== undefined && approvedAt <= at && at < end) counting.add(rule);
        }
        toHour(500);
        const moment = new Date(START + at * 3_600_000).toISOString();
        const file = `${BASE}/reports/${policy.id}/evidence.sarif?at=${moment}&system_id=${system.id}`;
        const { body } = await api.get(file).buffer(true).parse(asJson).expect(200);
        const [{ properties }, ...results] = body.runs[0].results;

        expect(properties).toMatchObject({ score: 60, scoreWithExceptions: 60 + counting.size * 10 });
        const suppressed = results.filter(({ suppressions }: { suppressions: object[] }) => suppressions.length > 0);
        expect(suppressed.map(({ ruleId }: { ruleId: string }) => ruleId).sort()).toEqual(
          [...counting].map((rule) => refs[rule]).sort(),
        );
      }),
      { seed: 30, numRuns: 12 },
    );
  });
});

describe('the number of exceptions of an organisation', () => {
  it('is limited, in force or requested within the last day', async () => {
    const owner = api.as({ orgId: 'prolific' });
    const { id } = await givenPolicy(db, { org_id: 'prolific' });
    const [rule] = await db.query<{ ref_id: string }>('SELECT r.ref_id FROM rule r LIMIT 1');
    const body = { rule_ref_id: rule!.ref_id, policy_id: id };
    const rows = db.asOrg('prolific');
    await rows.query(
      `INSERT INTO waiver (org_id, rule_ref_id, policy_id, reason, expires_at, requested_at, requested_by, requested_by_name)
       SELECT 'prolific', $1, $2, 'many', $4, $3, 'x', 'x' FROM generate_series(1, 5000)`,
      [body.rule_ref_id, id, inDays(-2), inDays(1)],
    );
    const refused = await ask(body, owner).expect(409);
    await ask(body).expect(406);
    api.clock.advance(DAY_MS);

    expect(refused.body.errors).toEqual([expect.stringContaining('5,000')]);
    await ask(body, owner).expect(201);
  });
});
