import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describeWhere, eventually } from '@wardstone/testing';
import { Units } from '../src/control/units';
import { canStartSystemd, NamespacedSystemd, toBreakableUnit, toUnit } from './namespaced-systemd';

describeWhere(canStartSystemd(), 'systemd cannot run in a namespace here, which needs root')(
  'units of a real systemd',
  () => {
    let folder: string;
    let systemd: NamespacedSystemd;
    let units: Units;

    beforeAll(async () => {
      folder = fs.mkdtempSync(path.join(os.tmpdir(), 'systemd-'));
      systemd = new NamespacedSystemd(folder, {
        'nginx.service': toBreakableUnit(path.join(folder, 'broken')),
        'cron.service': toUnit('ExecStart=/bin/sleep 3600'),
        'sshd.service': toUnit('ExecStart=/bin/sleep 3600'),
      });
      units = new Units({
        listed: ['nginx.service', 'cron.service', 'gone.service'],
        systemctl: systemd.systemctl,
      });
      await eventually('systemd', () => systemd.isReady);
    });
    afterAll(async () => {
      await systemd.stop();
      fs.rmSync(folder, { recursive: true });
    });

    const run = (unit: string, verb: string) =>
      units.getOperation(unit, verb)!({
        parameters: {},
        signal: new AbortController().signal,
        report: () => undefined,
      });

    it('start, are up, reload, restart and stop', async () => {
      await expect(run('nginx.service', 'start')).resolves.toMatchObject({ exitCode: 0, state: 'active (running)' });
      await expect(units.readAvailability(['nginx.service', 'cron.service', 'gone.service'])).resolves.toEqual([
        'UP',
        'DOWN',
        'DOWN',
      ]);
      await expect(run('nginx.service', 'reload')).resolves.toMatchObject({ exitCode: 0 });
      await expect(run('nginx.service', 'restart')).resolves.toMatchObject({ exitCode: 0, state: 'active (running)' });
      await expect(run('nginx.service', 'status')).resolves.toMatchObject({
        exitCode: 0,
        output: expect.stringContaining('Active: active (running)') as string,
      });
      await expect(run('nginx.service', 'stop')).resolves.toMatchObject({ exitCode: 0, state: 'inactive (dead)' });
      await expect(run('nginx.service', 'status')).resolves.toMatchObject({ exitCode: 3 });
    });

    it('fail with the exit code, state and message when they cannot be restarted', async () => {
      await run('nginx.service', 'start');
      fs.writeFileSync(path.join(folder, 'broken'), '');
      await expect(run('nginx.service', 'restart')).rejects.toMatchObject({
        message: 'It ended with exit code 1',
        result: {
          exitCode: 1,
          state: 'failed (failed)',
          output: expect.stringContaining('Job for nginx.service failed') as string,
        },
      });
    });

    it('are left alone when systemd does not know them, they cannot reload, or the owner does not list them', async () => {
      await expect(run('gone.service', 'start')).rejects.toThrow('it is not-found');
      await run('cron.service', 'start');
      await expect(run('cron.service', 'reload')).rejects.toThrow('cannot reload');
      await expect(run('sshd.service', 'start')).rejects.toThrow('does not list the unit');
      await expect(units.readAvailability(['cron.service', 'sshd.service'])).resolves.toEqual(['UP', 'UNKNOWN']);
    });
  },
);
