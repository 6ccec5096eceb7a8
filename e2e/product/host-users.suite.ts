import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { itWhere } from '@wardstone/testing';
import { type PartName, type RunningSystem, SERVICE_NAMES } from '../../tools/system';

const itAsRoot = itWhere(process.getuid?.() === 0, 'only root starts parts as other users');

/** Users of the processes of an installation that root started, with an agent. */
export function describeHostUsers(system: () => RunningSystem): void {
  describe('started as root', () => {
    const toIds = (name: PartName): string[] => {
      const status = fs.readFileSync(`/proc/${system().processId(name)}/status`, 'utf8');
      return ['Uid', 'Gid', 'Groups'].flatMap(
        (field) => new RegExp(`^${field}:[ \\t]*(.*?)[ \\t]*$`, 'm').exec(status)![1]!,
      );
    };
    const getUser = (name: PartName): number => Number(toIds(name)[0]!.split('\t')[0]);

    itAsRoot('runs no part as root or with a group of root', () => {
      for (const name of [...SERVICE_NAMES, 'agent'] as const) {
        const user = getUser(name);
        expect([name, user > 0, toIds(name)]).toEqual([
          name,
          true,
          [[user, user, user, user].join('\t'), [user, user, user, user].join('\t'), ''],
        ]);
      }
    });

    itAsRoot('hides keys and passwords from the agent', () => {
      const agent = getUser('agent');
      expect(agent).not.toBe(getUser('gateway'));
      const secrets = [
        path.join('gateway', 'gateway-signing-key.json'),
        'admin-password',
        'secrets.json',
        path.join('logs', 'gateway.log'),
        path.join('postgres', 'PG_VERSION'),
      ].map((name) => path.join(system().dataDir, name));
      expect(secrets.filter((file) => !fs.existsSync(file))).toEqual([]);
      const others = [...secrets, `/proc/${system().processId('gateway')}/environ`];
      const { stdout } = spawnSync(
        '/bin/sh',
        ['-c', 'for f; do head -c 1 "$f" >/dev/null && echo "$f"; done', 'sh', ...others],
        {
          uid: agent,
          gid: agent,
          cwd: '/',
          encoding: 'utf8',
        },
      );
      expect(stdout).toBe('');
    });
  });
}
