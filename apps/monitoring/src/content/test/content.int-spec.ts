import http from 'node:http';
import { eventually } from '@wardstone/testing';
import { PUBLIC_URL, type TestMonitoring, useMonitoring } from '../../test/use-monitoring';
import { ContentStore } from '../content-store';
import { ContentService } from '../content.service';

const MIB = 1024 * 1024;
const LIMIT_MIB = 128;
const QUOTA_MIB = LIMIT_MIB + 40;
const HOUR = 60 * 60_000;
const HANDLE = /^rhq-rest-[A-Za-z0-9]{1,40}\.bin$/;
const OCTETS = 'application/octet-stream';

interface Sending {
  announced?: number;
  isCut?: boolean;
}

/** Sends `stopAfter` bytes, in pieces, of a body that is announced as longer or not announced at all. */
function streamTo(
  api: TestMonitoring,
  stopAfter: number,
  { announced, isCut = false }: Sending = {},
): Promise<{ status: number; body: string } | 'no answer'> {
  return new Promise((resolve) => {
    const identity = api.post('/rest').get('X-VENDOR-IDENTITY');
    const request = http.request(`${api.url}/rest/content/fresh`, {
      method: 'POST',
      agent: false,
      headers: {
        'X-VENDOR-IDENTITY': identity,
        'Content-Type': OCTETS,
        ...(announced === undefined ? {} : { 'Content-Length': announced }),
      },
    });
    request.on('error', () => resolve('no answer'));
    request.on('response', (response) => {
      let body = '';
      response.on('data', (chunk: Buffer) => (body += chunk.toString()));
      response.on('end', () => resolve({ status: response.statusCode ?? 0, body }));
    });
    const piece = Buffer.alloc(MIB, 7);
    const send = (sent: number): void => {
      if (sent >= stopAfter) {
        if (isCut) request.destroy();
        else request.end();
      } else if (request.write(piece)) setImmediate(send, sent + MIB);
      else request.once('drain', () => send(sent + MIB));
    };
    send(0);
  });
}

