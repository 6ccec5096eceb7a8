import { ROLES, permits } from '@wardstone/auth';
import { openAccounts } from '../../tools/accounts';
import { SERVICE_NAMES } from '../../tools/system';
import type { RunningSystem } from '../../tools/system';
import { harmlessPath, operationsOf } from './openapi-operations';
import type { OpenApiDocument, Operation } from './openapi-operations';

const PASSWORD = 'a password for the tests';
const BAD_BEARER = 'Bearer eyJhbGciOiJub25lIn0.eyJzdWIiOiJhZG1pbiJ9.';

const basic = (username: string): string => `Basic ${Buffer.from(`${username}:${PASSWORD}`).toString('base64')}`;

/** Route × credentials, the expectation read from the permission table and the declared access. */
export function describeAuthorisation(system: () => RunningSystem): void {
  describe('the authorisation matrix', () => {
    let operations: Operation[];

    beforeAll(async () => {
      const accounts = openAccounts(system().dataDir);
      for (const role of Object.keys(ROLES)) {
        await accounts.add({ username: `a-${role}`, password: PASSWORD, roles: [role], orgId: 'matrix' });
      }
      const documents = await Promise.all(
        SERVICE_NAMES.map(async (name) => {
          const answer = await fetch(`${system().serviceUrl(name)}/openapi.json`);
          return operationsOf(name, (await answer.json()) as OpenApiDocument);
        }),
      );
      operations = documents.flat();
      // Services notice a changed accounts file within two seconds.
      await new Promise((resolve) => setTimeout(resolve, 2_500));
    }, 120_000);

    async function statusOf(operation: Operation, base: string, authorization?: string): Promise<number> {
      const answer = await fetch(base + harmlessPath(operation), {
        method: operation.method,
        redirect: 'manual',
        headers: authorization === undefined ? {} : { authorization },
      });
      await answer.arrayBuffer();
      return answer.status;
    }

    /** Addresses at which an operation is reached: its service directly, and the gateway for what it passes on. */
    const basesOf = ({ service, path }: Operation): string[] =>
      /^\/(api|rest)\b/.test(path) || service === 'gateway'
        ? [system().serviceUrl(service as (typeof SERVICE_NAMES)[number]), system().gatewayUrl]
        : [system().serviceUrl(service as (typeof SERVICE_NAMES)[number])];

    /** Cells of the matrix that do not hold, as sentences. */
    async function contradictions(
      credentials: string,
      authorization: string | undefined,
      holds: (operation: Operation, status: number) => boolean,
    ): Promise<string[]> {
      const cells: string[] = [];
      for (const operation of operations) {
        for (const base of new Set(basesOf(operation))) {
          const status = await statusOf(operation, base, authorization);
          if (!holds(operation, status))
            cells.push(`${operation.method} ${base}${operation.path} with ${credentials}: ${status}`);
        }
      }
      return cells;
    }

    const isRefusal = (status: number): boolean => status === 401 || status === 403;

    it('has every operation of the services in it', () => {
      expect(operations.length).toBeGreaterThan(30);
      expect(new Set(operations.map(({ service }) => service))).toEqual(new Set(SERVICE_NAMES));
    });

    it('answers 401 without credentials, except on public operations', async () => {
      const holds = ({ permissions, path }: Operation, status: number): boolean =>
        permissions || path === '/auth/token' ? status === 401 || path === '/auth/token' : !isRefusal(status);
      expect(await contradictions('nothing', undefined, holds)).toEqual([]);
    }, 120_000);

    it('answers 401 to credentials that do not hold', async () => {
      const holds = ({ permissions }: Operation, status: number): boolean => !permissions || status === 401;
      expect(await contradictions('an unsigned token', BAD_BEARER, holds)).toEqual([]);
    }, 120_000);

    it.each(Object.entries(ROLES))(
      'lets the role %s do what its permissions allow, and nothing else',
      async (role, { permissions: granted }) => {
        const holds = ({ permissions = [] }: Operation, status: number): boolean => {
          const isAllowed = permissions.every((permission) => permits(granted, permission));
          return isAllowed ? !isRefusal(status) && status < 500 : status === 403;
        };
        const authenticated = operations.filter(({ permissions }) => permissions !== undefined);
        const all = operations;
        operations = authenticated;
        try {
          expect(await contradictions(role, basic(`a-${role}`), holds)).toEqual([]);
        } finally {
          operations = all;
        }
      },
      120_000,
    );
  });
}
