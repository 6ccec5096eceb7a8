import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { workspaceRoot } from '../../tools/workspace';
import type { Installation } from '../installation';

const GUIDES = '/api/compliance/v2/security_guides';

/** One sentence and exit code 1: what a start that cannot succeed says. */
function failedStart(env: NodeJS.ProcessEnv): { code: number | null; sentence: string } {
  const root = workspaceRoot();
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-failed-'));
  fs.chmodSync(dataDir, 0o755);
  const { status, stderr } = spawnSync(process.execPath, [path.join(root, 'tools', 'run.mjs'), 'start'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: dataDir, ...env },
    encoding: 'utf8',
  });
  fs.rmSync(dataDir, { recursive: true, force: true });
  return { code: status, sentence: stderr.trim() };
}

export function describeStart(system: Installation): void {
  describe('npm start', () => {
    it('ends with one block that names the gateway, Swagger UI and the login', () => {
      const first = system.first();
      const { gatewayUrl, adminPassword } = first;
      const block = first.output().slice(first.output().indexOf('Wardstone is ready'));
      expect(block).toContain(gatewayUrl);
      expect(block).toContain('/docs');
      expect(block).toContain(`admin / ${adminPassword}`);
      expect(block).toContain('Ctrl-C');
    });

    it('keeps the password readable only to its owner', () => {
      expect(fs.statSync(path.join(system().dataDir, 'admin-password')).mode & 0o777).toBe(0o600);
    });

    it('lets the administrator in through the gateway', async () => {
      const statusWith = async (headers: Record<string, string> = {}) =>
        (await fetch(system().gatewayUrl + GUIDES, { headers })).status;
      expect(await statusWith({ authorization: system().login })).toBe(200);
      expect(await statusWith()).toBe(401);
    });

    it('explains a port in use in one sentence', async () => {
      const server = net.createServer().listen(0, '127.0.0.1');
      await new Promise((resolve) => server.once('listening', resolve));
      const { port } = server.address() as net.AddressInfo;
      const { code, sentence } = failedStart({ GATEWAY_PORT: String(port) });
      server.close();
      expect(code).toBe(1);
      expect(sentence).toMatch(new RegExp(`^Port ${port}, needed for gateway, is in use by another program; .*\\.$`));
    }, 60_000);

    it('explains an unreachable database in one sentence', () => {
      const { code, sentence } = failedStart({
        GATEWAY_PORT: '1',
        DATABASE_URL_COMPLIANCE: 'postgres://nobody:nothing@127.0.0.1:1/nowhere',
      });
      expect(code).toBe(1);
      expect(sentence).toMatch(/DATABASE_URL_COMPLIANCE/);
      expect(sentence.split('\n')).toHaveLength(1);
      expect(sentence).not.toContain('nothing');
    }, 60_000);
  });
}
