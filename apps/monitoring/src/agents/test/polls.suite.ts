import { PasswordHasher } from '@wardstone/auth';
import { TEST_ORG, type AccountTable, eventually } from '@wardstone/testing';
import { useMonitoring } from '../../test/use-monitoring';

const NAME = 'polling-agent';
const PASSWORD = 'a password for the tests';

describe('a poll for work that bypasses the gateway', () => {
  const accounts: AccountTable = new Map();
  const api = useMonitoring(undefined, accounts);

  it('ends with the credentials of its agent, long before its timeout', async () => {
    accounts.set(NAME, {
      username: NAME,
      subject: `wardstone|${TEST_ORG}|${NAME}`,
      type: 'ServiceAccount',
      orgId: TEST_ORG,
      roles: ['agent'],
      passwordHash: await new PasswordHasher({ memoryKiB: 64 }).hash(PASSWORD),
      credential: 'first',
      createdAt: new Date(api.clock.now()).toISOString(),
    });
    const authorization = `Basic ${Buffer.from(`${NAME}:${PASSWORD}`).toString('base64')}`;
    const address = `${api.url}/rest/agent/${NAME}`;
    const headers = { authorization, 'content-type': 'application/json' };
    expect((await fetch(address, { method: 'PUT', headers, body: '{"version":"2.1"}' })).status).toBe(201);
    let status: number | undefined;
    void fetch(`${address}/work?wait=30`, { headers }).then((response) => (status = response.status));
    await eventually('the poll', async () =>
      /^agent_polls_waiting\S* 1$/m.test((await api.get('/metrics').expect(200)).text),
    );

    accounts.delete(NAME);
    // Accounts are remembered for a second.
    api.clock.advance(2_000);

    await eventually('its end', () => status, { withinMs: 10_000 });
    expect(status).toBe(401);
  }, 30_000);
});
