import { decodeJwt } from 'jose';
import { Client } from 'pg';
import { eventually } from '@wardstone/testing';
import { Housekeeping } from '../src/credentials/housekeeping';
import { basic } from './gateway-fixture';
import { JWT_BEARER, TestAgent, useAgentGateways } from './test-agent';

const NOTHING = '00000000-0000-4000-8000-000000000000';

describe('agents and two replicas of the gateway', () => {
  const { gateways, send, asAdmin, outcomeOf, aName, invite, enrol, grant, tokenOf, anAgent } = useAgentGateways();

  const query = async <Row extends object>(sql: string, params: unknown[] = []): Promise<Row[]> => {
    const client = new Client({ connectionString: gateways.fixture.databaseUrl });
    await client.connect();
    const { rows } = await client.query<Row>(sql, params).finally(() => client.end());
    return rows;
  };

  describe('a join token', () => {
    it('gives its organisation to the audit events of enrolments, refused ones too', async () => {
      const agent = await TestAgent.make(aName());
      const { id, token } = await invite({ name: agent.name });
      await query(`UPDATE join_token SET org_id = 'org7' WHERE id = $1`, [id]);

      expect((await enrol(agent, token)).status).toBe(201);
      expect((await enrol(await TestAgent.make(agent.name), token)).status).toBe(401);
      expect((await enrol(agent, `${token}x`)).status).toBe(401);

      const events = await eventually('the events', async () => {
        const found = await query<{ org_id: string | null; status: number }>(
          `SELECT e.org_id, e.status FROM audit_event e WHERE e.facts->>'agent' = $1 ORDER BY e.id`,
          [agent.name],
        );
        return found.length === 3 ? found : undefined;
      });
      expect(events.map(({ org_id, status }) => [org_id, status])).toEqual([
        ['org7', 201],
        ['org7', 401],
        [null, 401],
      ]);
    });

    it('is listed for a week after its end, and deleted then', async () => {
      const [long, lately] = [await invite({ uses: 2 }), await invite({ uses: 2 })];
      await query(`UPDATE join_token SET expires_at = now() - interval '8 days' WHERE id = $1`, [long.id]);
      await query(`UPDATE join_token SET expires_at = now() - interval '6 days' WHERE id = $1`, [lately.id]);

      await gateways.fixture.gateway.app.get(Housekeeping).work();

      const left = await query('SELECT t.id FROM join_token t WHERE t.id IN ($1, $2)', [long.id, lately.id]);
      expect(left).toEqual([{ id: lately.id }]);
    });

    it('is not ended by one that another organisation creates for the same name', async () => {
      const agent = await TestAgent.make(aName());
      const { id, token } = await invite({ name: agent.name });
      await query(`UPDATE join_token SET org_id = 'org2' WHERE id = $1`, [id]);
      await invite({ name: agent.name });

      expect((await enrol(agent, token)).status).toBe(201);
    });

    it('is created, listed without its secret, and revoked', async () => {
      const created = await invite({ uses: 3, namePattern: 'web-*', expiresIn: 600 });
      expect(created).toMatchObject({ uses: 3, used: 0, namePattern: 'web-*', name: null });
      expect(created.token).toMatch(/^wsj_[\w-]{43}$/);
      const list = async () => (await (await asAdmin('GET', '/auth/join-tokens')).json()) as { id: string }[];
      const listed = (await list()).find(({ id }) => id === created.id);
      expect(listed).toMatchObject({ uses: 3, createdBy: expect.stringContaining('|admin|') as string });
      expect(JSON.stringify(listed)).not.toContain(created.token.slice(4));

      expect((await asAdmin('DELETE', `/auth/join-tokens/${created.id}`)).status).toBe(204);
      expect((await list()).some(({ id }) => id === created.id)).toBe(false);
      const late = await enrol(await TestAgent.make('web-1'), created.token);
      expect([late.status, late.headers.get('x-error-type')]).toEqual([401, 'enrolment_refused']);
    });

    it('decides which group the machines of its agents join, and whether they are imported, until another one does', async () => {
      const agent = await TestAgent.make(aName());
      const { token } = await invite({ name: agent.name, group: 'Nodes', autoImport: true });
      expect((await enrol(agent, token)).status).toBe(201);
      const identity = async (of: TestAgent, at = gateways.fixture) => {
        const passed = await send('GET', '/rest/agent/x', undefined, await tokenOf(of, at), at);
        return (JSON.parse(Buffer.from(await passed.text(), 'base64url').toString()) as { identity: object }).identity;
      };
      for (const at of [gateways.fixture, gateways.replica]) {
        expect(await identity(agent, at)).toMatchObject({ join: { group: 'Nodes', auto_import: true } });
      }

      const again = await TestAgent.make(agent.name);
      const later = await invite({ name: agent.name });
      expect(later).toMatchObject({ group: null, autoImport: false });
      expect((await enrol(again, later.token)).status).toBe(201);

      await eventually(
        'the new terms',
        async () => !('join' in (await identity(again, gateways.replica))) || undefined,
      );
    });

    it('is one of a thousand of its organisation at most, however many come at once', async () => {
      await query(
        `INSERT INTO join_token (id, token_hash, org_id, agent_name, uses, used, expires_at, created_at)
         SELECT gen_random_uuid(), 'filled-' || n, 'org1', 'filled-' || n, 1, 0, now() + interval '1 hour', now()
           FROM generate_series(1, 999 - (SELECT count(*)::int FROM join_token t
                                           WHERE t.org_id = 'org1' AND t.used < t.uses AND t.expires_at > now())) n`,
      );
      try {
        const outcomes = await Promise.all(
          [gateways.fixture, gateways.replica].map((at) =>
            outcomeOf(send('POST', '/auth/join-tokens', { uses: 2 }, basic('admin'), at)),
          ),
        );
        expect(outcomes.sort()).toEqual([
          [201, null],
          [409, 'too_many_join_tokens'],
        ]);

        expect((await invite({ name: 'filled-1' })).token).toContain('filled-1');
        await query(`UPDATE join_token t SET used = t.uses WHERE t.agent_name = 'filled-1'`);
        expect((await asAdmin('POST', '/auth/join-tokens', { uses: 2 })).status).toBe(201);
        expect((await asAdmin('POST', '/auth/join-tokens', { uses: 2 })).status).toBe(409);
      } finally {
        await query(`DELETE FROM join_token t WHERE t.agent_name LIKE 'filled-%'`);
      }
    });

    it('is available only to administrators', async () => {
      const agent = await anAgent();
      for (const authorization of [basic('viewer'), await tokenOf(agent)]) {
        for (const [method, path] of [
          ['GET', '/auth/join-tokens'],
          ['POST', '/auth/join-tokens'],
          ['DELETE', `/auth/join-tokens/${NOTHING}`],
          ['GET', `/auth/agents/${agent.name}/keys`],
          ['DELETE', `/auth/agents/${agent.name}/keys`],
          ['DELETE', `/auth/agents/${agent.name}/keys/${agent.kid}`],
        ] as const) {
          const refused = await outcomeOf(send(method, path, method === 'POST' ? {} : undefined, authorization));
          expect([path, ...refused]).toEqual([path, 403, 'insufficient_scope']);
        }
      }
      expect(await outcomeOf(send('POST', '/auth/join-tokens', {}))).toEqual([401, 'session_required']);
    });

    it.each([
      ['a name and a pattern', { name: 'a', namePattern: 'a*' }],
      ['a name and several uses', { name: 'a', uses: 2 }],
      ['no use', { uses: 0 }],
      ['a name that no agent has', { name: 'a b' }],
      ['the name of a person', { name: 'viewer' }],
      ['no time', { expiresIn: 0 }],
      ['a group without a name', { group: ' ' }],
      ['a group of too long a name', { group: 'g'.repeat(201) }],
    ])('is refused with %s', async (_case, body) => {
      expect(await outcomeOf(asAdmin('POST', '/auth/join-tokens', body))).toEqual([400, 'invalid_request']);
    });

    it.each([
      [NOTHING, 404],
      ['7', 404],
    ])('of the id %s is not revoked', async (id, status) => {
      expect((await asAdmin('DELETE', `/auth/join-tokens/${id}`)).status).toBe(status);
    });
  });

  describe('an enrolment', () => {
    it('creates an agent that gets a token of an hour for signed assertions, at every replica at once', async () => {
      const agent = await TestAgent.make(aName());
      const { token } = await invite({ name: agent.name });
      const response = await enrol(agent, token);
      expect([response.status, response.headers.get('cache-control')]).toEqual([201, 'no-store']);
      expect(await response.json()).toEqual({ name: agent.name, kid: agent.kid });

      const granted = await grant(await agent.assertion(), gateways.replica);
      expect(granted.headers.get('cache-control')).toBe('no-store');
      const body = (await granted.json()) as { access_token: string; scope: string };
      expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600 });
      expect(body.scope.split(' ')).toContain('REPORT_AS_AGENT');
      expect(decodeJwt(body.access_token)).toMatchObject({
        sub: agent.name,
        credential: expect.stringMatching(`^key:${agent.kid}:`) as string,
      });
      for (const at of [gateways.fixture, gateways.replica]) {
        const passed = await send('GET', '/rest/agent/x', undefined, `Bearer ${body.access_token}`, at);
        expect(JSON.parse(Buffer.from(await passed.text(), 'base64url').toString())).toMatchObject({
          identity: { org_id: 'org1', type: 'ServiceAccount', own_only: true, user: { username: agent.name } },
          roles: ['agent'],
        });
      }
    });

    it('may be repeated with its key, and by nobody else', async () => {
      const agent = await TestAgent.make(aName());
      const { token } = await invite({ name: agent.name });
      expect((await enrol(agent, token)).status).toBe(201);
      expect((await enrol(agent, token, gateways.replica)).status).toBe(201);

      const other = await TestAgent.make(agent.name);
      expect(await outcomeOf(enrol(other, token))).toEqual([401, 'enrolment_refused']);
      expect((await grant(await agent.assertion())).status).toBe(200);
    });

    it('is refused for a name that another has', async () => {
      const { token } = await invite({ uses: 9 });
      const { name } = await anAgent();
      for (const taken of [name, 'viewer']) {
        expect(await outcomeOf(enrol(await TestAgent.make(taken), token))).toEqual([409, 'agent_name_taken']);
      }
      const [single, free] = [await invite({ name: aName() }), aName()];
      expect(await outcomeOf(enrol(await TestAgent.make(free), single.token))).toEqual([401, 'enrolment_refused']);
    });

    it('of a removed agent is not repeated with the same token', async () => {
      const { token } = await invite({ uses: 9 });
      const agent = await TestAgent.make(aName());
      expect((await enrol(agent, token)).status).toBe(201);
      await gateways.fixture.open.accounts.remove(agent.name);

      expect(await outcomeOf(enrol(agent, token))).toEqual([401, 'enrolment_refused']);
      expect(await outcomeOf(enrol(await TestAgent.make(agent.name), token))).toEqual([401, 'enrolment_refused']);
    });

    it('with another invitation replaces the key of an agent that lost it', async () => {
      const lost = await anAgent();
      const agent = await TestAgent.make(lost.name);
      const old = await invite({ name: lost.name });
      const { token } = await invite({ name: lost.name });
      expect(await outcomeOf(enrol(agent, old.token))).toEqual([401, 'enrolment_refused']);

      expect((await enrol(agent, token)).status).toBe(201);

      expect((await grant(await lost.assertion())).status).toBe(400);
      expect((await grant(await agent.assertion(), gateways.replica)).status).toBe(200);
    });

    it('never exceeds the uses of its token, even with concurrent requests', async () => {
      const { id, token } = await invite({ uses: 7 });
      const agents = await Promise.all(Array.from({ length: 24 }, (_, n) => TestAgent.make(`crowd-${n % 20}`)));
      const outcomes = await Promise.all(
        agents.map(async (agent, n) => (await enrol(agent, token, n % 2 ? gateways.fixture : gateways.replica)).status),
      );

      expect(outcomes.filter((status) => status === 201)).toHaveLength(7);
      expect(outcomes.filter((status) => status !== 201 && status !== 401)).toEqual([]);
      const listed = (await (await asAdmin('GET', '/auth/join-tokens')).json()) as { id: string; used: number }[];
      expect(listed.find((one) => one.id === id)).toMatchObject({ used: 7 });
      const granted = await Promise.all(agents.map(async (agent) => (await grant(await agent.assertion())).status));
      expect(granted).toEqual(outcomes.map((status) => (status === 201 ? 200 : 400)));
    });

    it('ends when its token is revoked, also in the midst of a crowd', async () => {
      const { id, token } = await invite({ uses: 100 });
      const agents = await Promise.all(Array.from({ length: 12 }, () => TestAgent.make(aName())));
      const crowd = Promise.all(agents.map(async (agent) => (await enrol(agent, token)).status));
      expect((await asAdmin('DELETE', `/auth/join-tokens/${id}`)).status).toBe(204);
      const late = await outcomeOf(enrol(await TestAgent.make(aName()), token));

      expect(late).toEqual([401, 'enrolment_refused']);
      expect((await crowd).filter((status) => status !== 201 && status !== 401)).toEqual([]);
    });

    it('is refused after the token has expired', async () => {
      const { id, token } = await invite({ uses: 5 });
      await query(`UPDATE join_token SET expires_at = now() - interval '1 second' WHERE id = $1`, [id]);
      expect(await outcomeOf(enrol(await TestAgent.make(aName()), token))).toEqual([401, 'enrolment_refused']);
    });

    it('needs the private half of the key, and a token and a name that were signed for', async () => {
      const [agent, other] = [await TestAgent.make(aName()), await TestAgent.make(aName())];
      const { token } = await invite({ uses: 9 });
      const good = (await agent.application(token)) as Record<string, unknown>;
      const cases: Record<string, unknown> = {
        'a foreign key': { ...good, key: other.key },
        'a foreign proof': { ...good, ...(await other.statement()), key: agent.key },
        'another name': { ...good, name: aName() },
        'another token': { ...good, proof: ((await agent.application('wsj_other')) as { proof: string }).proof },
        'no token in the proof': { ...good, ...(await agent.statement()) },
        'an assertion for a proof': { ...good, proof: await agent.assertion() },
        'an expired proof': await agent.application(token, { lifetime: -30 }),
        'a proof for elsewhere': await agent.application(token, { claims: { aud: 'elsewhere' } }),
        'no proof': { ...good, proof: undefined },
        'no key': { ...good, key: undefined },
        'a key of another kind': { ...good, key: { kty: 'oct', k: 'c2VjcmV0' } },
        'a name with a blank': { ...good, name: 'a b' },
        'a list': [],
      };
      for (const [name, body] of Object.entries(cases)) {
        expect([name, ...(await outcomeOf(send('POST', '/auth/agents', body)))]).toEqual([
          name,
          400,
          'invalid_request',
        ]);
      }
      expect((await enrol(agent, token)).status).toBe(201);
      expect(await outcomeOf(enrol(await TestAgent.make(aName()), 'wsj_guessed'))).toEqual([401, 'enrolment_refused']);
    });

    it('is refused with a key that is known already', async () => {
      const agent = await anAgent();
      const { token } = await invite({ uses: 2 });
      const name = aName();
      const twin = Object.assign(Object.create(Object.getPrototypeOf(agent) as object) as TestAgent, agent, { name });
      expect(await outcomeOf(enrol(twin, token))).toEqual([400, 'invalid_request']);
      expect((await enrol(await TestAgent.make(name), token)).status).toBe(201);
    });
  });

  describe('an assertion', () => {
    it('is valid once over all replicas', async () => {
      const agent = await anAgent();
      const assertion = await agent.assertion();
      const statuses = await Promise.all(
        Array.from(
          { length: 6 },
          async (_, n) => (await grant(assertion, n % 2 ? gateways.fixture : gateways.replica)).status,
        ),
      );
      expect(statuses.sort()).toEqual([200, 400, 400, 400, 400, 400]);
    });

    it('is refused with the errors of OAuth', async () => {
      const [agent, other] = [await anAgent(), await anAgent()];
      const stranger = await TestAgent.make(agent.name);
      const cases: Record<string, string> = {
        'an unknown key': await stranger.assertion(),
        'a foreign key under a known id': await stranger.assertion({ header: { kid: agent.kid } }),
        'the key of another agent': await other.assertion({ claims: { iss: agent.name, sub: agent.name } }),
        'another audience': await agent.assertion({ claims: { aud: 'elsewhere' } }),
        'a time that is past': await agent.assertion({ lifetime: -30 }),
        'a time too far away': await agent.assertion({ lifetime: 900 }),
        'a proof': ((await agent.statement()) as { proof: string }).proof,
        'no JWT': 'a.b.c',
      };
      for (const [name, assertion] of Object.entries(cases)) {
        const response = await grant(assertion);
        const body = (await response.json()) as object;
        expect([name, response.status, body]).toEqual([
          name,
          400,
          {
            error: 'invalid_grant',
            error_description: expect.stringMatching(/^The assertion is refused\. /) as string,
          },
        ]);
      }
      const missing = await send('POST', '/auth/token', { grant_type: JWT_BEARER });
      expect([missing.status, await missing.json()]).toMatchObject([400, { error: 'invalid_request' }]);
    });

    it('may name the address of the token service, and ask for less', async () => {
      const agent = await anAgent();
      const aud = 'http://localhost:8080/auth/token';
      const form = {
        grant_type: JWT_BEARER,
        assertion: await agent.assertion({ claims: { aud } }),
        scope: 'errors:read',
      };
      const response = await send('POST', '/auth/token', form);
      expect([response.status, await response.json()]).toMatchObject([200, { scope: 'errors:read' }]);
    });

    it('is deleted once it has expired', async () => {
      const agent = await anAgent();
      const count = async () =>
        Number((await query<{ count: string }>('SELECT count(*) FROM agent_assertion'))[0]!.count);
      for (let n = 0; n < 3; n++) await tokenOf(agent);
      await eventually('no more than what was used since', async () => {
        await query(`UPDATE agent_assertion SET ends_at = now() - interval '1 second'`);
        await tokenOf(agent);
        return (await count()) <= 1;
      });
    });
  });
});
