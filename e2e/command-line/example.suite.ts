import fs from 'node:fs';
import path from 'node:path';
import { workspaceRoot } from '../../tools/workspace';
import type { Hands } from './hands';

const BLOCK = /^```(yaml|console)\n([^]*?)^```$/gm;
const GUIDE = 'apps/compliance/test-data/ssg-debian11-ds.xml.gz';

/** A newcomer who types what the page says. */
export function describeExample({ runProcess, folder, ask }: Hands): void {
  describe('the example of docs/command-line.md', () => {
    it('does what the page says, line by line', async () => {
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
      await ask('delete', 'groups', 'web servers');
    }, 120_000);
  });
}
