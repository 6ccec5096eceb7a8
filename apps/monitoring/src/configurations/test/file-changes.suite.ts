import { createHash } from 'node:crypto';
import type { FileChange, FileDifference } from '@wardstone/dto/monitoring';
import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { useMonitoring } from '../../test/use-monitoring';

describe('changes of watched files', () => {
  const api = useMonitoring();
  let resourceId = 0;
  let version = -1;
  let serial = 0;

  beforeAll(async () => {
    const type = await givenType(api.database);
    await api.database.query(
      `INSERT INTO drift_template (resource_type_id, name, definition) VALUES ($1, 'etc', '{"includes": []}')`,
      [type.id],
    );
    await api.put('/rest/agent/text-agent').send({}).expect(201);
    ({ id: resourceId } = await givenResource(api.database, { type }));
    await api.database.query(`UPDATE resource SET agent_name = 'text-agent' WHERE id = $1`, [resourceId]);
  });

  const digest = (text: string): string => createHash('sha256').update(text).digest('hex');
  const file = (path: string, content: string, text: string | undefined = content) => {
    return {
      category: 'FILE_CHANGED',
      path,
      sha256: digest(content),
      size: content.length,
      mode: 33188,
      owner: '0:0',
      text,
    };
  };
  const report = (...drifts: object[]) => reportSet({ version: ++version, drifts });
  const reportSet = async (set: object) => {
    const changeSets = [{ resourceId, definition: 'etc', ...set }];
    return (
      await api
        .post('/rest/agent/text-agent/drift')
        .send({ reportId: `t-${++serial}`, changeSets })
        .expect(200)
    ).body as { accepted: number };
  };
  const list = async (query = ''): Promise<FileChange[]> =>
    (await api.get(`/rest/resource/${resourceId}/drift${query}`).expect(200)).body as FileChange[];
  const newest = async (): Promise<FileDifference> => {
    const [change] = await list();
    return (await api.get(`/rest/resource/${resourceId}/drift/${change!.id}/difference`).expect(200))
      .body as FileDifference;
  };

  it('have the text before and after, where it was reported', async () => {
    await report(file('app.conf', 'port = 1\n'), { ...file('other', 'x'), text: undefined });
    expect(await list()).toEqual([]);
    await report(file('app.conf', 'port = 2\n'));
    expect(await newest()).toMatchObject({
      path: 'app.conf',
      before: 'port = 1\n',
      after: 'port = 2\n',
      difference: '@@ -1,1 +1,1 @@\n-port = 1\n+port = 2\n',
    });
    await report({ category: 'FILE_REMOVED', path: 'app.conf' });
    expect(await newest()).toMatchObject({ before: 'port = 2\n', after: null });
    await report(file('app.conf', 'port = 3\n'));
    expect(await newest()).toMatchObject({ before: null, after: 'port = 3\n' });
    await report({ ...file('other', 'y'), text: undefined });
    const [change] = await list();
    expect(change).toMatchObject({ path: 'other', category: 'FILE_CHANGED', version: 4, size: 1, hasText: false });
    const { body } = await api.get(`/rest/resource/${resourceId}/drift/${change!.id}/difference`).expect(404);
    expect(body).toEqual({ message: `Resource ${resourceId} has no file change ${change!.id} with a stored text` });
    expect((await list('?q=APP')).map(({ path }) => path)).toEqual(['app.conf', 'app.conf', 'app.conf']);
  });

  it('have no text where another change came between, or only the mode has changed', async () => {
    await report(file('b', '1'));
    await report({ ...file('b', '2'), text: undefined });
    await report(file('b', '3'));
    expect(await newest()).toMatchObject({ before: null, after: '3' });
    await report({ ...file('b', '3'), mode: 33152 });
    expect((await list())[0]).toMatchObject({ path: 'b', mode: 33152, hasText: false });
  });

  it('are compared with a new baseline', async () => {
    await reportSet({ version: ++version, baseline: true, drifts: [file('c', '1')] });
    await report(file('c', '2'));
    expect(await newest()).toMatchObject({ before: '1', after: '2' });
  });

  it('are kept within limits: of a text, of the changes, and of the files', async () => {
    expect(await report(file('big', 'x', 'x'.repeat(65_537)))).toMatchObject({ accepted: 0 });
    for (let n = 0; n < 3; n++) {
      const texts = Array.from({ length: 60 }, (_, at) => file(`many-${n}-${at}`, `${n} ${at}`, 'x'.repeat(65_536)));
      await report(...texts);
    }
    const bytes = (column: string, table: string) =>
      api.database.value<number>(`SELECT sum(octet_length(${column}))::integer FROM ${table}`);
    expect(await bytes('after', 'drift_text')).toBeLessThanOrEqual(8 * 1024 * 1024);
    expect(await bytes('text', 'drift_file_text')).toBeLessThanOrEqual(12 * 1024 * 1024);
    await report(...Array.from({ length: 600 }, (_, n) => file(`small-${n}`, `small ${n}`)));
    expect(await api.database.value('SELECT count(*)::integer FROM drift_text')).toBe(500);
  });

  it('are listed for callers who see the resource; texts require CONFIGURE_READ', async () => {
    const [change] = await list();
    const stranger = api.as({ username: 'eve', roles: ['viewer'] });
    await stranger.get(`/rest/resource/${resourceId}/drift`).expect(403);
    await stranger.get(`/rest/resource/${resourceId}/drift/${change!.id}/difference`).expect(403);
    const other = await givenResource(api.database);
    await api.get(`/rest/resource/${other.id}/drift/${change!.id}/difference`).expect(404);
    await givenGroup(api.database, { members: [{ id: resourceId }], roles: ['viewer'] });
    await stranger.get(`/rest/resource/${resourceId}/drift/${change!.id}/difference`).expect(200);
  });

  it('leave the report of the contract unchanged', async () => {
    const { text } = await api.get('/rest/reports/recentDrift?categories=FILE_CHANGED&path=small-1').expect(200);
    expect(text.split('\n')[0]).toBe('Creation Time,Definition,Snapshot,Category,Path,Resource,Ancestry,Details URL');
  });

  it('have an absolute path where the base directory is known', async () => {
    const setBase = (base: object) =>
      api.database.query(`UPDATE drift_template SET definition = jsonb_set(definition, '{baseDirectory}', $1)`, [
        JSON.stringify(base),
      ]);
    expect((await list())[0]).toMatchObject({ file: null });
    for (const name of ['/etc', '/etc/']) {
      await setBase({ context: 'FILE_SYSTEM', name });
      expect((await list('?q=app.conf'))[0]).toMatchObject({ path: 'app.conf', file: '/etc/app.conf' });
    }
    await setBase({ context: 'FILE_SYSTEM', name: '/' });
    expect((await list('?q=app.conf'))[0]).toMatchObject({ file: '/app.conf' });
    await setBase({ context: 'PLUGIN_CONFIGURATION', name: 'base' });
    expect((await list())[0]).toMatchObject({ file: null });
  });

  it('show markup as text', async () => {
    await report(file('page', '<script>alert(1)</script>\n'));
    expect((await newest()).after).toBe('<script>alert(1)</script>\n');
    const [change] = await list();
    const { text } = await api
      .get(`/rest/resource/${resourceId}/drift/${change!.id}/difference`)
      .set('Accept', 'text/html')
      .expect(200);
    expect(text).not.toContain('<script>alert');
  });
});
