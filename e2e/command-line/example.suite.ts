import fs from 'node:fs';
import path from 'node:path';
import type { RunningSystem } from '../../tools/system';
import { workspaceRoot } from '../../tools/workspace';
import type { Hands } from './hands';

const BLOCK = /^```(yaml|console)\n([^]*?)^```$/gm;
const GUIDE = 'apps/compliance/test-data/ssg-debian11-ds.xml.gz';

/** Types every command of the page, as a newcomer does. */
export function describeExample(system: () => RunningSystem, { runProcess, folder, ask }: Hands): void {
  describe('the example of docs/command-line.md', () => {
    const send = async (authorization: string, target: string, body?: object): Promise<void> => {
      const posted = { method: 'POST', body: JSON.stringify(body) };
      const headers = { authorization, 'content-type': 'application/json' };
      const response = await fetch(system().gatewayUrl + target, { headers, ...(body ? posted : {}) });
      if (!response.ok) throw new Error(`${target}: ${response.status} ${await response.text()}`);
    };

    // Records that the page assumes.
    beforeAll(async () => {
      for (const resourceName of ['web-1', 'switch-1'])
        await send(system().login, '/rest/resource/platforms', { resourceName, typeName: 'Linux' });
      const password = 'a long sentence is good';
      for (const username of ['ann', 'bob']) {
        await send(system().login, '/auth/accounts', { username, type: 'User', roles: ['operator'], password });
        await send(`Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`, '/rest/resource/platforms');
      }
    }, 60_000);

    afterAll(async () => {
      await ask('delete', 'groups', 'web servers');
      await ask('delete', 'alert-definitions', 'no backup');
      await ask('delete', 'escalation-policies', 'platform');
      await ask('delete', 'rotations', 'platform team');
      await ask('delete', 'resources', 'web-1', 'switch-1');
    }, 60_000);

    it('does what the page describes, line by line', async () => {
      await ask('import-guide', path.join(workspaceRoot(), GUIDE));
      const page = fs.readFileSync(path.join(workspaceRoot(), 'docs/command-line.md'), 'utf8');
      const said: string[] = [];
      const promised: string[] = [];
      for (const [, language, text] of page.matchAll(BLOCK)) {
        const [, name] = /^# (\S+\.yaml)\n/.exec(text!) ?? [];
        if (language === 'yaml') {
          const file = path.join(folder, name!);
          fs.mkdirSync(path.dirname(file), { recursive: true });
          fs.writeFileSync(file, text!);
          continue;
        }
        promised.push(text!);
        for (const [, command] of text!.matchAll(/^\$ npx wardstone (.*)$/gm)) {
          const { said: output, complained } = await runProcess(command!.split(' '), {}, '', folder);
          said.push(`$ npx wardstone ${command!}\n${output}${complained}`);
        }
      }
      expect(promised.length).toBeGreaterThan(2);
      expect(said.join('')).toBe(promised.join(''));
    }, 120_000);
  });
}
