import { setMaxListeners } from 'node:events';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { version } from '../../../package.json';
import { AgentConfig, readJoinToken } from './agent.config';
import { AvailabilityWatch } from './collecting/availability-watch';
import { Collector } from './collecting/collector';
import { FolderWatch } from './collecting/folder-watch';
import { SpaceHistory } from './collecting/space-history';
import { ConfigurationWatch } from './control/configuration-watch';
import { hostControl } from './control/host-control';
import { GuideOffers } from './compliance/guide-offers';
import { HostSystem } from './compliance/host-system';
import { ScanDocuments } from './compliance/scan-documents';
import { Scanner } from './compliance/scanner';
import { Scans } from './compliance/scans';
import { SETTLED_MS } from './domain/discovered-tree';
import { readRejections } from './domain/read-responses';
import { parseScrapeTargets } from './domain/scrape-target';
import { getPhase } from './domain/timetable';
import { parseWatchedProgram } from './domain/watched-programs';
import { DRIFT_BUFFER_BYTES, DriftWatch } from './drift/drift-watch';
import { ConnectionProblems } from './events/connection-problems';
import { EventWatch } from './events/event-watch';
import { Discovery } from './inventory/discovery';
import { Importer } from './inventory/importer';
import { ServerInventory } from './inventory/server-inventory';
import { HostReadings } from './machine/host-readings';
import { NamedFiles } from './machine/named-files';
import { PermittedFiles, parseRoots } from './machine/permitted-files';
import { ReadGuard } from './machine/read-guard';
import { OutboxSender, type OutboxSenderOptions } from './outbox/outbox-sender';
import { Outbox } from './outbox/outbox';
import { PermittedTargets } from './probes/permitted-targets';
import { Probes } from './probes/probes';
import { Scraper, sendSamples } from './scraping/scraper';
import { Login } from './server/login';
import { Registration } from './server/registration';
import { type ReceivedResponse, ServerApi, Unreachable } from './server/server-api';
import type { SharedParts } from './shared-parts';
import { keptName } from './state/agent-name';
import { AgentProblems } from './state/agent-problems';
import { Heartbeat } from './state/heartbeat';
import { checkMachine, identityOfMachine } from './state/machine-identity';
import { StateFolder } from './state/state-folder';
import { waitForWork } from './work/work-line';
import { WorkJournal } from './work/work-journal';
import { Worker } from './work/worker';

const MIB = 1024 * 1024;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Interval of checks for due tasks and new log lines. */
const TICK_MS = 500;
/** Interval of polls during a scan. */
const SCANNING_MS = 5_000;
/** Minimum interval of complete reports, whatever the server requests. */
const RESYNC_MS = 10_000;
/** Maximum interval of reports about the agent itself. */
const STATUS_MS = 5 * 60_000;
/** Names of the agent's periodic tasks in reported problems. */
const PARTS = ['availability', 'measuring', 'logs', 'exporters'] as const;
/** Separate from measurements, because reports of work are few and small, and must not wait behind hours of them. */
const WORK_BUFFER_BYTES = 8 * MIB;

interface AgentParts extends Pick<SharedParts, 'machine' | 'logger' | 'clock'> {
  config: Readonly<AgentConfig>;
}

/** Reports the inventory, metrics and events of the machine on which it runs. */
export class Agent {
  private readonly stopping = new AbortController();
  private syncRequested = false;
  private reportedDropped = 0;
  private resyncedMs = -Infinity;
  private finished: Promise<unknown> = Promise.resolve();

  constructor(private readonly parts: AgentParts) {
    // Each request in flight listens for the stop, and the number of exporters has no limit.
    setMaxListeners(Infinity, this.stopping.signal);
  }

  /** Runs until `stop`; throws irreparable failures. */
  async run(): Promise<void> {
    const { signal } = this.stopping;
    const rooms = await this.createRooms();
    rooms.worker.reportAbandoned();
    const loops = [this.runServerTasks(rooms, signal), this.observe(rooms, signal)];
    this.finished = Promise.allSettled(loops);
    signal.addEventListener('abort', () => rooms.worker.stop());
    await Promise.all(loops);
  }

