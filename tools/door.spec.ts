import { spawn, type ChildProcess } from 'node:child_process';
import { describeParts, measurePart } from './door';

describe('the table of parts', () => {
  it('has wall and processor time, slowest first, and names failures', () => {
    expect(
      describeParts([
        { name: 'types', wallMs: 1_240, cpuMs: 2_060, code: 0 },
        { name: 'dead code', wallMs: 12_000, cpuMs: undefined, code: 1 },
      ]),
    ).toEqual([
      '                 wall   processor',
      'dead code      12.0 s           -  failed',
      'types           1.2 s       2.1 s',
    ]);
  });
});

const onLinux = process.platform === 'linux' ? it : it.skip;

describe('a part that is measured', () => {
  const BUSY = 'while (process.cpuUsage().user < 300_000);';
  const node = (source: string): ChildProcess => spawn(process.execPath, ['-e', source], { stdio: 'ignore' });

  it('keeps the exit code of its program', async () => {
    expect(await measurePart('failing', node('process.exit(3)'))).toMatchObject({ name: 'failing', code: 3 });
  });

  it('is refused if its program cannot be started', async () => {
    await expect(measurePart('missing', spawn('/nowhere/program'))).rejects.toThrow('ENOENT');
  });

  onLinux('has the processor time of what its program starts, and not that of a part beside it', async () => {
    const nested = `require('node:child_process').spawnSync(process.execPath, ['-e', ${JSON.stringify(BUSY)}])`;
    const [busy, idle] = await Promise.all([
      measurePart('busy', node(nested)),
      measurePart('idle', node('setTimeout(() => {}, 100)')),
    ]);
    expect(busy.cpuMs).toBeGreaterThanOrEqual(300);
    expect(idle.cpuMs).toBeLessThan(300);
  });
});