describe('content', () => {
  const api = useMonitoring(() => ({
    CONTENT_LIMIT_MIB: String(LIMIT_MIB),
    CONTENT_QUOTA_MIB: String(QUOTA_MIB),
  }));
  const upload = (bytes: Buffer | string, type = OCTETS) =>
    api.post('/rest/content/fresh').set('Content-Type', type).send(bytes);
  const getInfo = (handle: string) => api.get(`/rest/content/${handle}/info`);
  const contents = () => api.service.app.get(ContentService);
  const count = async (sql: string) =>
    (await api.database.query<{ n: number }>(`SELECT count(*) AS n FROM ${sql}`))[0]!.n;
  const LARGE_OBJECTS = `pg_largeobject_metadata m JOIN pg_roles r ON r.oid = m.lomowner AND r.rolname = current_user`;
  /** The built-in plugins, which are there from the start. */
  let builtIn = 0;
  const stored = async () => ({
    handles: await count('content'),
    objects: (await count('stored_object')) - builtIn,
    largeObjects: (await count(LARGE_OBJECTS)) - builtIn,
  });
  const NOTHING = { handles: 0, objects: 0, largeObjects: 0 };

  const stream = (stopAfter: number, how?: Sending) => streamTo(api, stopAfter, how);

  beforeAll(async () => {
    builtIn = await count('stored_object');
  });
  afterEach(async () => {
    api.clock.advance(25 * HOUR);
    await contents().expire();
    expect(await stored()).toEqual(NOTHING);
  });

  it('is uploaded under a new handle each time, with its length', async () => {
    const first = await api
      .as({ roles: ['operator'] })
      .post('/rest/content/fresh')
      .set('Content-Type', OCTETS)
      .send('nine byte');
    expect(first.status).toBe(201);
    expect(first.body).toEqual({ value: expect.stringMatching(HANDLE) });
    expect(first.headers['location']).toBe(`${PUBLIC_URL}/rest/content/${first.body.value}`);
    const second = await upload('nine byte').expect(201);
    expect(second.body.value).not.toBe(first.body.value);

    await getInfo(first.body.value).expect(200, { value: 9 });
    const asXml = await getInfo(first.body.value).set('Accept', 'application/xml').expect(200);
    expect(asXml.text).toContain('<value value="9"/>');
    await api
      .as({ username: 'joe', roles: ['viewer'] })
      .get(`/rest/content/${second.body.value}/info`)
      .expect(200);
  });

  it('may be empty, and need not name its type', async () => {
    const empty = await upload('').expect(201);
    await getInfo(empty.body.value).expect(200, { value: 0 });
    const { status } = (await stream(MIB)) as { status: number };
    expect(status).toBe(201);
  });

  it('is returned in XML, too, and in no other type', async () => {
    const asXml = await upload('x').set('Accept', 'application/xml').expect(201);
    expect(asXml.text).toMatch(/<value value="rhq-rest-[0-9a-f]{32}\.bin"\/>$/);
    await upload('x').set('Accept', 'text/html').expect(406);
  });

  it.each(['application/json', 'text/plain', 'multipart/form-data; boundary=x', 'application/zip'])(
    'is not accepted as %s',
    async (type) => {
      const { body } = await upload('{}', type).expect(415);
      expect(body.message).toBe(`Content must be sent as application/octet-stream, not ${type.split(';')[0]}`);
      expect(await stored()).toEqual(NOTHING);
    },
  );

  it('of a slow account takes half of the memory for bodies at most', async () => {
    const identity = api
      .as({ username: 'slow', roles: ['operator'] })
      .post('/rest')
      .get('X-VENDOR-IDENTITY');
    const headers = { 'X-VENDOR-IDENTITY': identity, 'Content-Type': OCTETS, 'Content-Length': 10 * MIB };
    const opened = Array.from({ length: 40 }, () => {
      const request = http.request(`${api.url}/rest/content/fresh`, { method: 'POST', agent: false, headers });
      request.on('error', () => undefined);
      request.flushHeaders();
      return request;
    });
    const refused: string[] = [];
    for (const request of opened) {
      request.on('response', ({ statusCode, headers }) => {
        refused.push(`${statusCode} ${String(headers['x-error-type'])}`);
        request.destroy();
      });
    }
    await eventually('refusals', () => refused.length === 8);
    await upload('of another').expect(201);
    for (const request of opened) request.destroy();

    expect(new Set(refused)).toEqual(new Set(['429 too_much_in_progress']));
    await eventually('an end of what broke off', async () => (await stored()).objects === 1);
  });

  it('requires authentication', async () => {
    await api.anonymous.post('/rest/content/fresh').set('Content-Type', OCTETS).send('x').expect(401);
    await api.anonymous.get('/rest/content/rhq-rest-a.bin/info').expect(401);
    await api.anonymous.delete('/rest/content/rhq-rest-a.bin').expect(401);
  });

  it('is uploaded with CREATE_CHILD_RESOURCES, not by viewers and agents', async () => {
    for (const role of ['viewer', 'agent'] as const) {
      const { headers } = await api
        .as({ roles: [role] })
        .post('/rest/content/fresh')
        .set('Content-Type', OCTETS)
        .send('x')
        .expect(403);
      expect(headers['x-error-type']).toBe('insufficient_scope');
    }
    expect(await stored()).toEqual(NOTHING);
  });

  it('is deleted by its owner and by administrators only', async () => {
    const owner = api.as({ username: 'olga', roles: ['operator'] });
    const give = async (): Promise<string> =>
      (await owner.post('/rest/content/fresh').set('Content-Type', OCTETS).send('x').expect(201)).body.value as string;
    const handle = await give();
    for (const role of ['agent', 'viewer', 'operator'] as const) {
      const { headers } = await api
        .as({ username: 'other', roles: [role] })
        .delete(`/rest/content/${handle}`)
        .expect(403);
      expect(headers['x-error-type']).toBe('content_forbidden');
    }
    const sameName = { username: 'olga', roles: ['operator' as const], subject: 'https://id.example|acme|olga' };
    await api.as(sameName).delete(`/rest/content/${handle}`).expect(403);
    await getInfo(handle).expect(200);
    await owner.delete(`/rest/content/${handle}?validate=true`).expect(204);
    await api
      .as({ username: 'root' })
      .delete(`/rest/content/${await give()}?validate=true`)
      .expect(204);
  });

  it('has a length beyond 32 bits', async () => {
    const { body } = await upload('x').expect(201);
    await api.database
      .query(`UPDATE stored_object o SET length = 5000000000 FROM content c JOIN stored_content s ON s.key = c.content
        WHERE s.object_id = o.id`);
    await getInfo(body.value).expect(200, { value: 5_000_000_000 });
  });

  it.each(['rhq-rest-unknown.bin', 'nothing', 'rhq-rest-a_b.bin', '..%2F..%2Fetc%2Fpasswd'])(
    'does not exist under %s',
    async (handle) => {
      const { body } = await getInfo(handle).expect(404);
      expect(body.message).toBe(`Unknown content handle ${decodeURIComponent(handle)}`);
      await api.delete(`/rest/content/${handle}`).expect(204);
      await api.delete(`/rest/content/${handle}?validate=false`).expect(204);
      await api.delete(`/rest/content/${handle}?validate=true`).expect(404);
    },
  );

  it('is unknown once it is deleted', async () => {
    const { body } = await upload('x').expect(201);
    const response = await api.delete(`/rest/content/${body.value}?validate=true`);
    expect([response.status, response.text]).toEqual([204, '']);
    await getInfo(body.value).expect(404);
    await api.delete(`/rest/content/${body.value}`).expect(204);
    await api.delete(`/rest/content/${body.value}?validate=true`).expect(404);
  });

  it('is deleted a day after its last use, while copies stay', async () => {
    const { body } = await upload('kept').expect(201);
    api.clock.advance(23 * HOUR);
    const copy = await api.database.transaction((transaction) => contents().copy(transaction, body.value as string));
    expect(copy).toMatchObject({ length: 4 });
    api.clock.advance(23 * HOUR);
    await contents().expire();
    await getInfo(body.value).expect(200);
    api.clock.advance(HOUR);
    // No sooner and no later, whenever the job runs.
    await getInfo(body.value).expect(404);
    await api.delete(`/rest/content/${body.value}?validate=true`).expect(404);
    await expect(
      api.database.transaction((transaction) => contents().copy(transaction, body.value as string)),
    ).rejects.toThrow('content_not_found');
    await contents().expire();
    expect(await stored()).toEqual({ handles: 0, objects: 1, largeObjects: 1 });
    await api.database.transaction((transaction) => api.service.app.get(ContentStore).remove(transaction, copy.key));
  });

  /** Maximum growth of resident memory while `work` runs. */
  const growthWhile = async (work: () => Promise<unknown>): Promise<number> => {
    const before = process.memoryUsage().rss;
    let most = before;
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 20);
    await work();
    clearInterval(watch);
    return most - before;
  };

  it('of the largest size is stored without being held in memory', async () => {
    let response = { status: 0, body: '' };
    const uploadLargest = async () => void (response = (await stream(LIMIT_MIB * MIB)) as typeof response);
    expect(await growthWhile(uploadLargest)).toBeLessThan(110 * MIB);
    expect(response.status).toBe(201);
    await getInfo((JSON.parse(response.body) as { value: string }).value).expect(200, { value: LIMIT_MIB * MIB });

    const full = (await stream(50 * MIB)) as { status: number; body: string };
    expect(full.status).toBe(507);
    expect(full.body).toContain(`Content is limited to ${QUOTA_MIB * MIB} bytes`);
    expect(await stored()).toEqual({ handles: 1, objects: 1, largeObjects: 1 });
  }, 120_000);

  it('of 100 MB that breaks off leaves nothing behind, in memory neither', async () => {
    const growth = await growthWhile(async () => {
      for (let times = 0; times < 3; times++) {
        expect(await stream(50 * MIB, { announced: 100_000_000, isCut: true })).toBe('no answer');
      }
    });
    expect(growth).toBeLessThan(110 * MIB);
    await eventually('the end of what was cut off', async () => (await stored()).objects === 0);
    expect(await stored()).toEqual(NOTHING);
    await upload('and the service goes on').expect(201);
  }, 120_000);
});

describe('content of at most 2 MiB', () => {
  const api = useMonitoring(() => ({ CONTENT_LIMIT_MIB: '2' }));
  const contents = () => api.database.query(`SELECT c.handle FROM content c`);

  it('may be as large as the limit and no larger, announced or not', async () => {
    expect(await streamTo(api, 0, { announced: 2 * MIB + 1 })).toMatchObject({ status: 413 });
    const [{ objects }] = (await api.database.query(`SELECT count(*) AS objects FROM stored_object`)) as [
      { objects: number },
    ];
    expect(await streamTo(api, 3 * MIB)).toEqual({
      status: 413,
      body: JSON.stringify({ message: `Content must be at most ${2 * MIB} bytes` }),
    });
    expect(await contents()).toEqual([]);
    expect(await api.database.query(`SELECT count(*) AS objects FROM stored_object`)).toEqual([{ objects }]);
    expect(await streamTo(api, 2 * MIB)).toMatchObject({ status: 201 });
    expect(await contents()).toHaveLength(1);
  });
});
