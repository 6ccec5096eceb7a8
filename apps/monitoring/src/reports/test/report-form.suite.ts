import { gunzipSync } from 'node:zlib';
import type supertest from 'supertest';
import { givenGroup, givenResource, givenType } from '../../test/given-inventory';
import { PUBLIC_URL, useMonitoring } from '../../test/use-monitoring';
import { REPORT_NAMES } from '../report-examples';

const HEADERS: Record<(typeof REPORT_NAMES)[number], string> = {
  alertDefinitions: 'Name,Description,Enabled,Priority,Parent,Ancestry,Details URL,Resource',
  configurationHistory: 'Version,Date Submitted,Date Completed,Status,Name,Ancestry,Details URL',
  driftCompliance: 'Resource Type,Plugin,Category,Version,Count,In Compliance?',
  inventorySummary: 'Resource Type,Plugin,Category,Version,Count',
  platformUtilization: 'Name,Version,CPU,Memory,Swap',
  recentAlerts: 'Creation Time,Name,Condition Text,Priority,Status,Resource,Ancestry,Details URL',
  recentDrift: 'Creation Time,Definition,Snapshot,Category,Path,Resource,Ancestry,Details URL',
  recentOperations: 'Date Submitted,Operation,Requester,Status,Resource,Ancestry,Details URL',
  suspectMetrics: 'Resource,Ancestry,Metric,Band,Outlier,Out of Range Factor (%),Date/Time',
};
const DETAILS = 'Resource Type,Plugin,Category,Version,Name,Ancestry,Description,Availability';

const toAddress = (name: string): string =>
  `/rest/reports/${name}${name === 'recentDrift' ? '?categories=FILE_ADDED' : ''}`;

/** The bytes as they came. */
const raw = (request: supertest.Test): supertest.Test =>
  request.buffer(true).parse((response, done) => {
    const chunks: Buffer[] = [];
    response.on('data', (chunk: Buffer) => chunks.push(chunk));
    response.on('end', () => done(null, Buffer.concat(chunks)));
  });