  /** Aborts requests in flight, whose messages are on disk. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.finished;
  }

  private async createRooms() {
    const { config, machine, logger, clock } = this.parts;
    const state = new StateFolder(config.AGENT_STATE_DIR);
    const joinToken = (): string | undefined => readJoinToken(config);
    const name = keptName(state, config.AGENT_NAME, joinToken());
    const target = `/agent/${name}`;
    const url = config.WARDSTONE_URL.replace(/\/+$/, '');
    const server = new ServerApi(url, config.AGENT_REQUEST_TIMEOUT_SECONDS * 1000, clock);
    server.login = new Login({
      server,
      state,
      logger,
      clock,
      name,
      joinToken,
      keyMaxAgeMs: config.AGENT_KEY_DAYS * DAY_MS,
    });
    const outbox = new Outbox(path.join(state.folder, 'reports'), config.AGENT_BUFFER_MIB * MIB);
    const workOutbox = new Outbox(path.join(state.folder, 'work-reports'), WORK_BUFFER_BYTES);
    const samplesOutbox = new Outbox(path.join(state.folder, 'samples'), config.AGENT_BUFFER_MIB * MIB);
    const facts = await machine.facts();
    const renamed = checkMachine(state, identityOfMachine(facts.hostname));
    if (renamed !== undefined) logger.warn(renamed);
    const shared: SharedParts = { server, state, machine, facts, outbox, logger, clock, target };
    const inventory = new ServerInventory(server, state, target);
    const programs = config.AGENT_PROCESSES.map(parseWatchedProgram);
    const { AGENT_PROCESSES: usual } = new AgentConfig();
    const named = config.AGENT_PROCESSES.filter((each) => !usual.includes(each)).map(parseWatchedProgram);
    const { AGENT_LOG_FILES: logFiles, AGENT_UNUSED_ADAPTERS: unusedAdapters } = config;
    const { signal } = this.stopping;
    const { control, configuration } = hostControl(config, machine);
    const discovery = new Discovery({ ...shared, programs, named, logFiles, unusedAdapters, control });
    const timing = { phaseMs: getPhase(name), collectEveryMs: config.AGENT_COLLECT_EVERY_MS };
    const roots = parseRoots(config.AGENT_LOG_ROOTS);
    const permitted = new PermittedFiles({ roots, ownFiles: logFiles, closed: [path.resolve(state.folder)] });
    const problems = new ConnectionProblems(shared);
    const guard = new ReadGuard();
    const files = new NamedFiles(permitted, problems, guard);
    const folders = new FolderWatch({ ...shared, files: permitted, guard, problems, signal });
    const drift = new DriftWatch({
      ...shared,
      outbox: new Outbox(path.join(state.folder, 'drift-reports'), DRIFT_BUFFER_BYTES),
      roots: parseRoots(config.AGENT_FILE_ROOTS ?? '', 'AGENT_FILE_ROOTS'),
      texts: config.AGENT_FILE_TEXTS,
      guard,
      signal,
      phaseMs: timing.phaseMs,
      walkEveryMs: timing.collectEveryMs,
      clockErrorMs: () => server.clockErrorMs,
    });
    const probes = new Probes({
      ...shared,
      targets: new PermittedTargets(config.AGENT_PROBE_TARGETS),
      everyMs: timing.collectEveryMs,
      signal,
    });
    const readings = new HostReadings({
      clock,
      certificates: config.AGENT_CERTIFICATES,
      serverOffsetMs: () => server.clockOffsetMs,
    });
    const heartbeat = new Heartbeat(state, clock, PARTS);
    const agentProblems = new AgentProblems(logger, [
      () => machine.problems,
      () => readings.problems,
      () => drift.problems,
      () => control.problems,
      () => probes.problems,
      () => guard.hung.map((file) => `${file} does not respond`),
      () => heartbeat.stalled.map((part) => `${part} has made no progress for two minutes`),
      () => clockProblems(server.clockErrorMs),
    ]);
    const availability = new AvailabilityWatch({ ...shared, ...timing, files, control });
    const { AGENT_IMPORT_INTERVAL_SECONDS: seconds } = config;
    const rooms = {
      server,
      inventory,
      discovery,
      availability,
      collector: new Collector({ ...shared, ...timing, files, folders, readings, space: new SpaceHistory(state) }),
      heartbeat,
      configurations: new ConfigurationWatch({ ...shared, configuration, phaseMs: timing.phaseMs }),
      events: new EventWatch({ ...shared, logFiles, files: permitted, guard, problems }),
      importer: new Importer({ ...shared, intervalMs: seconds === undefined ? undefined : seconds * 1000 }),
      registration: new Registration({ ...shared, version, hostname: facts.hostname, problems: agentProblems }),
      agentProblems,
      worker: new Worker({
        ...shared,
        outbox: workOutbox,
        journal: new WorkJournal(state),
        control,
        findResource: (id) => inventory.find(id),
        discover: () => discovery.report(),
        acceptFiles: (id, signal) => drift.accept(inventory.current, id, signal),
        synchronise: (signal) => inventory.synchronise(signal),
      }),
      scraper: new Scraper({
        ...shared,
        targets: parseScrapeTargets(config.AGENT_SCRAPE, name),
        intervalMs: config.AGENT_SCRAPE_SECONDS * 1000,
        outbox: samplesOutbox,
        signal,
      }),
      hostSystem: new HostSystem(shared),
      guides: new GuideOffers({ ...shared, source: config.AGENT_GUIDES, folder: path.resolve(state.folder, 'guides') }),
      scans: new Scans({
        ...shared,
        scanner: new Scanner({
          program: config.AGENT_OSCAP,
          isPrivileged: config.AGENT_OSCAP_PRIVILEGED,
          folder: path.resolve(state.folder, 'scans'),
        }),
        documents: new ScanDocuments(server, path.resolve(state.folder, 'scap')),
        limitMs: config.AGENT_SCAN_MINUTES * 60_000,
      }),
      drift,
      probes,
      target,
      outbox,
      workOutbox,
      samplesOutbox,
    };
    return rooms;
  }

  /** Tasks that need the server. */
  private async runServerTasks(rooms: Rooms, signal: AbortSignal): Promise<void> {
    const { server, registration, worker, target } = rooms;
    const { logger, clock } = this.parts;
    await registration.register(signal);
    const sender = (outbox: Outbox, send?: OutboxSenderOptions['send']) =>
      new OutboxSender({
        server,
        outbox,
        send,
        logger,
        clock,
        delivered: (message, response) => this.followResponse(rooms, message.target, response),
        unknown: () => registration.register(signal),
      }).run(signal);
    await Promise.all([
      sender(rooms.outbox),
      sender(rooms.workOutbox),
      sender(rooms.drift.outbox),
      sender(rooms.samplesOutbox, (message, either) => sendSamples(server, message, either)),
      waitForWork({ server, worker, logger, target, inventoryChanged: () => (this.syncRequested = true) }, signal),
      this.synchronise(rooms, signal),
      this.report(rooms, signal),
      this.runCompliance(rooms, signal),
    ]);
  }

