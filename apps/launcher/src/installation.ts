import fs from 'node:fs';
import path from 'node:path';
import { APP_SETTINGS } from './app-settings';
import { withAccountsAt } from './accounts';
import { type AdministratorLogin, ensureAdministrator } from './administrator';
import { agentToken } from './agent-token';
import { type Databases, needsEmbeddedServer, openDatabases, requireGivenDatabases } from './databases';
import { makeEnvironment } from './environment';
import { migrate } from './migrate';
import { requireFreePorts } from './ports';
import { RunLock } from './run-lock';
import { type HostUsers, hostUsers, requireUsable } from './host-users';
import { ownedFolder } from './owned-folder';
import { type Checkout, type Programs, readablePrograms } from './programs';
import { loadSecrets } from './secrets';
import {
  type Plan,
  type ServicePlan,
  toLocalAddress,
  agentFolder,
  gatewayFolder,
  makeGatewayFolder,
  planServices,
} from './services';
import { DATABASES, type DatabaseName, StartError, type StartSettings } from './settings';
import { SupervisedProcess } from './supervised-process';
import type { Terminal } from './terminal';

const APPS = Object.keys(APP_SETTINGS);

/** Everything that `npm start` runs, started and stopped in order. */
export class Installation {
  private readonly lock: RunLock;
  private isLocked = false;
  private isStopping = false;
  private starting: Promise<void> = Promise.resolve();
  private databases: Databases | undefined;
  private gateway: SupervisedProcess | undefined;
  private services: SupervisedProcess[] = [];
  private agent: SupervisedProcess | undefined;
  private readonly users = hostUsers();
  private programs: Programs;

  constructor(
    private readonly checkout: Checkout,
    private readonly settings: StartSettings,
    private readonly terminal: Terminal,
    /** Called when something is lost that cannot be restarted. */
    private readonly failed: (sentence: string) => void,
  ) {
    this.lock = new RunLock(settings.dataDir);
    this.programs = { node: process.execPath, root: checkout.folder };
  }

  /** @throws StartError; also when `stop` was called meanwhile */
  start(): Promise<void> {
    this.starting = this.startAll();
    return this.starting;
  }

  private async startAll(): Promise<void> {
    const { settings, terminal } = this;
    requireUsable(this.users);
    prepareDataFolder(settings.dataDir, this.users);
    this.lock.acquire();
    this.isLocked = true;
    await this.lock.endLeftovers();
    await requireGivenDatabases(settings);
    const secrets = loadSecrets(settings.dataDir);
    const ports = planServices(settings, makeEmptyAddresses(), process.env);
    await requireFreePorts(ports);

    terminal.step('building');
    await buildApps(this.checkout);
    const programs = readablePrograms(this.checkout, APPS, this.users);
    this.programs = programs;
    this.continueUnlessStopping();
    if (needsEmbeddedServer(settings)) terminal.step('starting the database');
    this.databases = await openDatabases(settings, secrets, (sentence) => this.report(sentence), this.failed);
    this.continueUnlessStopping();
    terminal.step('migrating the databases');
    const plan = planServices(settings, this.databases.urls, process.env);
    await Promise.all(
      [plan.gateway, ...plan.services].map(({ name, env }) =>
        migrate(programs, name, { databaseUrl: getDatabase({ env }), runAs: this.users.services }),
      ),
    );
    const login = await this.makeAccounts(plan);
    this.continueUnlessStopping();
    terminal.step(`starting ${[...plan.services, plan.gateway].map(({ name }) => name).join(', ')}`);
    await this.startProcesses(plan);
    this.continueUnlessStopping();
    if (settings.runsAgent) await this.startAgent(plan);
    this.continueUnlessStopping();
    terminal.ready(plan.gateway.env['PUBLIC_BASE_URL'] ?? '', settings, login);
  }

