import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { describeProcess } from '@wardstone/host';

describe('the description of a process', () => {
  it('includes the command line of a program that is still being loaded', async () => {
    const source = `process.title = ''; console.log('up'); setTimeout(() => (process.title = 'loaded'), 200);
      setInterval(() => undefined, 1_000);`;
    const child = spawn(process.execPath, ['-e', source]);
    try {
      await once(child.stdout, 'data');

      expect(describeProcess(child.pid!)?.commandLine.trim()).toMatch(/^loaded/);
    } finally {
      child.kill('SIGKILL');
    }
  });
});
