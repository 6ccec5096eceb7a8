import { once } from 'node:events';
import http from 'node:http';
import { watchEventLoop } from '@wardstone/testing';
import { aTestResult } from '../../../../../libs/scap/test/scan.builder';
import { givenScannableSystem, uploadResult } from '../../test-results/test/given-scannable-system';
import { givenSystem } from '../../test/builders';
import { fillTailoring } from '../../test/result.builder';
import { BASE, useCompliance } from '../../test/use-compliance';

const { db, api } = useCompliance();

interface Row {
  [key: string]: unknown;
}
interface Cklb extends Row {
  stigs: (Row & { rules: Row[] })[];
  target_data: Row;
}

const CHECKS = {
  r1: '<x:title>One</x:title><x:fixtext>set it</x:fixtext><x:check system="C-1"><x:check-content>look\nat it</x:check-content></x:check>',
  r2: '<x:title>Two</x:title>',
  r3: '<x:title>Three</x:title>',
};

type Waiver = Row & { id: string; rule_ref_id: string; result: string; reason: string; state: string };

async function givenScan(severity?: string) {
  const given = await givenScannableSystem(db, api, {}, { ofRules: CHECKS });
  await fillTailoring(db, given.policy);
  if (severity !== undefined) {
    await db.query('UPDATE rule SET severity = $2 WHERE security_guide_id = $1', [given.guideId, severity]);
  }
  const rules = { r1: 'pass', r2: 'fail', r3: 'notchecked' };
  await uploadResult(api, given.system.id, aTestResult({ benchmark: given.benchmark, rules })).expect(201);
  const place = `${BASE}/reports/${given.policy.id}/systems/${given.system.id}`;
  const read = async (form: 'ckl' | 'cklb'): Promise<string> => {
    const { body } = await api
      .get(`${place}/checklist.${form}`)
      .buffer(true)
      .parse((response, done) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk)).on('end', () => done(null, Buffer.concat(chunks)));
      })
      .expect(200);
    return (body as Buffer).toString();
  };
  const write = (document: string, type = 'application/json', query = '') =>
    api.post(`${place}/checklist${query}`).set('Content-Type', type).send(document);
  const requested = async () => {
    const filter = encodeURIComponent(`policy_id = ${given.policy.id}`);
    const { body } = await api.get(`${BASE}/waivers?limit=100&filter=${filter}`).expect(200);
    return (body as { data: Waiver[] }).data;
  };
  const decide = ({ id }: Waiver, decision: 'approved' | 'rejected') =>
    api.as({ username: 'bob' }).put(`${BASE}/waivers/${id}/decision`).send({ decision }).expect(202);
  const cklb = async (): Promise<Cklb> => JSON.parse(await read('cklb')) as Cklb;
  return { ...given, place, read, cklb, write, requested, decide };
}

const statuses = ({ stigs }: Cklb, stig = 0) => stigs[stig]!.rules.map(({ rule_id, status }) => [rule_id, status]);

