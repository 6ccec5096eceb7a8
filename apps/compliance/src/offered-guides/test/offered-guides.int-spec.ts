import { createHash } from 'node:crypto';
import { gzipSync } from 'node:zlib';
import type { Requests } from '@wardstone/testing';
import { aBenchmark, aProfile, aRule, select } from '../../../../../libs/scap/test/datastream.builder';
import { BASE, useCompliance } from '../../test/use-compliance';

const { api } = useCompliance();
const MINUTE_MS = 60_000;
const NAME = 'ssg-rhel9-ds.xml';
let serial = 0;

interface Offered {
  sha256: string;
  state: string;
  system_count: number;
  system_names: string[];
  problem: string | null;
  requested_by: string | null;
}

const toDigest = (text: string): string => createHash('sha256').update(text).digest('hex');
const aGuide = (): string =>
  aBenchmark(
    aProfile('xccdf_a_profile_b', `<x:title>B</x:title>${select('xccdf_a_rule_c')}`) + aRule('xccdf_a_rule_c'),
    {
      version: `1.${++serial}`,
    },
  );
/** An agent whose host is a system. */
async function anAgent(over: object = {}): Promise<{ agent: Requests; name: string }> {
  const name = `host-${++serial}`;
  const agent = api.as({ username: name, roles: ['agent'], ...over });
  const host = { display_name: name, os_name: 'RHEL', os_major_version: 9, os_minor_version: 4 };
  await agent.put(`${BASE}/agent/system`).send(host).expect(201);
  return { agent, name };
}
const offer = (agent: Requests, ...files: string[]) =>
  agent.put(`${BASE}/agent/guides`).send({
    guides: files.map((text, at) => ({
      file_name: `${at || ''}${NAME}`,
      sha256: toDigest(text),
      byte_count: text.length,
    })),
  });
const offered = async (guide: string): Promise<Offered | undefined> => {
  const { body } = await api.get(`${BASE}/offered_guides`).expect(200);
  return (body as { data: { guides: Offered[] } }).data.guides.find(({ sha256 }) => sha256 === toDigest(guide));
};
const request = (guide: string, as: Pick<Requests, 'patch'> = api) =>
  as.patch(`${BASE}/offered_guides/${toDigest(guide)}`);
const wantedFrom = async (agent: Requests): Promise<string[]> =>
  ((await agent.get(`${BASE}/agent/scans`).expect(200)).body as { data: { wanted_guides: string[] } }).data
    .wanted_guides;
const send = (agent: Requests, digest: string, text: string) =>
  agent
    .post(`${BASE}/agent/guides/${digest}`)
    .set({ 'Content-Type': 'application/xml', 'Content-Encoding': 'gzip' })
    .send(gzipSync(text));
const versions = async (): Promise<string[]> => {
  const { body } = await api.get(`${BASE}/security_guides?limit=100`).expect(200);
  return (body as { data: { version: string }[] }).data.map(({ version }) => version);
};