describe('reports', () => {
  const api = useMonitoring();
  const nobody = () => api.as({ roles: ['viewer'] });

  it.each(REPORT_NAMES.filter((name) => name !== 'inventorySummary' && name !== 'platformUtilization'))(
    '%s without rows has only its header',
    async (name) => {
      const { text, headers } = await nobody().get(toAddress(name)).expect(200);
      expect(text).toBe(`${HEADERS[name]}\n`);
      expect(headers).toMatchObject({
        'content-type': 'text/csv; charset=UTF-8',
        'cache-control': 'private, no-cache',
      });
      expect(headers['vary']).toMatch(/Accept.*Accept-Encoding/);
    },
  );

  it.each([
    ['inventorySummary', HEADERS.inventorySummary],
    ['platformUtilization', HEADERS.platformUtilization],
    ['inventorySummary?resourceTypeId=', HEADERS.inventorySummary],
    ['inventorySummary?resourceTypeId=42', `${DETAILS},Details URL`],
    ['driftCompliance?resourceTypeId=42', `${DETAILS},In Compliance?,Details URL`],
    ['driftCompliance?version=1', HEADERS.driftCompliance],
  ])('%s begins with its header', async (report, header) => {
    const { text } = await api.get(`/rest/reports/${report}`).expect(200);
    expect(text.split('\n', 1)).toEqual([header]);
  });

  it.each(REPORT_NAMES)('%s is CSV and nothing else', async (name) => {
    const address = toAddress(name);
    for (const accept of ['text/csv', 'text/*', '*/*', 'text/html, */*;q=0.1']) {
      const { headers } = await api.get(address).set('Accept', accept).expect(200);
      expect(headers['content-type']).toBe('text/csv; charset=UTF-8');
    }
    for (const accept of ['application/json', 'text/html', 'text/csv;q=0']) {
      await api.get(address).set('Accept', accept).expect(406);
    }
    await api.get(address.replace(name, `${name}.csv`)).expect(200);
    await api.get(address.replace(name, `${name}.json`)).expect(406);
    await api.anonymous.get(address).expect(401);
    await api.post(address).expect(405);
    const { text, headers } = await api.head(address).expect(200);
    expect([text ?? '', headers['content-type']]).toEqual(['', 'text/csv; charset=UTF-8']);
  });

  it('are compressed for clients that accept gzip', async () => {
    const plain = await api.get('/rest/reports/inventorySummary').set('Accept-Encoding', 'identity').expect(200);
    const { body, headers } = await raw(
      api.get('/rest/reports/inventorySummary').set('Accept-Encoding', 'gzip'),
    ).expect(200);
    expect(headers['content-encoding']).toBe('gzip');
    // The client decompresses what it supports; the bytes are those of the plain response either way.
    const bytes = body as Buffer;
    expect((bytes[0] === 0x1f ? gunzipSync(bytes) : bytes).toString()).toBe(plain.text);
    expect(plain.headers['content-encoding']).toBeUndefined();
  });

  it('quote special characters, and make no formulas', async () => {
    const type = await givenType(api.database, { plugin: 'Odd', name: '=odd,"type"' });
    const odd = await givenResource(api.database, { type, name: '=cmd()', description: 'line 1\nline 2, "two"' });
    const { text } = await api.get(`/rest/reports/inventorySummary?resourceTypeId=${type.id}`).expect(200);
    expect(text.slice(text.indexOf('\n') + 1)).toBe(
      `"'=odd,""type""",Odd,Service,,'=cmd(),,"line 1\nline 2, ""two""",UNKNOWN,${PUBLIC_URL}:443/console/inventory/${odd.id}\n`,
    );
  });

  it('contain all visible resources in inventory, however many', async () => {
    const type = await givenType(api.database, { plugin: 'Many', name: 'Many' });
    const seen = await givenResource(api.database, { type, name: 'seen' });
    await givenResource(api.database, { type, name: 'new', status: 'NEW' });
    await givenGroup(api.database, { members: [seen], roles: ['viewer'] });
    await api.database.query(
      `INSERT INTO resource (resource_type_id, category, resource_key, name, inventory_status, created_ms, modified_ms)
       SELECT $1, 'SERVICE', 'many ' || n, 'many ' || n, 'COMMITTED', 0, 0 FROM generate_series(1, 2500) AS n`,
      [type.id],
    );
    const details = `/rest/reports/inventorySummary?resourceTypeId=${type.id}`;
    const names = (text: string): string[] =>
      text
        .trimEnd()
        .split('\n')
        .slice(1)
        .map((line) => line.split(',')[4]!);
    const all = names((await api.get(details).expect(200)).text);
    expect(all).toHaveLength(2501);
    expect(new Set(all).size).toBe(2501);
    expect(all.slice(0, 3)).toEqual(['seen', 'many 1', 'many 2']);
    expect(names((await nobody().get(details).expect(200)).text)).toEqual(['seen']);
  });

  describe('their list', () => {
    const rows = REPORT_NAMES.map((name) => `${name},${PUBLIC_URL}/rest/reports/${name}\n`);

    it('is CSV by default, never compressed', async () => {
      for (const accept of ['text/csv', '*/*', 'text/*']) {
        const request = api.get('/rest/reports').set('Accept', accept).set('Accept-Encoding', 'gzip');
        const { text, headers } = await request.expect(200);
        expect(text).toBe(`Report,URL\n${rows.join('')}`);
        expect(headers['content-type']).toBe('text/csv; charset=UTF-8');
        expect(headers['content-encoding']).toBeUndefined();
      }
      const { headers } = await api.get('/rest/reports').expect(200);
      await api.get('/rest/reports').set('If-None-Match', headers['etag']!).expect(304);
    });

    it('has links in JSON, XML and HTML, on request', async () => {
      const json = await api.get('/rest/reports').set('Accept', 'application/json').expect(200);
      expect(json.body).toEqual(
        REPORT_NAMES.map((name) => ({ [name]: { href: `${PUBLIC_URL}/rest/reports/${name}` } })),
      );
      const xml = await api.get('/rest/reports.xml').expect(200);
      expect(xml.text.match(/<link rel="[A-Za-z]+" href="[^"]+"\/>/g)).toHaveLength(9);
      expect(xml.text).toMatch(/<collection>.*<\/collection>$/s);
      const html = await api.get('/rest/reports').set('Accept', 'text/html,*/*;q=0.8').expect(200);
      expect(html.headers['content-type']).toBe('text/html; charset=utf-8');
      const clicked = [...html.text.matchAll(/<li><a href="(\/rest\/reports\/[A-Za-z]+\.csv[^"]*)">/g)];
      expect(clicked).toHaveLength(9);
      for (const [, href = ''] of clicked) await api.get(href).set('Accept', 'text/html,*/*;q=0.8').expect(200);
      await api.get('/rest/reports').set('Accept', 'image/png').expect(406);
    });
  });

  it.each([
    ['recentAlerts?alertPriority=urgent', 406, 'invalid_query'],
    ['recentAlerts?startTime=yesterday', 406, 'invalid_query'],
    ['recentAlerts?endTime=1.5', 406, 'invalid_query'],
    ['recentOperations?status=success,done', 406, 'invalid_query'],
    ['recentOperations?startTime=x', 406, 'invalid_query'],
    ['inventorySummary?resourceTypeId=Linux', 406, 'invalid_query'],
    ['driftCompliance?resourceTypeId=1x', 406, 'invalid_query'],
    ['recentDrift', 404, 'drift_category_not_found'],
    ['recentDrift?categories=', 404, 'drift_category_not_found'],
    ['recentDrift?categories=,', 404, 'drift_category_not_found'],
    ['recentDrift?categories=FILE_ADDED,FILE_EATEN', 404, 'drift_category_not_found'],
    ['recentDrift?categories=FILE_ADDED&snapshot=x', 406, 'invalid_query'],
    ['nothing', 404, 'not_found'],
  ])('%s is refused before anything is written', async (report, status, error) => {
    const { text, headers } = await api.get(`/rest/reports/${report}`).set('Accept', 'text/csv').expect(status);
    expect(headers['x-error-type']).toBe(error);
    expect(headers['content-type']).toBe('text/plain; charset=utf-8');
    expect(text).toMatch(/^.+\n$/);
  });
});