  /** Follows the requests in the response to a report. */
  private followResponse(
    { discovery, availability, probes, target }: Rooms,
    reported: string,
    { body }: ReceivedResponse,
  ): void {
    const { resync } = (body ?? {}) as { resync?: unknown };
    const rejected = readRejections(body);
    if (rejected.length > 0) {
      this.parts.logger.warn({ reported, count: rejected.length }, `some items were rejected: ${rejected[0]}`);
    }
    if (reported === `${target}/inventory` || rejected.length > 0) this.syncRequested = true;
    const nowMs = this.parts.clock.monotonic();
    if (resync !== true || nowMs - this.resyncedMs < RESYNC_MS) return;
    this.resyncedMs = nowMs;
    availability.reportAll();
    probes.reportAll();
    this.background(discovery.report());
  }

  private async synchronise({ inventory, importer }: Rooms, signal: AbortSignal): Promise<void> {
    const { config, clock } = this.parts;
    let nextMs = -Infinity;
    while (!signal.aborted) {
      if (this.syncRequested || clock.monotonic() >= nextMs) {
        this.syncRequested = false;
        nextMs = clock.monotonic() + config.AGENT_SYNC_SECONDS * 1000;
        const hasChanged = await this.lookAtServer(inventory, importer, signal);
        // Imported resources now have schedules.
        if (hasChanged) this.syncRequested = true;
      }
      await pause(TICK_MS, signal);
    }
  }

  /** Follows the compliance service's requests. */
  private async runCompliance({ hostSystem, scans, guides }: Rooms, signal: AbortSignal): Promise<void> {
    const { config, logger } = this.parts;
    const pauseMs = config.AGENT_SYNC_SECONDS * 1000;
    while (config.AGENT_COMPLIANCE && !signal.aborted) {
      const isKnown = await undefinedIfAway(hostSystem.report(signal), signal);
      // A scan continues while the server is unreachable.
      if (isKnown || scans.isBusy) {
        // A failure, such as a full disk, does not stop measuring.
        const step = undefinedIfAway(scans.step(signal), signal);
        await step.catch((error: unknown) => logger.error({ error }, 'unexpected failure of a scan'));
        const offer = undefinedIfAway(guides.step(scans.wantedGuides, signal), signal);
        await offer.catch((error: unknown) => logger.error({ error }, 'unexpected failure of offering guides'));
      }
      await pause(scans.isBusy ? Math.min(pauseMs, SCANNING_MS) : pauseMs, signal);
    }
  }