describe('a checklist', () => {
  it('has the newest outcome of each rule of the policy', async () => {
    const { cklb, system, benchmark } = await givenScan();
    const checklist = await cklb();

    expect(statuses(checklist)).toEqual([
      ['r1', 'not_a_finding'],
      ['r2', 'open'],
      ['r3', 'not_reviewed'],
    ]);
    expect(checklist.stigs[0]).toMatchObject({ stig_name: 'A guide', version: '1.0', size: 3 });
    expect(checklist.stigs[0]!['stig_id']).toBe(benchmark.split('_benchmark_')[1]);
    expect(checklist.stigs[0]!.rules[0]).toMatchObject({
      rule_title: 'One',
      check_content: 'look\nat it',
      fix_text: 'set it',
      group_id: 'g1',
    });
    expect(checklist.target_data['host_name']).toBe(system.display_name);
  });

  it.each(['ckl', 'cklb'] as const)('is unchanged after an export and import as %s', async (form) => {
    const { read, write, cklb, requested } = await givenScan();
    const [before, wholeBefore] = [await read(form), await cklb()];
    const { body } = await write(before, form === 'ckl' ? 'application/xml' : 'application/json').expect(202);

    expect((body as { data: object }).data).toMatchObject({
      matched_rule_count: 3,
      unknown_rule_count: 0,
      requested_review_count: 0,
    });
    expect(await read(form)).toBe(before);
    expect(await cklb()).toEqual(wholeBefore);
    expect(await requested()).toEqual([]);
  });

  it.each([
    ['ckl', 'application/xml'],
    ['cklb', 'application/json'],
  ] as const)(
    'requests the lower severities of a %s, which count and are exported once approved',
    async (form, type) => {
      const { read, write, requested, decide } = await givenScan('high');
      const before = await read(form);
      const given =
        form === 'ckl'
          ? before
              .replaceAll('<SEVERITY_OVERRIDE></SEVERITY_OVERRIDE>', '<SEVERITY_OVERRIDE>low</SEVERITY_OVERRIDE>')
              .replaceAll(
                '<SEVERITY_JUSTIFICATION></SEVERITY_JUSTIFICATION>',
                '<SEVERITY_JUSTIFICATION>behind &lt;a&gt; door</SEVERITY_JUSTIFICATION>',
              )
          : before.replaceAll(
              '"overrides":{}',
              '"overrides":{"severity":{"severity":"low","reason":"behind <a> door"}}',
            );
      const { body } = await write(given, type).expect(202);

      expect((body as { data: object }).data).toMatchObject({ requested_review_count: 3 });
      const requests = await requested();
      expect(requests.map(({ rule_ref_id }) => rule_ref_id).sort()).toEqual(['r1', 'r2', 'r3']);
      const lowering = { result: 'lowered', severity: 'low', reason: 'behind <a> door', state: 'requested' };
      for (const each of requests) expect(each).toMatchObject(lowering);
      expect(await read(form)).toBe(before);
      await write(given, type).expect(202);
      expect(await requested()).toHaveLength(3);

      const [first, second, third] = requests as [Waiver, Waiver, Waiver];
      await decide(first, 'rejected');
      expect(await read(form)).toBe(before);
      await write(given, type).expect(202);
      const again = (await requested()).find(({ id }) => requests.every((each) => each.id !== id))!;
      expect(again).toMatchObject({ ...lowering, rule_ref_id: first.rule_ref_id });
      for (const each of [again, second, third]) await decide(each, 'approved');
      expect(await read(form)).toBe(given);
      await write(given, type).expect(202);
      expect(await requested()).toHaveLength(4);
      expect(await read(form)).toBe(given);
    },
  );

  it('requests no severity that is not lower than that of the guide, and keeps it', async () => {
    const { cklb, write, requested } = await givenScan('low');
    const given = await cklb();
    for (const [at, severity] of ['high', 'low', 'none'].entries()) {
      given.stigs[0]!.rules[at]!['overrides'] = { severity: { severity, reason: 'x' }, other: at };
    }
    await write(JSON.stringify(given)).expect(202);
    expect(await requested()).toEqual([]);
    expect(await cklb()).toEqual(given);
  });

  it('keeps fields of other tools, and requests reviews of rules that no scan evaluated', async () => {
    const { cklb, write, requested, decide } = await givenScan();
    const checklist = await cklb();
    const [one, two, three] = checklist.stigs[0]!.rules as [Row, Row, Row];
    Object.assign(one, {
      comments: '<b>fine</b>',
      own: { deep: [1] },
      overrides: { severity: { severity: 'low', reason: 'x' } },
    });
    Object.assign(two, { status: 'not_applicable', finding_details: 'No such disk', comments: 'seen' });
    Object.assign(three, { status: 'open', comments: '\0' });
    const other = { stig_id: 'Other', own: true, rules: [{ rule_id: 'SV-9', status: 'open', comments: 'kept' }] };
    const given = { ...checklist, own: 1, target_data: { ...checklist.target_data, ip_address: '192.0.2.1' } };
    given.stigs = [...checklist.stigs, other];
    const { body } = await write(JSON.stringify(given)).expect(202);
    expect((body as { data: object }).data).toMatchObject({
      matched_rule_count: 3,
      unknown_rule_count: 1,
      requested_review_count: 2,
    });

    const reviews = await requested();
    expect(
      reviews.map(({ rule_ref_id, result, reason, state }) => [rule_ref_id, result, reason, state]).toSorted(),
    ).toEqual([
      ['r2', 'notapplicable', 'No such disk\nseen', 'requested'],
      ['r3', 'fail', 'Stated in a checklist', 'requested'],
    ]);
    expect(statuses(await cklb()).map(([, status]) => status)).toEqual(['not_a_finding', 'open', 'not_reviewed']);
    await write(JSON.stringify(given)).expect(202);
    expect(await requested()).toHaveLength(2);
    for (const review of reviews) await decide(review, 'approved');
    const { stigs, ...after } = await cklb();
    const { stigs: expected, ...rest } = given;
    expect(after).toEqual(rest);
    expect(stigs).toEqual([expected[0], { ...other, size: 1 }]);
  });

  it('of the maximum size does not delay other requests', async () => {
    const { write, cklb, place } = await givenScan();
    const keys = Object.fromEntries(Array.from({ length: 75 }, (_none, n) => [`own${n}`, n]));
    const rules = Array.from({ length: 4_900 }, (_none, n) => ({ rule_id: `SV-${n}`, status: 'open', ...keys }));
    const document = JSON.stringify({ stigs: [{ stig_id: 'Other', rules }] });
    await write('{"stigs":[]}').expect(202);
    const eventLoop = watchEventLoop();
    await write(document).expect(202);
    const { longestTurnMs: ofImport } = eventLoop.stop();
    expect(ofImport).toBeLessThan(100);
    for (const form of ['ckl', 'cklb']) {
      const download = watchEventLoop();
      await new Promise((resolve, reject) => {
        const headers = api.credentialsOf({});
        // Parsing it would block the test's own process.
        http
          .get(`${api.url}${place}/checklist.${form}`, { headers }, (response) => response.resume().on('end', resolve))
          .on('error', reject);
      });
      expect([form, download.stop().longestTurnMs < 100]).toEqual([form, true]);
    }
    const { stigs } = await cklb();
    expect(stigs[1]).toMatchObject({ size: 4_900, rules: expect.arrayContaining([rules.at(-1)]) as object });
  });

  it('is read by others while accounts send theirs slowly', async () => {
    const { place, read } = await givenScan();
    const slow = ['ann', 'bob', 'cleo', 'dan'].flatMap((username) =>
      [1, 2].map(() => {
        const sent = { 'Content-Type': 'application/json', Expect: '100-continue' };
        const headers = { ...api.credentialsOf({ username }), ...sent };
        const request = http.request(`${api.url}${place}/checklist`, { method: 'POST', headers });
        request.on('error', () => undefined);
        request.write('{"stigs":');
        return request;
      }),
    );
    await Promise.all(slow.map((request) => once(request, 'continue')));
    expect(JSON.parse(await read('cklb'))).toHaveProperty('stigs');
    for (const request of slow) request.destroy();
  });

  it('is rejected when it is invalid, too large, or for a system that the caller may not see', async () => {
    const { write, policy, place } = await givenScan();
    await write('{"stigs":1}').expect(422);
    await write('<!DOCTYPE a [<!ENTITY a "b">]><CHECKLIST/>', 'application/xml').expect(422);
    await write('a', 'text/plain').expect(415);
    await write('{"stigs":[]}', 'application/json', '?expires_at=2020-01-01T00:00:00Z').expect(406);
    await api
      .post(`${place}/checklist`)
      .set({ 'Content-Type': 'application/json', 'Content-Length': String(64 * 1024 * 1024) })
      .expect(413)
      .catch((error: NodeJS.ErrnoException) => expect(error.code).toBe('ECONNRESET'));
    const stranger = await givenSystem(db, {});
    await api.get(`${BASE}/reports/${policy.id}/systems/${stranger.id}/checklist.cklb`).expect(404);
  });
});

