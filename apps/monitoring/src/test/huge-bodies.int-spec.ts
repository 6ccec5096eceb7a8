import { randomBytes } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import { processorTimeOf } from '@wardstone/testing';
import { givenMeasured } from '../alerts/test/alert-fixture';
import { useAgents } from '../agents/test/use-agents';

const KINDS = {
  events: 'events',
  measurements: 'numeric',
  availability: 'items',
  configurations: 'items',
  drift: 'changeSets',
  imports: 'resourceIds',
  inventory: 'roots',
};
/** Read, these bodies take 7 s and more; refused, a tenth of a second, beside whatever else the process does then. */
const LIMIT_MS = 3_000;
const objects = (count: number): string => `[${'{},'.repeat(count - 1)}{}]`;
/** Text that does not shrink, so that the body does not stand out by its compression. */
const padding = (bytes: number): string => randomBytes(bytes / 2).toString('hex');

describe('bodies that are more than they seem', () => {
  const { api, login, path } = useAgents();

  const packed = (ask: Pick<typeof api, 'post' | 'put'>, method: 'post' | 'put', address: string, body: Buffer) =>
    ask[method](address)
      .set('Content-Encoding', 'gzip')
      .type('application/json')
      .serialize((bytes: unknown) => bytes as string)
      .send(body);
  const definition = (count: number, pad: string): string =>
    `{"priority":"LOW","conditions":${objects(count)},"name":"${pad}"}`;

  it.each([
    ['post', '/rest/alert/definitions/dry-run?resourceId=1'],
    ['post', '/rest/alert/definitions?resourceId=1'],
    ['put', '/rest/alert/definition/1'],
    ['post', '/rest/event/source/1/events'],
    ['put', '/rest/metric/data/1/callTime'],
  ] as const)('are refused before they become objects (%s %s)', async (method, address) => {
    for (const body of [definition(349_000, ''), definition(200_000, padding(16_384)), objects(349_000)]) {
      const sent = gzipSync(body);
      const took = await processorTimeOf(async () => {
        const answer = await packed(api, method, address, sent);
        // Many events may come at once; their source comes first.
        const isTaken = address.includes('event') && body.length > 610_000 && body.length < 620_000;
        expect(answer.status).toBe(isTaken ? 404 : 413);
      });
      expect(took).toBeLessThan(LIMIT_MS);
    }
  });

  it.each(Object.entries(KINDS))('are refused as reports (%s)', async (kind, list) => {
    for (const pad of ['', padding(131_072)]) {
      const body = gzipSync(`{"reportId":"x","pad":"${pad}","${list}":${objects(2_700_000)}}`);
      const took = await processorTimeOf(async () => {
        const answer = await packed(login(), 'post', path(`/${kind}`), body);
        expect([answer.status, answer.headers['x-error-type']]).toEqual([413, 'payload_too_large']);
      });
      expect(took).toBeLessThan(LIMIT_MS);
    }
  });

  it('are not validated for those who may not write there, nor where nothing is', async () => {
    const { resource } = await givenMeasured(api.database);
    // As validated it would be refused with 400.
    const body = { name: 'x', conditions: JSON.parse(objects(19_000)) as unknown };
    const viewer = api.as({ username: 'looks-on', roles: ['viewer'] });
    for (const [ask, address, status] of [
      [viewer, `/rest/alert/definitions?resourceId=${resource.id}`, 403],
      [viewer, '/rest/alert/definition/999999999', 404],
      [api, '/rest/alert/definitions?resourceId=999999999', 404],
      [api, `/rest/alert/definitions?resourceId=${resource.id}`, 406],
    ] as const) {
      const method = address.includes('definition/') ? 'put' : 'post';
      await ask[method](address).send(body).expect(status);
    }
  });

  it('of XML are refused before they become elements', async () => {
    const body = `<definition>${'<condition/>'.repeat(60_000)}</definition>`;
    const answer = await api
      .post('/rest/alert/definitions?resourceId=1')
      .set('Content-Type', 'application/xml')
      .send(body);
    expect([answer.status, answer.headers['x-error-type']]).toEqual([413, 'payload_too_large']);
  });
});
