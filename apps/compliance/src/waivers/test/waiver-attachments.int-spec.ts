import { createHash } from 'node:crypto';
import { TEST_ORG } from '@wardstone/testing';
import { BASE, useCompliance } from '../../test/use-compliance';
import { givenFleet } from './given-fleet';

const { db, api } = useCompliance();
const DAY_MS = 86_400_000;
const ANY = 'application/octet-stream';
const MARKUP = '<!doctype html><script>fetch("/auth/accounts")</script>';

interface Waiver {
  id: string;
  state: string;
  attachment: { file_name: string; byte_count: number; sha256: string; attached_by: string } | null;
}

/** A review that waits for approval. */
async function requested(): Promise<string> {
  const { refs, system } = await givenFleet(db);
  const expires_at = new Date(api.clock.now() + 30 * DAY_MS).toISOString();
  const body = {
    rule_ref_id: refs[0],
    system_ids: [system.id],
    result: 'pass',
    reason: 'Seen on the host',
    expires_at,
  };
  const { body: made } = await api.post(`${BASE}/waivers`).send(body).expect(201);
  return (made as { data: Waiver }).data.id;
}
const toPath = (id: string): string => `${BASE}/waivers/${id}/attachment`;
const attach = (id: string, name: string, content: string | Buffer = MARKUP) =>
  api
    .post(`${toPath(id)}?file_name=${encodeURIComponent(name)}`)
    .set('Content-Type', ANY)
    .send(content);
const read = async (id: string): Promise<Waiver> =>
  ((await api.get(`${BASE}/waivers/${id}`).expect(200)).body as { data: Waiver }).data;
const decide = (id: string, decision: string) =>
  api.as({ username: 'bob' }).put(`${BASE}/waivers/${id}/decision`).send({ decision });

describe('the file attached to a review', () => {
  it('is named with its digest, and downloaded as it was', async () => {
    const id = await requested();
    expect((await read(id)).attachment).toBeNull();
    const { body } = await attach(id, 'Prüfung.html').expect(202);
    const sha256 = createHash('sha256').update(MARKUP).digest('hex');

    expect((body as { data: Waiver }).data.attachment).toMatchObject({
      file_name: 'Prüfung.html',
      byte_count: MARKUP.length,
      sha256,
      attached_by: 'ann',
    });
    const file = await api.as({ username: 'bob' }).get(toPath(id)).buffer(true).expect(200);
    expect((file.body as Buffer).toString()).toBe(MARKUP);
  });

  it('is never shown by a browser, whatever it holds', async () => {
    const id = await requested();
    await attach(id, 'a" onload="x.html').expect(202);
    const { headers } = await api.get(toPath(id)).expect(200);

    expect(headers['content-type']).toBe(ANY);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-disposition']).toBe(
      `attachment; filename="a_ onload__x.html"; filename*=UTF-8''a%22%20onload%3D%22x.html`,
    );
  });

  it.each(['', '  ', '../../etc/passwd', 'a\\b', 'a\r\nSet-Cookie: b', 'exe.\u202Egnp', 'x'.repeat(256)])(
    'is refused by the name %j',
    async (name) => {
      const id = await requested();
      await attach(id, name).expect(406);
      await api.get(toPath(id)).expect(404);
    },
  );

  it('is refused when it is larger than 5 MiB, whether its length is stated or not', async () => {
    const id = await requested();
    const large = Buffer.alloc(5 * 1024 * 1024 + 1);
    await attach(id, 'large', large).expect(413);
    const streamed = api.post(`${toPath(id)}?file_name=large`).set('Content-Type', ANY);
    streamed.set('Transfer-Encoding', 'chunked').write(large.subarray(0, 1024 * 1024));
    for (let part = 1; part < 6; part += 1) streamed.write(large.subarray(0, 1024 * 1024));
    await streamed.expect(413);
    await attach(id, 'largest', large.subarray(1)).expect(202);
  });

  it('is neither unpacked nor guessed', async () => {
    const id = await requested();
    await attach(id, 'bomb').set('Content-Encoding', 'gzip').expect(415);
    await attach(id, 'page').set('Content-Type', 'text/html').expect(415);
  });

  it('cannot be replaced, before or after the decision', async () => {
    const [open, decided] = [await requested(), await requested()];
    await attach(open, 'first').expect(202);
    await attach(open, 'second').expect(406, { errors: ['V2::Waiver already has an attachment'] });
    await decide(decided, 'approved').expect(202);
    await attach(decided, 'late').expect(406, { errors: ['V2::Waiver is approved'] });
    expect((await read(open)).attachment?.file_name).toBe('first');

    const org = db.asOrg(TEST_ORG);
    await org.query(`UPDATE waiver_attachment SET content = 'x'`);
    await org.query('DELETE FROM waiver_attachment');
    await api.get(toPath(open)).expect(200);
  });

  it('is stored once when several are sent at the same time', async () => {
    const id = await requested();
    const statuses = await Promise.all(['a', 'b', 'c', 'd'].map(async (name) => (await attach(id, name)).status));
    expect(statuses.toSorted()).toEqual([202, 406, 406, 406]);
  });

  it('is visible only to callers who see the review', async () => {
    const id = await requested();
    await attach(id, 'proof').expect(202);
    const stranger = api.as({ username: 'eve', orgId: 'another' });
    await stranger.get(toPath(id)).expect(404);
    await stranger
      .post(`${toPath(id)}?file_name=a`)
      .set('Content-Type', ANY)
      .send('x')
      .expect(404);
  });
});