describe('guides that hosts offer', () => {
  it('are listed once with their hosts, and imported from one of them when a person asks for it', async () => {
    const guide = aGuide();
    const [first, second] = [await anAgent(), await anAgent()];
    await offer(first.agent, guide).expect(202);
    await offer(second.agent, guide).expect(202);
    expect(await offered(guide)).toMatchObject({
      state: 'offered',
      system_count: 2,
      system_names: [first.name, second.name].toSorted(),
    });
    expect(await wantedFrom(first.agent)).toEqual([]);
    await request(guide).expect(202);
    expect(await offered(guide)).toMatchObject({ state: 'requested', requested_by: 'ann' });

    const digest = toDigest(guide);
    expect([await wantedFrom(second.agent), await wantedFrom(first.agent)]).toEqual([[digest], []]);
    await send(first.agent, digest, guide).expect(404);
    const { body } = await send(second.agent, digest, guide).expect(201);
    expect(await versions()).toContain((body as { data: { version: string } }).data.version);
    expect(await offered(guide)).toBeUndefined();
    expect(await wantedFrom(second.agent)).toEqual([]);
  });

  it('are asked for at another host when one sends nothing', async () => {
    const guide = aGuide();
    const [first, second] = [await anAgent(), await anAgent()];
    for (const { agent } of [first, second]) await offer(agent, guide).expect(202);
    await request(guide).expect(202);
    expect(await wantedFrom(first.agent)).toEqual([toDigest(guide)]);
    expect(await wantedFrom(second.agent)).toEqual([]);
    api.clock.advance(6 * MINUTE_MS);
    expect(await wantedFrom(second.agent)).toEqual([toDigest(guide)]);
  });

  it('are no longer requested from hosts a day after the request', async () => {
    const guide = aGuide();
    const { agent } = await anAgent();
    await offer(agent, guide).expect(202);
    await request(guide).expect(202);
    api.clock.advance(24 * 60 * MINUTE_MS);
    expect(await wantedFrom(agent)).toEqual([]);
    expect(await offered(guide)).toMatchObject({ state: 'offered', requested_by: null });
  });

  it('are replaced by the next report of a host', async () => {
    const [older, newer] = [aGuide(), aGuide()];
    const { agent } = await anAgent();
    await offer(agent, older, newer).expect(202);
    await offer(agent, newer).expect(202);
    expect([await offered(older), (await offered(newer))?.system_count]).toEqual([undefined, 1]);
  });

  it('are not imported when the host sends another file than a person saw', async () => {
    const [guide, other] = [aGuide(), aGuide()];
    const { agent } = await anAgent();
    await offer(agent, guide).expect(202);
    await request(guide).expect(202);
    await wantedFrom(agent);
    const before = await versions();
    await send(agent, toDigest(guide), other).expect(422);

    expect(await versions()).toEqual(before);
    expect(await offered(guide)).toMatchObject({
      state: 'failed',
      problem: 'Invalid document: the file differs from the one that was offered',
    });
    expect(await wantedFrom(agent)).toEqual([]);
    await send(agent, toDigest(guide), guide).expect(404);
    await request(guide).expect(202);
    expect(await wantedFrom(agent)).toEqual([toDigest(guide)]);
  });

  it('are refused as uploads are, and say why', async () => {
    const hostile = '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;</a>';
    const { agent } = await anAgent();
    await offer(agent, hostile).expect(202);
    await request(hostile).expect(202);
    await wantedFrom(agent);
    await send(agent, toDigest(hostile), hostile).expect(422);
    expect((await offered(hostile))?.problem).toMatch(/^Invalid document/);
  });

  it('cannot be imported without the permission to import guides, or from another organisation', async () => {
    const guide = aGuide();
    const { agent } = await anAgent();
    await offer(agent, guide).expect(202);
    await request(guide, agent).expect(403);
    await request(guide, api.as({ username: 'eve', orgId: 'another' })).expect(404);
    await send(agent, toDigest(guide), guide).expect(404);
    await agent.post(`${BASE}/security_guides`).set('Content-Type', 'application/xml').send(guide).expect(403);
  });

  it.each([
    [
      'more than twenty',
      Array.from({ length: 21 }, (_none, at) => ({ file_name: `${at}`, sha256: '0'.repeat(64), byte_count: 1 })),
      406,
    ],
    ['a digest that is none', [{ file_name: NAME, sha256: "'; DROP TABLE", byte_count: 1 }], 422],
    ['a name with a null byte', [{ file_name: 'a\0', sha256: '0'.repeat(64), byte_count: 1 }], 422],
    ['no size', [{ file_name: NAME, sha256: '0'.repeat(64), byte_count: -1 }], 422],
    ['other keys', [{ file_name: NAME, sha256: '0'.repeat(64), byte_count: 1, path: '/etc' }], 422],
  ])('are not accepted with %s', async (_case, guides, status) => {
    const { agent } = await anAgent();
    await agent.put(`${BASE}/agent/guides`).send({ guides }).expect(status);
  });

  it('are reported only by hosts', async () => {
    await offer(api.as({ username: 'no-host', roles: ['agent'] }), aGuide()).expect(404);
  });
});