describe('a plan to fix a finding', () => {
  const DAY_MS = 86_400_000;

  it('has an owner and a due date, changes no score, and is listed in the plan of action and milestones', async () => {
    const { policy } = await givenScan();
    const body = {
      rule_ref_id: 'r2',
      policy_id: policy.id,
      result: 'planned',
      reason: '<script>alert(1)</script>',
      expires_at: new Date(api.clock.now() + DAY_MS).toISOString(),
    };
    await api.post(`${BASE}/waivers`).send(body).expect(406);
    await api
      .post(`${BASE}/waivers`)
      .send({ ...body, result: 'pass', owner: 'ann' })
      .expect(406);
    const { body: made } = await api
      .post(`${BASE}/waivers`)
      .send({ ...body, owner: '=Platform' })
      .expect(201);
    const { data } = made as { data: { id: string } };
    expect(data).toMatchObject({ state: 'planned', owner: '=Platform', needs_other_approver: false });
    await api
      .as({ username: 'bob' })
      .put(`${BASE}/waivers/${data.id}/decision`)
      .send({ decision: 'approved' })
      .expect(409);
    const text = async (file: string) =>
      (await api.get(`${BASE}/reports/${policy.id}/${file}`).buffer(true).expect(200)).text;

    const [head, line] = (await text('poam.csv')).trim().split(/\r?\n/);
    expect(head).toMatch(/^policy,weakness,rule,severity,controls,status,owner,due/);
    expect(line).toContain(`,planned,'=Platform,${body.expires_at}`);
    const plan = (JSON.parse(await text('poam.oscal.json')) as Record<string, Row>)['plan-of-action-and-milestones']!;
    expect(plan['risks']).toMatchObject([{ status: 'remediating', deadline: body.expires_at }]);
    expect(plan['poam-items']).toHaveLength(1);
    expect(JSON.stringify(plan)).not.toContain('"<script>');
    api.clock.advance(2 * DAY_MS);
    expect(await text('poam.csv')).toContain(',overdue,');
    await api.delete(`${BASE}/waivers/${data.id}`).expect(202);
    expect(await text('poam.csv')).toContain(',open,');
  });
});
