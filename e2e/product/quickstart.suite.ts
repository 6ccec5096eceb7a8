import { execFile } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { itWithCurl } from '@wardstone/testing';
import type { RunningSystem } from '../../tools/system';
import { workspaceRoot } from '../../tools/workspace';

const run = promisify(execFile);

/** A shell block of the page, and the output that the page shows for it. */
interface Step {
  commands: string;
  shown: string | undefined;
}

const BLOCK = /```sh\n([\s\S]*?)```\n(?:\n```\n([\s\S]*?)```\n)?/g;
/** Blocks that other suites run: the start itself, and the tours. */
const RUN_ELSEWHERE = /^(npm ci && npm start|node e2e\/tours\/[a-z]+-tour\.mjs)\n$/;

function toSteps(page: string): Step[] {
  return [...page.matchAll(BLOCK)]
    .map(([, commands = '', shown]) => ({ commands, shown }))
    .filter(({ commands }) => !RUN_ELSEWHERE.test(commands));
}

const VARYING = [/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/, /[0-9]+\.[0-9] s/, /http:\/\/localhost:8080/];

/** The shown text as a pattern: `…` stands for anything, and ids, durations and the address vary. */
function toPattern(shown: string): RegExp {
  const parts = shown.split(new RegExp(`( ?… ?|${VARYING.map(({ source }) => source).join('|')})`));
  const pattern = parts.map((part, index) => {
    if (index % 2 === 0) return part.replace(/[\^$.*+?()[\]{}|]/g, '\\$&');
    if (part.includes('…')) return '[\\s\\S]*';
    return part.startsWith('http') ? 'http://[a-z0-9.]+:[0-9]+' : VARYING.find((varies) => varies.test(part))!.source;
  });
  return new RegExp(`^${pattern.join('')}$`);
}

/** The commands of docs/quickstart.md, run as they stand. */
export function describeQuickstart(system: () => RunningSystem): void {
  describe('the quickstart', () => {
    const page = fs.readFileSync(path.join(workspaceRoot(), 'docs/quickstart.md'), 'utf8');
    const steps = toSteps(page);

    itWithCurl(
      'prints what the page shows',
      async () => {
        const { gatewayUrl, dataDir } = system();
        const script = steps.map(({ commands }) => commands).join('echo "=== next step"\n');
        const { stdout } = await run('sh', ['-euc', script], {
          cwd: workspaceRoot(),
          env: { ...process.env, GATEWAY_PORT: new URL(gatewayUrl).port, DATA_DIR: dataDir },
        });
        const outputs = stdout.replaceAll('\r', '').split('=== next step\n');
        expect(outputs).toHaveLength(steps.length);
        steps.forEach(({ shown }, index) => {
          if (shown !== undefined) expect(outputs[index]!.trim()).toMatch(toPattern(shown.trim()));
        });
      },
      120_000,
    );
  });
}