  private async lookAtServer(inventory: ServerInventory, importer: Importer, signal: AbortSignal): Promise<boolean> {
    const status = await undefinedIfAway(inventory.synchronise(signal), signal);
    const mayImport = this.parts.config.AGENT_IMPORT && status === 200;
    return mayImport && (await undefinedIfAway(importer.import(inventory.current, signal), signal)) === true;
  }

  /** Reports the agent's own state when it changes, and regularly. */
  private async report({ registration, agentProblems }: Rooms, signal: AbortSignal): Promise<void> {
    const { clock } = this.parts;
    let nextMs = clock.monotonic() + STATUS_MS;
    while (!signal.aborted) {
      await pause(TICK_MS, signal);
      const hasChanged = agentProblems.look();
      if (signal.aborted || (!hasChanged && clock.monotonic() < nextMs)) continue;
      nextMs = clock.monotonic() + STATUS_MS;
      await registration.report(signal);
    }
  }

  /** Measures, watches and reads logs independently, with or without the server, so that no part waits for another. */
  private async observe(rooms: Rooms, signal: AbortSignal): Promise<void> {
    const { inventory, collector, availability, events, drift, scraper, heartbeat, outbox, samplesOutbox } = rooms;
    const rounds = (part: (typeof PARTS)[number], look: () => unknown) =>
      this.repeat(signal, async () => {
        await look();
        heartbeat.beat(part);
      });
    // Load is measured between two snapshots; this is the first.
    void this.parts.machine.snapshot();
    await Promise.all([
      this.discover(rooms, signal),
      this.repeat(signal, () => rooms.configurations.look(inventory.current)),
      rounds('availability', () => availability.look(inventory.current)),
      rounds('measuring', () => collector.collect(inventory.current)),
      rounds('logs', () => events.look(inventory.current)),
      this.repeat(signal, () => drift.look(inventory.current)),
      this.repeat(signal, () => rooms.probes.look(inventory.current)),
      rounds('exporters', () => {
        scraper.look();
        this.logDroppedReports(outbox.dropped + samplesOutbox.dropped);
      }),
    ]);
  }

  private async repeat(signal: AbortSignal, round: () => unknown): Promise<void> {
    while (!signal.aborted) {
      await pause(TICK_MS, signal);
      if (!signal.aborted) await round();
    }
  }

  private logDroppedReports(dropped: number): void {
    if (dropped > this.reportedDropped) {
      this.parts.logger.error({ reports: dropped }, 'the buffer is full; the oldest reports were dropped');
    }
    this.reportedDropped = dropped;
  }

  private async discover({ discovery, inventory }: Rooms, signal: AbortSignal): Promise<void> {
    await discovery.report();
    while (!signal.aborted) {
      const intervalMs = this.parts.config.AGENT_DISCOVERY_MINUTES * 60_000;
      await pause(discovery.leftOutStarting ? SETTLED_MS : intervalMs, signal);
      if (signal.aborted) return;
      // If the machine was removed from the inventory, all of it is new again.
      if (inventory.current.resources.length === 0) await discovery.report();
      else await discovery.reportChanges();
    }
  }

  private background(work: Promise<unknown>): void {
    work.catch((error: unknown) => this.parts.logger.error({ error }, 'unexpected failure'));
  }
}

type Rooms = Awaited<ReturnType<Agent['createRooms']>>;

/** Without figures, because a problem lasts while its text is unchanged. */
function clockProblems(errorMs: number): string[] {
  if (errorMs === 0) return [];
  return [`the clock of this machine is ${errorMs > 0 ? 'ahead of' : 'behind'} the server's by more than a minute`];
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await sleep(ms, undefined, { signal }).catch(() => undefined);
}

/** Undefined if the server is unavailable, or the agent stops. */
async function undefinedIfAway<T>(work: Promise<T>, signal: AbortSignal): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Unreachable || signal.aborted) return undefined;
    throw error;
  }
}
