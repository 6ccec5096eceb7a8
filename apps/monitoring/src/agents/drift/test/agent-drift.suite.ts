import { givenAlertDefinition } from '../../../reports/test/given-records';
import { AgentJobs } from '../../agent-jobs.service';
import { readReportLines } from '../../../reports/test/report-lines';
import { givenDefinition, givenSchedule } from '../../../metrics/test/given-metrics';
import { givenResource, givenType } from '../../../test/given-inventory';
import { useMonitoring } from '../../../test/use-monitoring';

describe('drift that agents report', () => {
  const api = useMonitoring();
  const db = () => api.database;
  let serial = 0;
  let type = { id: 0 };

  const given = async (over: object = {}) => {
    const resource = await givenResource(db(), { type, ...over });
    await db().query(`UPDATE resource SET agent_name = 'host-a-agent' WHERE id = $1`, [resource.id]);
    return resource;
  };
  const report = async (...changeSets: unknown[]) => {
    const body = { reportId: `d-${++serial}`, changeSets };
    return (await api.post('/rest/agent/host-a-agent/drift').send(body).expect(200)).body as object;
  };
  const listCompliance = async ({ id }: { id: number }): Promise<string[]> => {
    const lines = await readReportLines(api, `driftCompliance?resourceTypeId=${type.id}`);
    return lines.filter((line) => line.endsWith(`/console/inventory/${id}`)).map((line) => line.split(',').at(-2)!);
  };
  const changed = (path: string) => [{ category: 'FILE_CHANGED', path }];

  beforeAll(async () => {
    type = await givenType(db());
    await db().query(
      `INSERT INTO drift_template (resource_type_id, name, definition) VALUES ($1, 'config-files', '{"includes": []}')`,
      [type.id],
    );
    await api.put('/rest/agent/host-a-agent').send({}).expect(201);
  });

  it('has definitions made from templates, and lists files by change set', async () => {
    const { id: resourceId } = await given();
    const set = { resourceId, definition: 'config-files' };
    const time = api.clock.now() - 1000;
    const initial = { ...set, version: 0, time, drifts: [{ category: 'FILE_ADDED', path: 'conf/a' }] };
    expect(await report(initial)).toMatchObject({ accepted: 1, rejected: [] });
    expect(await listCompliance({ id: resourceId })).toEqual(['true']);
    expect(await report({ ...set, version: 1, time, inCompliance: false, drifts: changed('conf/a') })).toMatchObject({
      accepted: 1,
    });
    expect(await listCompliance({ id: resourceId })).toEqual(['false']);
    const drift = 'recentDrift?categories=FILE_ADDED,FILE_CHANGED';
    expect(await readReportLines(api, drift)).toEqual([
      expect.stringMatching(/^1\/15\/26 11:59:59 AM UTC,config-files,1,FILE_CHANGED,conf\/a,/),
    ]);
    // A version that is known changes nothing, not even the compliance.
    expect(await report({ ...set, version: 1, inCompliance: true, drifts: changed('conf/b') })).toMatchObject({
      accepted: 1,
    });
    expect(await readReportLines(api, drift)).toHaveLength(1);
    expect(await listCompliance({ id: resourceId })).toEqual(['false']);
    await report({ ...set, version: 3, inCompliance: true, drifts: [] });
    expect(await listCompliance({ id: resourceId })).toEqual(['true']);
    // Late, and so no news.
    await report({ ...set, version: 2, inCompliance: false, drifts: changed('conf/a') });
    expect(await listCompliance({ id: resourceId })).toEqual(['true']);
    expect(await readReportLines(api, drift)).toHaveLength(2);
  });

  it('fires alerts, but not for the initial state', async () => {
    const resource = await given();
    const definition = await givenAlertDefinition(db(), { resource, name: 'drifted' });
    await api
      .post(`/rest/alert/definition/${definition.id}/conditions`)
      .send({ category: 'DRIFT', name: 'config-.*', option: 'conf/.*' })
      .expect(201);
    const fired = async () => {
      const { body } = await api.get(`/rest/alert?resourceId=${resource.id}`).expect(200);
      return (body as unknown[]).length;
    };
    const set = { resourceId: resource.id, definition: 'config-files' };
    await report({ ...set, version: 0, drifts: changed('conf/a') }, { ...set, version: 1, drifts: changed('bin/a') });
    expect(await fired()).toBe(0);
    await report({ ...set, version: 2, drifts: changed('conf/a') });
    await report({ ...set, version: 2, drifts: changed('conf/a') });
    expect(await fired()).toBe(1);
  });

  it('fires no alert where changes are planned, and is in the reports', async () => {
    await db().query(
      `INSERT INTO drift_template (resource_type_id, name, definition) VALUES ($1, 'planned', '{"handlingMode": "PLANNED_CHANGE"}')`,
      [type.id],
    );
    const resource = await given();
    const definition = await givenAlertDefinition(db(), { resource, name: 'any drift' });
    await api.post(`/rest/alert/definition/${definition.id}/conditions`).send({ category: 'DRIFT' }).expect(201);
    const set = { resourceId: resource.id, version: 1, drifts: changed('planned/a') };
    const fired = async () =>
      ((await api.get(`/rest/alert?resourceId=${resource.id}`).expect(200)).body as unknown[]).length;
    await report({ ...set, definition: 'planned' });
    expect(await fired()).toBe(0);
    expect(await readReportLines(api, 'recentDrift?categories=FILE_CHANGED&path=planned')).toHaveLength(1);
    await report({ ...set, definition: 'config-files' });
    expect(await fired()).toBe(1);
  });

  it('is compared with the baseline, file by file', async () => {
    const { id: resourceId } = await given();
    const set = { resourceId, definition: 'config-files' };
    const file = (path: string, letter: string, over: object = {}) => {
      return {
        category: 'FILE_CHANGED',
        path,
        sha256: letter.repeat(64),
        size: 1,
        mode: 0o100644,
        owner: '0:0',
        ...over,
      };
    };
    const removed = (path: string) => ({ category: 'FILE_REMOVED', path });
    const after = async (version: number, ...drifts: object[]) => {
      expect(await report({ ...set, version, drifts })).toMatchObject({ accepted: 1, rejected: [] });
      return (await listCompliance({ id: resourceId }))[0];
    };
    expect(await after(0, file('a', 'a'), file('b', 'b'))).toBe('true');
    expect(await after(1, file('a', 'c'))).toBe('false');
    expect(await after(2, file('b', 'b', { mode: 0o100600 }))).toBe('false');
    expect(await after(3, file('a', 'a'))).toBe('false');
    expect(await after(4, file('b', 'b'))).toBe('true');
    expect(await after(5, file('new', '1', { category: 'FILE_ADDED' }), removed('a'))).toBe('false');
    expect(await after(6, file('a', 'a', { category: 'FILE_ADDED' }))).toBe('false');
    expect(await after(7, removed('new'), removed('never there'))).toBe('true');
    expect(
      await db().value(
        `SELECT count(*) FROM drift_file f JOIN drift_definition d ON d.id = f.drift_definition_id
                              WHERE d.resource_id = $1`,
        [resourceId],
      ),
    ).toBe(2);
    await report({ ...set, version: 8, baseDirectoryMissing: true });
    expect(await listCompliance({ id: resourceId })).toEqual(['false']);
    await report({ ...set, version: 9, baseline: true, drifts: [file('other', 'd')] });
    expect(await listCompliance({ id: resourceId })).toEqual(['true']);
    expect(await after(10, file('other', 'e'))).toBe('false');
  });

  it('comes in parts, each stored once and in order', async () => {
    const { id: resourceId } = await given();
    const set = { resourceId, definition: 'config-files', version: 0 };
    const part = (number: number, ...paths: string[]) =>
      report({ ...set, part: number, drifts: paths.map((path) => ({ category: 'FILE_ADDED', path })) });
    await part(0, 'a', 'b');
    expect(await part(2, 'e')).toMatchObject({
      rejected: [{ index: 0, reason: 'part 2 of version 0 came before those ahead of it' }],
    });
    await part(1, 'c', 'd');
    await part(1, 'x');
    await part(2, 'e');
    const files = await db().query<{ path: string }>(
      `SELECT f.path FROM drift_file f JOIN drift_definition d ON d.id = f.drift_definition_id
        WHERE d.resource_id = $1 ORDER BY f.path`,
      [resourceId],
    );
    expect(files.map(({ path }) => path)).toEqual(['a', 'b', 'c', 'd', 'e']);
    expect(await readReportLines(api, 'recentDrift?categories=FILE_ADDED&path=e')).not.toContainEqual(
      expect.stringContaining(`/${resourceId}/`),
    );
  });

  it('is fetched by the agent as definitions of its resources, with the newest version that is stored', async () => {
    const other = await givenType(db());
    const template = (typeId: number, name: string, context: string, value: string) =>
      db().query(`INSERT INTO drift_template (resource_type_id, name, definition) VALUES ($1, $2, $3)`, [
        typeId,
        name,
        JSON.stringify({
          baseDirectory: { context, name: value },
          intervalSeconds: 60,
          includes: [{ path: '.', pattern: '*.conf' }],
          excludes: [],
        }),
      ]);
    await template(other.id, 'home', 'PLUGIN_CONFIGURATION', 'home');
    await template(other.id, 'etc', 'FILE_SYSTEM', '/etc/other');
    await template(other.id, 'traits', 'MEASUREMENT_TRAIT', 'server.home');
    await template(other.id, 'unknown trait', 'MEASUREMENT_TRAIT', 'other');
    const mine = await given({ type: other });
    const trait = await givenDefinition(db(), { type: other, name: 'server.home', dataType: 'TRAIT' });
    const schedule = await givenSchedule(db(), { type: other, definition: trait, resource: mine, dataType: 'TRAIT' });
    await db().query(
      `INSERT INTO trait_value (schedule_id, time_ms, value) VALUES ($1, 1, '/srv/old'), ($1, 2, '/srv/a')`,
      [schedule.id],
    );
    await givenResource(db(), { type: other });
    await db().query(`UPDATE resource SET plugin_configuration = '{"home": "/opt/a"}' WHERE id = $1`, [mine.id]);
    await report({ resourceId: mine.id, definition: 'etc', version: 3 });

    const { body } = await api.get('/rest/agent/host-a-agent/sync').expect(200);
    const common = {
      resourceId: mine.id,
      interval: 60_000,
      includes: [{ path: '.', pattern: '*.conf' }],
      excludes: [],
    };
    expect((body as { driftDefinitions: unknown[] }).driftDefinitions).toEqual([
      { ...common, name: 'etc', baseDirectory: '/etc/other', version: 3 },
      { ...common, name: 'home', baseDirectory: '/opt/a', version: null },
      { ...common, name: 'traits', baseDirectory: '/srv/a', version: null },
    ]);
  });

  it('is limited, whatever a hostile agent sends', async () => {
    const { id: resourceId } = await given();
    const set = { resourceId, definition: 'config-files', version: 1 };
    const long = String.fromCodePoint(0x1f4a9).repeat(2_000);
    const twice = (path: string, other: string) => ({ ...set, drifts: [...changed(path), ...changed(other)] });
    const many = Array.from({ length: 10_001 }, (_, n) => changed(`f${n}`)[0]!);
    const digest = 'must be 64 hexadecimal digits';
    const withField = (over: object) => ({ ...set, drifts: [{ ...changed('a')[0]!, ...over }] });
    expect(
      await report(
        twice('a', 'a'),
        twice('\ud800', '\ud801'),
        { ...set, drifts: many },
        withField({ sha256: 'x' }),
        withField({ sha256: 'A'.repeat(64) }),
        withField({ size: -1 }),
        withField({ mode: 65_536 }),
        withField({ owner: '<b>' }),
        { ...set, part: -1 },
        { ...set, drifts: [...changed(long), ...changed('<img src=x onerror=alert(1)>'), ...changed('../../root')] },
      ),
    ).toEqual({
      reportId: expect.any(String) as string,
      resync: false,
      accepted: 1,
      rejected: [
        { index: 0, reason: 'drift 1 names a file for the second time' },
        { index: 1, reason: 'drift 1 names a file for the second time' },
        { index: 2, reason: 'more than 10000 files' },
        { index: 3, reason: `drift 0 field sha256 ${digest}` },
        { index: 4, reason: `drift 0 field sha256 ${digest}` },
        { index: 5, reason: 'drift 0 field size must be a number of bytes' },
        { index: 6, reason: 'drift 0 field mode must be a mode' },
        { index: 7, reason: 'drift 0 field owner must be a user and a group' },
        { index: 8, reason: 'field part must be a whole number from 0 to 10000' },
      ],
    });
    const { text } = await api
      .get('/rest/reports/recentDrift?categories=FILE_CHANGED&path=onerror')
      .set('Accept', 'text/csv')
      .expect(200);
    expect(text).toContain('<img');
  });

  it('is deleted after 90 days, except the newest of a definition', async () => {
    const { id: resourceId } = await given();
    const set = { resourceId, definition: 'config-files' };
    const old = api.clock.now() - 91 * 24 * 3_600_000;
    for (const version of [0, 1, 2]) await report({ ...set, version, time: old, drifts: changed('forgotten') });
    const { id: busy } = await given();
    await report({ ...set, resourceId: busy, version: 0, time: old });
    await report({ ...set, resourceId: busy, version: 1, drifts: changed('kept') });
    await api.service.app.get(AgentJobs, { strict: false }).purge(new AbortController());
    const kept = await db().query(
      `SELECT d.resource_id AS id, c.version FROM drift_change_set c JOIN drift_definition d ON d.id = c.drift_definition_id
        WHERE d.resource_id IN ($1, $2) ORDER BY d.resource_id, c.version`,
      [resourceId, busy],
    );
    expect(kept).toEqual([
      { id: resourceId, version: 2 },
      { id: busy, version: 1 },
    ]);
    expect(await listCompliance({ id: resourceId })).toEqual(['false']);
  });

  it('is refused set by set', async () => {
    const foreign = await givenResource(db(), { type });
    const { id: resourceId } = await given();
    const set = { resourceId, definition: 'config-files', version: 1 };
    const wrong = [
      { ...set, resourceId: foreign.id },
      { ...set, definition: 'unknown' },
      { ...set, definition: undefined },
      { ...set, version: -1 },
      { ...set, version: '1' },
      { ...set, time: 'now' },
      { ...set, time: api.clock.now() + 600_001 },
      { ...set, drifts: {} },
      { ...set, drifts: [...changed('a'), { category: 'FILE_EATEN', path: 'a' }] },
      { ...set, drifts: changed('') },
    ];
    expect(await report(...wrong, set)).toMatchObject({
      accepted: 1,
      rejected: [
        { index: 0, reason: `unknown resource ${foreign.id}` },
        { index: 1, reason: 'unknown drift definition unknown' },
        { index: 2, reason: 'field definition must be a string' },
        { index: 3, reason: 'field version must be a whole number from 0' },
        { index: 4, reason: 'field version must be a whole number from 0' },
        { index: 5, reason: 'field time must be a time' },
        { index: 6, reason: 'more than 10 minutes ahead' },
        { index: 7, reason: 'field drifts must be a list' },
        { index: 8, reason: 'drift 1 needs a known category and a path of at most 4000 characters' },
        { index: 9, reason: 'drift 0 needs a known category and a path of at most 4000 characters' },
      ],
    });
  });
});
