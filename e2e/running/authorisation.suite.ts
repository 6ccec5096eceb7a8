import { ROLES, SigningKey, permits } from '@wardstone/auth';
import { SystemClock } from '@wardstone/clock';
import { JWT_BEARER, TestAgent } from '../../apps/gateway/test/test-agent';
import { type OpenApiDocument, type Operation, listOperations } from '../../tools/requests/operations';
import { DEFAULT_ORG, openSigningKeys, withAccounts } from '../../apps/launcher/src';
import { type RunningSystem, SERVICE_NAMES } from '../../tools/system';

const PASSWORD = 'a password for the tests';
const NOWHERE = '00000000-0000-4000-8000-000000000000';
const BAD_BEARER = 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.';

const basic = (username: string): string => `Basic ${Buffer.from(`${username}:${PASSWORD}`).toString('base64')}`;

/** Route × credentials, the expectation read from the permission table and the declared access. */
export function describeAuthorisation(system: () => RunningSystem): void {
  describe('the authorisation matrix', () => {
    let operations: Operation[];

    beforeAll(async () => {
      await withAccounts(system().dataDir, async ({ accounts }) => {
        for (const role of Object.keys(ROLES)) {
          await accounts.add({ username: `a-${role}`, password: PASSWORD, roles: [role], orgId: DEFAULT_ORG });
        }
        await accounts.add({ username: 'b-agent', password: PASSWORD, roles: ['agent'], orgId: DEFAULT_ORG });
        await accounts.add({
          username: 's-metrics',
          password: PASSWORD,
          roles: ['metrics'],
          orgId: DEFAULT_ORG,
          type: 'ServiceAccount',
        });
        await accounts.add({ username: 'a-gone', password: PASSWORD, roles: ['admin'], orgId: DEFAULT_ORG });
        await accounts.add({ username: 'a-stranger', password: PASSWORD, roles: ['admin'], orgId: 'elsewhere' });
      });
      const documents = await Promise.all(
        SERVICE_NAMES.map(async (name) => {
          const response = await fetch(`${system().serviceUrl(name)}/openapi.json`);
          return listOperations(name, (await response.json()) as OpenApiDocument);
        }),
      );
      operations = documents.flat();
    }, 120_000);

    async function toStatus(operation: Operation, base: string, headers: Record<string, string>): Promise<number> {
      const response = await fetch(base + harmlessPath(operation), {
        method: operation.method,
        redirect: 'manual',
        headers,
      });
      await response.arrayBuffer();
      return response.status;
    }

    const getServiceUrl = ({ service }: Operation): string => system().serviceUrl(service);
    /** The gateway for all that it passes on. */
    const getFrontDoor = (operation: Operation): string =>
      /^\/(api|rest)\b/.test(operation.path) ? system().gatewayUrl : getServiceUrl(operation);

    /** Cells of the matrix that fail, as sentences. */
    async function contradictions(
      { name, authorization, headers = {} }: { name: string; authorization?: string; headers?: Record<string, string> },
      chosen: readonly (readonly [Operation, string])[],
      holds: (operation: Operation, status: number) => boolean,
    ): Promise<string[]> {
      const cells: string[] = [];
      for (const [operation, door] of chosen) {
        const status = await toStatus(operation, door, authorization === undefined ? headers : { authorization });
        if (!holds(operation, status))
          cells.push(`${operation.method} ${door}${operation.path} with ${name}: ${status}`);
      }
      return cells;
    }

    /** Callers of another organisation try every operation. */
    const everywhere = () =>
      operations.flatMap((operation) =>
        [...new Set([getFrontDoor(operation), getServiceUrl(operation)])].map((door) => [operation, door] as const),
      );

    const requiringLogin = (): (readonly [Operation, string])[] =>
      everywhere().filter(([{ permissions }]) => permissions !== undefined);

    const isRefusal = (status: number): boolean => status === 401 || status === 403;

    it('has every operation of the services in it', () => {
      expect(operations.length).toBeGreaterThan(30);
      expect(new Set(operations.map(({ service }) => service))).toEqual(new Set(SERVICE_NAMES));
    });

    it('returns 401 without credentials, except on public operations', async () => {
      const holds = ({ permissions, path }: Operation, status: number): boolean =>
        permissions || path === '/auth/token' ? status === 401 || path === '/auth/token' : !isRefusal(status);
      expect(await contradictions({ name: 'nothing' }, everywhere(), holds)).toEqual([]);
    }, 120_000);

    it('returns 401 for invalid credentials', async () => {
      const holds = ({ permissions }: Operation, status: number): boolean => !permissions || status === 401;
      expect(
        await contradictions({ name: 'an unsigned token', authorization: BAD_BEARER }, everywhere(), holds),
      ).toEqual([]);
    }, 120_000);

    it('returns 401 for a join token, which only enrols agents', async () => {
      const token = await withAccounts(system().dataDir, async ({ joinTokens }) => {
        const created = await joinTokens.create({ uses: 1, expiresIn: 600 }, { orgId: DEFAULT_ORG });
        return created.token;
      });
      const holds = ({ permissions }: Operation, status: number): boolean => !permissions || status === 401;
      const authorization = `Bearer ${token}`;
      expect(await contradictions({ name: 'a join token', authorization }, everywhere(), holds)).toEqual([]);
    }, 120_000);

    it('lets the key of an agent do what its role permits at every service, and nothing after it was revoked', async () => {
      const agent = await TestAgent.make('c-agent');
      const send = (method: string, path: string, body?: object): Promise<Response> =>
        fetch(system().gatewayUrl + path, {
          method,
          headers: { authorization: basic('a-admin'), 'Content-Type': 'application/json' },
          ...(body && { body: JSON.stringify(body) }),
        });
      const { token } = (await (await send('POST', '/auth/join-tokens', { name: agent.name })).json()) as {
        token: string;
      };
      expect((await send('POST', '/auth/agents', await agent.application(token))).status).toBe(201);
      const granted = await fetch(`${system().gatewayUrl}/auth/token`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: JWT_BEARER, assertion: await agent.assertion() }),
      });
      const { access_token: text } = (await granted.json()) as { access_token: string };
      const authorization = `Bearer ${text}`;
      const chosen = requiringLogin();
      const holds = allows('agent', ROLES.agent.permissions);
      expect(await contradictions({ name: 'the key of an agent', authorization }, chosen, holds)).toEqual([]);
      expect((await send('DELETE', `/auth/agents/${agent.name}/keys`)).status).toBe(204);
      await new Promise((resolve) => setTimeout(resolve, 5_000));
      const isUnknown = (_operation: Operation, status: number): boolean => status === 401;
      expect(await contradictions({ name: 'a revoked key', authorization }, chosen, isUnknown)).toEqual([]);
    }, 240_000);

    it('accepts names and passwords at the gateway only', async () => {
      const holds = ({ permissions }: Operation, status: number): boolean => !permissions || status === 401;
      const direct = operations
        .filter(({ service }) => service !== 'gateway')
        .map((operation) => [operation, getServiceUrl(operation)] as const);
      const authorization = basic('a-admin');
      expect(await contradictions({ name: 'a password', authorization }, direct, holds)).toEqual([]);
    }, 120_000);

    it('returns 401 at every service for a ten-year token signed with the stolen key', async () => {
      const clock = new SystemClock();
      const stolen = await SigningKey.loadOrCreate(openSigningKeys(system().dataDir).path, { clock });
      const claims = {
        sub: 'admin',
        identity: { org_id: 'default', type: 'User', user: { username: 'admin' } },
        roles: ['admin'],
        permissions: [...ROLES.admin.permissions],
      };
      const forge = (audience: string, type: string) =>
        stolen.sign(claims, { audience, type, lifetimeSeconds: 10 * 365 * 86_400, clock });
      const holds = ({ permissions }: Operation, status: number): boolean => !permissions || status === 401;
      const authorization = `Bearer ${await forge('wardstone', 'at+jwt')}`;
      expect(await contradictions({ name: 'a forged token', authorization }, everywhere(), holds)).toEqual([]);
      for (const name of SERVICE_NAMES) {
        const response = await fetch(`${system().serviceUrl(name)}/metrics`, {
          headers: { 'x-vendor-identity': await forge(name, 'identity+jwt') },
        });
        expect([name, response.status]).toEqual([name, 401]);
      }
    }, 120_000);

    it('returns 401 at every service within 5 s for the token of a removed account', async () => {
      const response = await fetch(`${system().gatewayUrl}/auth/token`, {
        method: 'POST',
        body: new URLSearchParams({ grant_type: 'password', username: 'a-gone', password: PASSWORD }),
      });
      const { access_token: token } = (await response.json()) as { access_token: string };
      const authorization = `Bearer ${token}`;
      const chosen = requiringLogin();
      const isKnown = (_operation: Operation, status: number): boolean => status !== 401;
      expect(await contradictions({ name: 'an account', authorization }, chosen.slice(0, 1), isKnown)).toEqual([]);
      await withAccounts(system().dataDir, ({ accounts }) => accounts.remove('a-gone'));
      await new Promise((resolve) => setTimeout(resolve, 5_000));
      const isUnknown = (_operation: Operation, status: number): boolean => status === 401;
      expect(await contradictions({ name: 'a removed account', authorization }, chosen, isUnknown)).toEqual([]);
    }, 120_000);

    it('refuses administrators of another organisation where data is not separated by organisation', async () => {
      const holds = (operation: Operation, status: number): boolean =>
        ['monitoring', 'error-registry'].includes(operation.service) ||
        takesPassword(operation) ||
        operation.permissions!.includes('accounts:standing')
          ? status === 403
          : !isRefusal(status) && status < 500;
      const chosen = operations
        .filter(({ permissions }) => permissions !== undefined)
        .map((operation) => [operation, getFrontDoor(operation)] as const);
      const authorization = await system().tokenOf(basic('a-stranger'));
      expect(await contradictions({ name: 'another organisation', authorization }, chosen, holds)).toEqual([]);
    }, 120_000);

    it.each([
      ['a foreign agent', 'b-agent'],
      ['an administrator of another organisation', 'a-stranger'],
    ])(
      'shows the systems of an agent to %s nowhere, and lets none be changed',
      async (_name, username) => {
        const base = `${system().gatewayUrl}/api/compliance/v2`;
        const send = (target: string, method: string, login: string, body?: object): Promise<Response> =>
          fetch(base + target, {
            method,
            headers: { authorization: basic(login), 'Content-Type': 'application/json' },
            ...(body && { body: JSON.stringify(body) }),
          });
        const report = { display_name: `of a-agent, not ${username}`, os_major_version: 9, os_minor_version: 1 };
        const { data } = (await (await send('/systems', 'POST', 'a-agent', report)).json()) as { data: { id: string } };
        const before = await (await send(`/systems/${data.id}`, 'GET', 'a-agent')).text();
        const reached: string[] = [];
        for (const { service, method, path } of operations) {
          if (service !== 'compliance' || !path.startsWith('/api/compliance/v2/')) continue;
          const route = path.slice('/api/compliance/v2'.length);
          const isOfSystem = route.includes('{system_id}');
          if (!isOfSystem && (method !== 'GET' || route.includes('{'))) continue;
          const target = route.replace('{system_id}', data.id).replace(/\{[^}]+\}/g, NOWHERE);
          const response = await send(target, method, username, /^(PUT|PATCH|POST)$/.test(method) ? report : undefined);
          const text = await response.text();
          const isShown = text.includes(report.display_name) || (isOfSystem && response.ok);
          if (isShown || response.status >= 500) reached.push(`${method} ${target}: ${response.status}`);
        }
        expect(reached).toEqual([]);
        expect(await (await send(`/systems/${data.id}`, 'GET', 'a-agent')).text()).toBe(before);
        expect((await send(`/systems/${data.id}`, 'DELETE', 'a-agent')).status).toBe(202);
      },
      120_000,
    );

    /**
     * The operation creates a lasting credential, which takes the password. Similar operations refuse an empty body
     * first.
     */
    const takesPassword = ({ method, path }: Operation): boolean => method === 'POST' && path === '/auth/join-tokens';

    /** Permissions of a role with a token, and no others. */
    const allowsToken =
      (role: string, granted: readonly string[]) =>
      (operation: Operation, status: number): boolean =>
        takesPassword(operation) ? status === 403 : allows(role, granted)(operation, status);

    /** Permissions of a role, and no others. */
    function allows(role: string, granted: readonly string[]): (operation: Operation, status: number) => boolean {
      return ({ permissions = [], method, path }: Operation, status: number): boolean => {
        // The login of an agent registers the agent of its own name alone.
        const isOfAnother = role === 'agent' && method === 'PUT' && path === '/rest/agent/{name}';
        // A login for metrics may not even call operations without a permission, except the one about itself.
        const isMeter = role === 'metrics' && permissions.length === 0 && path !== '/auth/caller';
        const isAllowed = !isOfAnother && !isMeter && permissions.every((permission) => permits(granted, permission));
        return isAllowed ? !isRefusal(status) && status < 500 : status === 403;
      };
    }

    const session = async (username: string): Promise<Record<string, string>> => {
      const response = await fetch(`${system().gatewayUrl}/auth/session`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ username, password: PASSWORD }),
      });
      return { cookie: response.headers.getSetCookie()[0]!.split(';')[0]! };
    };
    const behindGateway = (): (readonly [Operation, string])[] =>
      operations
        .filter((operation) => operation.permissions !== undefined && getFrontDoor(operation) === system().gatewayUrl)
        .map((operation) => [operation, system().gatewayUrl] as const);

    it.each(Object.entries(ROLES))(
      'lets a browser that is signed in with the role %s do what the role permits',
      async (role, { permissions: granted }) => {
        const headers = { ...(await session(`a-${role}`)), 'sec-fetch-site': 'same-origin' };
        expect(
          await contradictions({ name: `session of ${role}`, headers }, behindGateway(), allows(role, granted)),
        ).toEqual([]);
      },
      120_000,
    );

    it('refuses every write with a session cookie without proof of a same-origin page', async () => {
      const headers = await session('a-admin');
      const holds = ({ method }: Operation, status: number): boolean =>
        /^(GET|HEAD)$/i.test(method) ? !isRefusal(status) : status === 403;
      expect(await contradictions({ name: 'a bare cookie', headers }, behindGateway(), holds)).toEqual([]);
    }, 120_000);

    /** A token of a role, as its Authorization header, and what revokes it. */
    const makeToken = async (role: string): Promise<{ authorization: string; revoke: () => Promise<unknown> }> => {
      // A login for metrics makes no tokens: an administrator does, for its service account.
      const isMeter = role === 'metrics';
      const headers = { authorization: basic(isMeter ? 'a-admin' : `a-${role}`), 'Content-Type': 'application/json' };
      const tokens = `${system().gatewayUrl}/auth/tokens`;
      const body = JSON.stringify({ name: 'of the matrix', ...(isMeter ? { account: 's-metrics' } : {}) });
      const made = await fetch(tokens, { method: 'POST', headers, body });
      const { id, token } = (await made.json()) as { id: string; token: string };
      return {
        authorization: `Bearer ${token}`,
        revoke: () => fetch(`${tokens}/${id}`, { method: 'DELETE', headers }),
      };
    };

    it.each(Object.entries(ROLES))(
      'lets a token of the role %s do what the role permits at every service',
      async (role, { permissions: granted }) => {
        const { authorization, revoke } = await makeToken(role);
        const holds = allowsToken(role, granted);
        expect(await contradictions({ name: `token of ${role}`, authorization }, requiringLogin(), holds)).toEqual([]);
        await revoke();
      },
      120_000,
    );

    it('returns 401 at every service within 5 s for tokens of all roles that were revoked', async () => {
      const tokens = new Map<string, Awaited<ReturnType<typeof makeToken>>>();
      for (const role of Object.keys(ROLES)) tokens.set(role, await makeToken(role));
      const some = requiringLogin().slice(0, 1);
      for (const [role, { authorization, revoke }] of tokens) {
        const isKnown = (_operation: Operation, status: number): boolean => status !== 401;
        expect(await contradictions({ name: `token of ${role}`, authorization }, some, isKnown)).toEqual([]);
        await revoke();
      }
      await new Promise((resolve) => setTimeout(resolve, 5_000));
      const isUnknown = (_operation: Operation, status: number): boolean => status === 401;
      for (const [role, { authorization }] of tokens) {
        const name = `revoked token of ${role}`;
        expect(await contradictions({ name, authorization }, requiringLogin(), isUnknown)).toEqual([]);
      }
    }, 240_000);

    it.each(Object.entries(ROLES))(
      'lets the role %s do what its permissions allow, and nothing else',
      async (role, { permissions: granted }) => {
        const holds = allowsToken(role, granted);
        const chosen = operations
          .filter(({ permissions }) => permissions !== undefined)
          .map((operation) => [operation, getFrontDoor(operation)] as const);
        const authorization = await system().tokenOf(basic(`a-${role}`));
        expect(await contradictions({ name: role, authorization }, chosen, holds)).toEqual([]);
      },
      120_000,
    );
  });
}

/** The path with ids that exist nowhere, so that a call changes nothing. */
function harmlessPath({ path }: Operation): string {
  return path.replace(/\{[^}]+\}/g, (name) => (/type|lang|service/.test(name) ? 'no_such_thing' : NOWHERE));
}