  /**
   * The agent first, which only sends requests; then the gateway, so that no request reaches a stopped service; the
   * database last.
   */
  async stop(): Promise<void> {
    this.isStopping = true;
    await this.stopProcesses();
    // A pending start gives up at its next step; what it has launched is stopped as well.
    await this.starting.catch(() => undefined);
    await this.stopProcesses();
    await this.databases?.stop();
    if (this.isLocked) this.lock.release();
  }

  /** Drops requests in flight, so that `stop` ends at once. */
  killAll(): void {
    for (const part of [this.agent, this.gateway, ...this.services]) part?.kill();
  }

  private async startProcesses({ gateway, services }: Plan): Promise<void> {
    this.services = services.map((service) => this.supervise(service));
    this.gateway = this.supervise(gateway);
    await Promise.all([this.gateway, ...this.services].map((part) => part.start()));
  }

  private makeAccounts({ gateway }: Plan): Promise<AdministratorLogin> {
    return withAccountsAt(getDatabase(gateway), ({ accounts }) => ensureAdministrator(this.settings, accounts));
  }

  private async startAgent({ gateway, agent: { name, env } }: Plan): Promise<void> {
    const { dataDir } = this.settings;
    const token = await withAccountsAt(getDatabase(gateway), (open) => agentToken(dataDir, open));
    this.agent = this.supervise({ name, env: { ...env, ...token } });
    await this.agent.start();
  }

  private async stopProcesses(): Promise<void> {
    await this.agent?.stop();
    await this.gateway?.stop();
    await Promise.all(this.services.map((service) => service.stop()));
  }

  private supervise({ name, port, env }: Pick<ServicePlan, 'name' | 'env'> & { port?: number }): SupervisedProcess {
    const { dataDir } = this.settings;
    const isAgent = name === 'agent';
    const runAs = isAgent ? this.users.agent : this.users.services;
    const home = isAgent ? agentFolder(dataDir) : gatewayFolder(dataDir);
    return new SupervisedProcess({
      name,
      node: this.programs.node,
      script: path.join(this.programs.root, 'dist', name, 'main.js'),
      runAs,
      cwd: this.programs.root,
      env: { ...makeEnvironment(name, process.env), ...(runAs.uid === undefined ? {} : getHome(home)), ...env },
      logFile: path.join(this.settings.dataDir, 'logs', `${name}.log`),
      logsToTerminal: this.settings.logsToTerminal,
      ...(port === undefined ? {} : { readyUrl: `http://${toLocalAddress(env['HOST'])}:${port}/readyz` }),
      report: (sentence) => this.report(sentence),
      started: (pid) => this.lock.remember(name, pid),
    });
  }

  private report(sentence: string): void {
    if (!this.isStopping) this.terminal.event(sentence);
  }

  private continueUnlessStopping(): void {
    if (this.isStopping) throw new StartError('Stopped before everything was ready.');
  }
}

function getDatabase({ env }: Pick<ServicePlan, 'env'>): string {
  return env['DATABASE_URL'] ?? '';
}

/** HOME for a user without one, without access to root's files and compile cache. */
function getHome(folder: string): NodeJS.ProcessEnv {
  return { HOME: folder, NODE_COMPILE_CACHE: path.join(folder, 'compile-cache') };
}

function prepareDataFolder(dataDir: string, { agent }: HostUsers): void {
  try {
    makeGatewayFolder(dataDir);
    ownedFolder(agentFolder(dataDir), agent);
    fs.mkdirSync(path.join(dataDir, 'logs'), { recursive: true, mode: 0o700 });
    fs.accessSync(dataDir, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
  } catch (error) {
    throw new StartError(`The folder ${dataDir} (DATA_DIR) cannot be used: ${(error as Error).message}.`);
  }
}

async function buildApps(checkout: Checkout): Promise<void> {
  try {
    await checkout.build();
  } catch (error) {
    throw new StartError(`The build failed:\n${(error as Error).message}`);
  }
}

function makeEmptyAddresses(): Record<DatabaseName, string> {
  return Object.fromEntries(DATABASES.map((name) => [name, ''])) as Record<DatabaseName, string>;
}
