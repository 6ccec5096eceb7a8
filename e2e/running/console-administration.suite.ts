import type { AccountBody, AgentKeyRecord, AuditEventsBody, JoinTokenRecord, TokensBody } from '@wardstone/dto/gateway';
import { eventually, itWithBrowser, named } from '@wardstone/testing';
import { TestAgent } from '../../apps/gateway/test/test-agent';
import type { RunningSystem } from '../../tools/system';
import { type ConsolePage, openConsole } from './console-page';

const BROWSER_MS = 180_000;
const DIALOG = '[role=dialog]';
const PERSON = 'console-pat';
const PROGRAM = 'console-export';
const AGENT = 'console-agent';
const PASSWORD = 'a long sentence is good';

/** Accounts, tokens and agents: each is created, its secret shown once, and revoked. */
export function describeConsoleAdministration(system: () => RunningSystem): void {
  describe('the console, administration', () => {
    let console: ConsolePage | undefined;
    const complained: Record<string, string[]> = {};
    beforeAll(async () => {
      console = await openConsole(system());
      await console?.page.setViewport({ width: 1280, height: 900 });
    }, BROWSER_MS);
    afterAll(() => console?.close());

    const call = (path: string, init: RequestInit = {}, login = system().login): Promise<Response> =>
      fetch(system().gatewayUrl + path, { ...init, headers: { ...init.headers, authorization: login } });
    const stored = async <T>(path: string): Promise<T> => (await (await call(path)).json()) as T;
    const toStatus = async (login: string): Promise<number> => (await call('/auth/caller', {}, login)).status;
    const refused = (login: string): Promise<unknown> =>
      eventually('the refusal', async () => (await toStatus(login)) === 401);

    const click = (selector: string): Promise<void> => console!.page.locator(selector).click();
    const button = (name: string, inside = ''): Promise<void> => click(`${inside} ${named('button', name)}`);
    const fill = (label: string, text: string): Promise<void> =>
      console!.page.locator(`${DIALOG} ${named('input', label)}`).fill(text);
    const send = (): Promise<void> => click(`${DIALOG} button[type=submit]`);
    const closed = (): Promise<unknown> => console!.page.waitForSelector(DIALOG, { hidden: true });
    const section = (title: string): Promise<void> =>
      click(`nav[aria-label="Administration pages"] a::-p-text(${title})`);
    const look = async (name: string): Promise<void> => {
      await console!.page.waitForSelector('[role=status]', { hidden: true });
      const found = await console!.complaints();
      if (found.length > 0) complained[name] = found;
    };
    /** Text of the dialog that shows the secret once. */
    const secret = async (): Promise<string> => {
      await console!.see('Copy it now');
      const text = await console!.page.$eval(`${DIALOG} input`, (input) => input.value);
      await look('secret');
      await button('Close', `${DIALOG} footer`);
      await closed();
      return text;
    };
    /** Confirms the question that is open. */
    const confirm = async (action: string): Promise<void> => {
      await look(action);
      await button(action, DIALOG);
      await closed();
    };

    afterEach(() => expect(complained).toEqual({}));

    itWithBrowser(
      'adds a person, changes roles, disables and removes the account',
      async () => {
        const { open, see } = console!;
        await open('/administration');
        await button('Add account');
        await fill('User name', PERSON);
        await fill('Name', 'Pat Person');
        await fill('Password', PASSWORD);
        await look('new account');
        await send();
        await closed();
        await see(PERSON);
        await see('Pat Person');
        const account = (): Promise<AccountBody> => stored(`/auth/accounts/${PERSON}`);
        expect(await account()).toMatchObject({
          type: 'User',
          name: 'Pat Person',
          roles: ['viewer'],
          disabledAt: null,
        });
        const login = `Basic ${Buffer.from(`${PERSON}:${PASSWORD}`).toString('base64')}`;
        expect(await toStatus(login)).toBe(200);

        await button(`Edit ${PERSON}`);
        await click(`${DIALOG} #role-operator`);
        await click(`${DIALOG} label[for=account-active]`);
        await look('change account');
        await send();
        await closed();
        await see('Disabled');
        expect(await account()).toMatchObject({ roles: ['viewer', 'operator'], disabledAt: expect.any(String) });
        await refused(login);

        await button(`Delete ${PERSON}`);
        await confirm('Delete');
        expect((await call(`/auth/accounts/${PERSON}`)).status).toBe(404);
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'refuses a new password without the current one, on any page',
      async () => {
        await console!.open('/overview');
        await button('Account of admin');
        await click('[role=menuitem]::-p-text(Change my password)');
        await fill('Current password', 'not the password');
        await fill('New password', PASSWORD);
        await look('own password');
        await send();
        await console!.page.waitForSelector(`${DIALOG} .error-detail`);
        await button('Cancel', DIALOG);
        await closed();
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'creates a token for the viewer and one for a program, shows each once, and revokes them',
      async () => {
        const { page, open, see } = console!;
        await open('/administration');
        await button('Add account');
        await fill('User name', PROGRAM);
        await console!.choose(`${DIALOG} select`, 'ServiceAccount');
        await send();
        await closed();
        await see(PROGRAM);

        await section('Tokens');
        const mine = `${PROGRAM} mine`;
        const tokens: [name: string, token: string][] = [];
        for (const [name, account] of [
          [mine, ''],
          [`${PROGRAM} nightly`, PROGRAM],
        ] as const) {
          await button('New token');
          await fill('Purpose', name);
          if (account !== '') {
            await page.waitForSelector(`${DIALOG} option[value="${account}"]`);
            await console!.choose(`${DIALOG} select`, account);
          }
          await look('new token');
          await send();
          tokens.push([name, await secret()]);
        }
        const callers = await Promise.all(
          tokens.map(async ([, token]) => {
            const response = await call('/auth/caller', {}, `Bearer ${token}`);
            return ((await response.json()) as { identity: { user: { username: string } } }).identity.user.username;
          }),
        );
        expect(callers).toEqual(['admin', PROGRAM]);
        for (const [name, token] of tokens) {
          await button(`Revoke ${name}`);
          await confirm('Revoke');
          await refused(`Bearer ${token}`);
        }
        const records = (await stored<TokensBody>('/auth/tokens')).tokens.filter(({ name }) => name === mine);
        expect(records.map(({ revokedAt }) => revokedAt)).toEqual([expect.any(String)]);
        await call(`/auth/accounts/${PROGRAM}`, { method: 'DELETE' });
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'creates a join token, with which an agent enrols, and revokes the token and the key of the agent',
      async () => {
        const { open, see, page } = console!;
        await open('/administration/join-tokens');
        await button('New join token');
        await fill('Names of the agents', 'console-*');
        await fill('Uses', '2');
        await fill('Group', 'Consoles');
        await look('new join token');
        await send();
        const token = await secret();
        const agent = await TestAgent.make(AGENT);
        const body = JSON.stringify(await agent.application(token));
        const enrolled = await fetch(`${system().gatewayUrl}/auth/agents`, {
          method: 'POST',
          headers: { 'content-type': 'application/json' },
          body,
        });
        expect(enrolled.status).toBe(201);
        await page.reload();
        await see('1 of 2');
        await see('Consoles');
        const made = await stored<JoinTokenRecord[]>('/auth/join-tokens');
        expect(made.find(({ namePattern }) => namePattern === 'console-*')).toMatchObject({ group: 'Consoles' });
        await button('Revoke the join token for console-*');
        await confirm('Revoke');
        const left = await stored<JoinTokenRecord[]>('/auth/join-tokens');
        expect(left.filter(({ namePattern }) => namePattern === 'console-*')).toEqual([]);

        await section('Agent keys');
        await button(`Show keys: ${AGENT}`);
        await button(`Revoke the key ${agent.kid}`);
        await confirm('Revoke');
        await see('Revoked');
        const keys = await stored<AgentKeyRecord[]>(`/auth/agents/${AGENT}/keys`);
        expect(keys).toMatchObject([{ kid: agent.kid, revokedAt: expect.any(String) }]);
        await button(`Revoke all keys of ${AGENT}`);
        await confirm('Revoke all keys');
        await call(`/auth/accounts/${AGENT}`, { method: 'DELETE' });
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'shows what each role may do, and changes by account, path, service, outcome and time',
      async () => {
        const { page, open, see } = console!;
        await open('/administration/roles');
        await see('compliance:policy:read');
        await look('roles');
        const login = `Basic ${Buffer.from('admin:wrong').toString('base64')}`;
        const named = '/auth/accounts/console-none';
        expect((await call(named, { method: 'DELETE' }, login)).status).toBe(401);
        expect((await call(named, { method: 'DELETE' })).status).toBe(404);
        const ours = `/auth/audit?target=${encodeURIComponent(named)}&user=admin`;
        const events = await eventually('the event', async () => {
          const { events: found } = await stored<AuditEventsBody>(ours);
          return found.length > 0 ? found : undefined;
        });
        await section('Audit log');
        await look('audit log');
        await page.locator('input[aria-label="Path starts with"]').fill(named);
        await console!.choose('select[aria-label="Service"]', 'gateway');
        await console!.choose('select[aria-label="Outcome"]', 'refused');
        await console!.choose('select[aria-label="Since"]', '1');
        await page.locator('input[aria-label="Account"]').fill('admin');
        await page.waitForFunction("location.search.includes('user=admin')");
        await page.waitForFunction(`document.querySelectorAll('tbody tr').length === ${events.length}`);
        await console!.choose('select[aria-label="Outcome"]', 'cut off');
        await see('Nothing matches');
      },
      BROWSER_MS,
    );

    itWithBrowser(
      'keeps each of several filters that are set before the page has caught up',
      async () => {
        const { page, open } = console!;
        await open('/administration/audit');
        await page.waitForSelector('input[aria-label="Account"]');
        await page.evaluate(`
          const set = (selector, value, event) => {
            const field = document.querySelector(selector);
            Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value);
            field.dispatchEvent(new Event(event, { bubbles: true }));
          };
          set('input[aria-label="Account"]', 'admin', 'input');
          set('input[aria-label="Path starts with"]', '/auth', 'input');
          set('select[aria-label="Service"]', 'gateway', 'change');
          set('select[aria-label="Outcome"]', 'done', 'change');`);
        await page.waitForFunction("location.search.includes('target=')");
        const query = new URL(page.url()).searchParams;
        expect(Object.fromEntries(query)).toEqual({
          user: 'admin',
          target: '/auth',
          service: 'gateway',
          outcome: 'done',
        });
      },
      BROWSER_MS,
    );
  });
}
