import { createHash } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { Requests } from '@wardstone/testing';
import { aGuideDocument, upload } from '../../guides/test/given-guide-document';
import { givenSystem } from '../../test/builders';
import { BASE, useCompliance } from '../../test/use-compliance';
import { aTestResult } from '../../../../../libs/scap/test/scan.builder';
import { givenScannableSystem, type Scannable, uploadResult } from '../../test-results/test/given-scannable-system';

const SCANS = `${BASE}/scans`;
const OWN = `${BASE}/agent/scans`;
const UNKNOWN = '11111111-2222-4333-8444-555555555555';

const sha256 = (bytes: Buffer | string): string => createHash('sha256').update(bytes).digest('hex');
const toBytes = (agent: Requests, path: string) =>
  agent
    .get(path)
    .buffer()
    .parse((response, done) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () => done(null, Buffer.concat(chunks)));
    });

describe('scans by agents', () => {
  const { db, api } = useCompliance();
  let serial = 0;
  let name: string;
  let agent: Requests;
  let given: Scannable & { benchmark: string };

  const getHost = (username: string) => ({
    agent_name: username,
    registered_by: `wardstone|acme|${username}|test`,
  });

  beforeEach(async () => {
    name = `scanner-${++serial}`;
    agent = api.as({ username: name, roles: ['agent'] });
    given = await givenScannableSystem(db, api, getHost(name));
  });

  const request = async (body: object = {}): Promise<Record<string, number>> =>
    (await api.post(`${BASE}/policies/${given.policy.id}/scans`).send(body).expect(202)).body.data;
  const offers = async (as = agent): Promise<Record<string, string>[]> =>
    (await as.get(OWN).expect(200)).body.data.scans;
  const newest = async (): Promise<Record<string, unknown>> => {
    const filter = encodeURIComponent(
      `policy_id = ${given.policy.id} and system_id = ${given.system.id} and newest = true`,
    );
    const { body } = await api.get(`${SCANS}?filter=${filter}`).expect(200);
    expect(body.data).toHaveLength(1);
    return body.data[0];
  };
  const report = (id: string, body: object, as = agent) => as.put(`${OWN}/${id}`).send(body);
  const result = () => aTestResult({ benchmark: given.benchmark });

  it('go from the request to the result', async () => {
    expect(await request()).toEqual({
      policy_id: given.policy.id,
      type: 'scan_request',
      queued: 1,
      under_way: 0,
      not_scanned: 0,
    });
    expect(await newest()).toMatchObject({ state: 'queued', asked_by: 'ann', display_name: given.system.display_name });
    const [offer] = await offers();
    expect(offer).toMatchObject({ system_id: given.system.id, profile_ref_id: 'p1' });
    expect(await newest()).toMatchObject({ state: 'offered' });
    await report(offer!['id']!, { state: 'running', evaluated_rule_count: 2 }).expect(200);
    expect(await newest()).toMatchObject({ state: 'running', evaluated_rule_count: 2, ended_at: null });
    const uploaded = await uploadResult(agent, given.system.id, result()).expect(201);
    const ended = { state: 'uploaded', test_result_id: uploaded.body.data.id };
    await report(offer!['id']!, ended).expect(200);

    expect(await newest()).toMatchObject({ ...ended, evaluated_rule_count: 2, reason: null });
    expect(await offers()).toEqual([]);
    // After a lost response, the agent repeats its requests, which changes nothing.
    await uploadResult(agent, given.system.id, result()).expect(200);
    expect((await report(offer!['id']!, { state: 'failed', reason: 'x' }).expect(200)).body.data.state).toBe(
      'uploaded',
    );
  });

  it('provide the guide and the tailoring with the stated digests', async () => {
    await request();
    const [offer] = await offers();
    const guide = await toBytes(agent, `${OWN}/${offer!['id']}/guide`).expect(200);
    const document = gunzipSync(guide.body as Buffer);

    expect(sha256(document)).toBe(offer!['guide_sha256']);
    expect(document.toString()).toBe(aGuideDocument({ refId: given.benchmark }));
    const tailoring = await toBytes(agent, `${OWN}/${offer!['id']}/tailoring`).expect(200);
    expect(sha256(tailoring.body as Buffer)).toBe(offer!['tailoring_sha256']);
    expect(await offers()).toEqual([offer]);
  });

  it('are limited to one at a time for each system and policy, under concurrent requests', async () => {
    const counts = await Promise.all(Array.from({ length: 10 }, () => request()));

    expect(counts.reduce((sum, { queued }) => sum + queued!, 0)).toBe(1);
    expect(counts.reduce((sum, { under_way }) => sum + under_way!, 0)).toBe(9);
    expect(await offers()).toHaveLength(1);
  });

  it('explain why systems cannot be scanned', async () => {
    const other = await givenSystem(db, { policies: [given.policy] });
    const newer = await givenSystem(db, { policies: [given.policy], ...getHost('newer'), os_major_version: 9 });
    const minor = await givenSystem(db, { policies: [given.policy], ...getHost('minor'), os_minor_version: 5 });
    expect(await request()).toMatchObject({ queued: 1, not_scanned: 3 });

    const { body } = await api
      .get(`${SCANS}?filter=${encodeURIComponent(`policy_id = ${given.policy.id} and state = not_scanned`)}`)
      .expect(200);
    const reasons = body.data.map((scan: Record<string, string>) => [scan['system_id'], scan['reason']]);
    expect(new Map(reasons)).toEqual(
      new Map([
        [other.id, 'no agent reports the system as its host'],
        [newer.id, 'the policy is for another operating system'],
        [minor.id, 'the policy has no tailoring for minor version 5'],
      ]),
    );
  });

  it('need the document of the guide, which a repeated import stores', async () => {
    await db.query('DELETE FROM guide_document WHERE security_guide_id = $1', [given.guideId]);
    expect(await request()).toMatchObject({ queued: 0, not_scanned: 1 });
    expect(await newest()).toMatchObject({
      state: 'not_scanned',
      reason: 'the document of the guide is not kept: import the guide again',
    });

    await upload(api, aGuideDocument({ refId: given.benchmark })).expect(200);
    expect(await request()).toMatchObject({ queued: 1 });
  });

  it('end as not scanned when the host has changed since the request', async () => {
    await request();
    await db.asOrg('acme').query('UPDATE system SET os_major_version = 9 WHERE id = $1', [given.system.id]);

    expect(await offers()).toEqual([]);
    expect(await newest()).toMatchObject({
      state: 'not_scanned',
      reason: 'the policy is for another operating system',
    });
  });

  it('can be limited to named systems', async () => {
    const second = await givenSystem(db, { policies: [given.policy], ...getHost('second') });

    expect(await request({ system_ids: [second.id, UNKNOWN] })).toMatchObject({ queued: 1, not_scanned: 0 });
    expect(await offers()).toEqual([]);
    expect(await offers(api.as({ username: 'second', roles: ['agent'] }))).toHaveLength(1);
  });

  it.each([
    ['queued', false],
    ['running', true],
  ])('are no longer sent to the agent once they are cancelled while they are %s', async (_state, isRunning) => {
    await request();
    if (isRunning) await report((await offers())[0]!['id']!, { state: 'running' }).expect(200);
    const { id } = await newest();
    const { body } = await api.delete(`${SCANS}/${id as string}`).expect(202);

    expect(body.data).toMatchObject({ state: 'cancelled', reason: 'cancelled by ann' });
    expect(await offers()).toEqual([]);
    expect((await report(id as string, { state: 'running' }).expect(200)).body.data.state).toBe('cancelled');
    expect(await request()).toMatchObject({ queued: 1 });
  });

  it('end when their system is taken out of the policy', async () => {
    await request();
    await api.delete(`${BASE}/policies/${given.policy.id}/systems/${given.system.id}`).expect(202);

    expect(await offers()).toEqual([]);
    expect(await newest()).toMatchObject({
      state: 'cancelled',
      reason: 'the system is no longer assigned to the policy',
    });
  });

  it('are kept, the last twenty of each system and policy', async () => {
    for (let at = 0; at < 25; at++) {
      // Scans of one moment have no last one.
      api.clock.advance(1_000);
      await request();
      await report((await offers())[0]!['id']!, { state: 'failed', reason: `try ${at}` }).expect(200);
    }

    const filter = encodeURIComponent(`system_id = ${given.system.id}`);
    expect((await api.get(`${SCANS}?filter=${filter}`)).body.meta.total).toBe(20);
  });

  describe('on a schedule', () => {
    const schedule = () => `${BASE}/policies/${given.policy.id}/scan_schedule`;
    const agoHours = async (hours: number): Promise<void> => {
      await db
        .asOrg('acme')
        .query(`UPDATE scan_schedule SET updated_at = updated_at - $2 * interval '1 hour' WHERE policy_id = $1`, [
          given.policy.id,
          hours,
        ]);
      await db
        .asOrg('acme')
        .query(`UPDATE policy_system SET created_at = '2020-01-01' WHERE policy_id = $1`, [given.policy.id]);
    };

    it('come due once per interval, and are made up for once', async () => {
      expect((await api.put(schedule()).send({ interval_hours: 24 }).expect(200)).body.data).toMatchObject({
        policy_id: given.policy.id,
        interval_hours: 24,
      });
      expect(await offers()).toEqual([]);
      await agoHours(24 * 30);

      const [offer] = await offers();
      expect(await newest()).toMatchObject({ state: 'offered', asked_by: null });
      await report(offer!['id']!, { state: 'failed', reason: 'x' }).expect(200);
      expect(await offers()).toEqual([]);
    });

    it('are requested once for concurrent polls', async () => {
      await api.put(schedule()).send({ interval_hours: 1 }).expect(200);
      await agoHours(2);
      const polls = await Promise.all(Array.from({ length: 10 }, () => offers()));

      expect(new Set(polls.flatMap((scans) => scans.map(({ id }) => id))).size).toBe(1);
    });

    it('by cron come due for each system at its own time after the cron time', async () => {
      const body = { cron: ' 30  2 * * * ', time_zone: 'Europe/Berlin', spread_minutes: 90 };
      const put = await api.put(schedule()).send(body).expect(200);
      await agoHours(0);
      expect(put.body.data).toMatchObject({
        interval_hours: null,
        cron: '30 2 * * *',
        time_zone: 'Europe/Berlin',
        spread_minutes: 90,
      });
      const read = (await api.get(schedule()).expect(200)).body.data;
      expect(read).toEqual(put.body.data);
      const ofSystem = (await api.get(`${BASE}/systems/${given.system.id}/scan_schedules`).expect(200)).body.data;
      expect(ofSystem).toEqual({ type: 'system_scan_schedules', system_id: given.system.id, schedules: [read] });

      const nextMs = Date.parse(read.next_scan_at as string);
      const berlin = new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Berlin', timeStyle: 'short' });
      expect([2, 3, 4]).toContain(Number(berlin.format(nextMs).slice(0, 2)));
      api.clock.set(nextMs - 1);
      expect(await offers()).toEqual([]);
      api.clock.set(nextMs);
      const [offer] = await offers();
      await report(offer!['id']!, { state: 'failed', reason: 'x' }).expect(200);
      api.clock.advance(20 * 3_600_000);
      expect(await offers()).toEqual([]);
      const after = (await api.get(schedule()).expect(200)).body.data;
      expect(Date.parse(after.next_scan_at as string)).toBeGreaterThan(api.clock.now());
    });

    it('show since when the scan of a system whose agent is away is overdue, and the next one of the policy', async () => {
      await api.put(schedule()).send({ cron: '0 * * * *' }).expect(200);
      await agoHours(0);
      api.clock.advance(10 * 3_600_000);
      const late = (await api.get(`${BASE}/systems/${given.system.id}/scan_schedules`).expect(200)).body.data;

      expect(Date.parse(late.schedules[0].next_scan_at as string)).toBeLessThan(api.clock.now() - 8 * 3_600_000);
      const { next_scan_at } = (await api.get(schedule()).expect(200)).body.data;
      expect(Date.parse(next_scan_at as string)).toBeGreaterThan(api.clock.now());
    });

    it('names no next scan without a system that has an agent', async () => {
      const lonely = await givenScannableSystem(db, api);
      const put = await api
        .put(`${BASE}/policies/${lonely.policy.id}/scan_schedule`)
        .send({ cron: '0 2 * * *', spread_minutes: 0 })
        .expect(200);

      expect(put.body.data).toMatchObject({ next_scan_at: null, time_zone: 'UTC', spread_minutes: 0 });
    });

    it('is read, changed and removed', async () => {
      await api.get(schedule()).expect(404);
      await api.put(schedule()).send({ interval_hours: 1 }).expect(200);
      await api.put(schedule()).send({ interval_hours: 168 }).expect(200);
      expect((await api.get(schedule()).expect(200)).body.data.interval_hours).toBe(168);
      await api.delete(schedule()).expect(202);
      await api.delete(schedule()).expect(404);
    });

    it.each([
      [{ interval_hours: 0 }, 406],
      [{ interval_hours: 8761 }, 406],
      [{ interval_hours: '24' }, 422],
      [{}, 406],
      [{ interval_hours: 1, cron: '0 * * * *' }, 406],
      [{ cron: '* * * * *' }, 406],
      [{ cron: 7 }, 422],
      [{ cron: '0 2 * * *', time_zone: 'a\0' }, 422],
      [{ cron: '0 2 * * *', spread_minutes: '60' }, 422],
    ])('refuses %j', async (body, status) => {
      await api.put(schedule()).send(body).expect(status);
    });
  });

  describe('to an attacker', () => {
    it('are inaccessible to another agent', async () => {
      const foe = api.as({ username: `foe-${serial}`, roles: ['agent'] });
      await request();
      const { id } = (await offers())[0]!;
      await foe.get(OWN).expect(404);
      await foe
        .put(`${BASE}/agent/system`)
        .send({ display_name: 'foe', os_major_version: 8, os_minor_version: 4 })
        .expect(201);

      expect(await offers(foe)).toEqual([]);
      await foe.get(`${OWN}/${id}/guide`).expect(404);
      await foe.get(`${OWN}/${id}/tailoring`).expect(404);
      await report(id!, { state: 'failed', reason: 'x' }, foe).expect(404);
      await foe.get(`${SCANS}/${id}`).expect(403);
      await foe.delete(`${SCANS}/${id}`).expect(403);
      await foe.post(`${BASE}/policies/${given.policy.id}/scans`).send({}).expect(403);
      expect(await newest()).toMatchObject({ state: 'offered' });
    });

    it('take no result of another system or policy', async () => {
      const other = await givenScannableSystem(db, api, getHost(`${name}-other`));
      const foreign = await uploadResult(api, other.system.id, aTestResult({ benchmark: other.benchmark })).expect(201);
      await request();
      const { id } = (await offers())[0]!;

      for (const test_result_id of [foreign.body.data.id, UNKNOWN, undefined]) {
        const { body } = await report(id!, { state: 'uploaded', test_result_id }).expect(406);
        expect(body.errors).toEqual(['V2::Scan test result must be one of its system and policy']);
      }
      expect(await newest()).toMatchObject({ state: 'offered' });
    });

    it.each([
      [{ state: 'cancelled' }, 422],
      [{ state: 'failed' }, 406],
      [{ state: 'failed', reason: ' ' }, 406],
      [{ state: 'failed', reason: 'a\0' }, 422],
      [{ state: 'running', evaluated_rule_count: -1 }, 422],
      [{ state: 'running', evaluated_rule_count: 100_001 }, 422],
      [{ state: 'running', system_id: UNKNOWN }, 422],
      [{}, 422],
    ])('refuse the report %j', async (body, status) => {
      await request();
      const refusal = await report((await offers())[0]!['id']!, body).expect(status);
      expect(refusal.text).not.toContain('$constraint');
    });

    it('bound what a report stores', async () => {
      await request();
      const { id } = (await offers())[0]!;
      await report(id!, { state: 'running', evaluated_rule_count: 100_000 }).expect(200);
      await report(id!, { state: 'failed', reason: '𝄞'.repeat(100_000) }).expect(200);

      expect([...((await newest())['reason'] as string)]).toHaveLength(500);
    });

    it('are invisible for other organisations', async () => {
      await request();
      const { id } = await newest();
      const stranger = api.as({ orgId: 'umbrella', username: name, roles: ['admin'] });

      await stranger.get(`${SCANS}/${id as string}`).expect(404);
      await stranger.delete(`${SCANS}/${id as string}`).expect(404);
      await stranger.post(`${BASE}/policies/${given.policy.id}/scans`).send({}).expect(404);
      await stranger.get(`${BASE}/systems/${given.system.id}/scan_schedules`).expect(404);
      expect((await stranger.get(SCANS)).body.data).toEqual([]);
    });
  });
});
