import { createHash } from 'node:crypto';
import { AgentKey, makeKey } from '../../apps/agent/src';
import { waitUntil } from '@wardstone/host';
import { Caller } from '../requests/caller';
import { FIXTURES } from '../requests/records';
import { ACCOUNT_NAMES, PASSWORD, toBasicHeader } from '../requests/records/gateway';
import { inParallel } from '../requests/in-parallel';
import { KnownIds } from '../requests/known-ids';
import type { Operation } from '../requests/operations';
import { SERVICE_NAMES, type RunningSystem, type ServiceName } from '../system';
import {
  type Case,
  type Fitting,
  type Login,
  bodyCases,
  queryCases,
  readingCases,
  refusals,
  toBody,
  wrongMethods,
} from './cases';
import { complianceTargets } from './compliance-targets';
import { MonitoringTargets } from './monitoring-targets';
import type { ReceivedResponse, Recorder, Section } from './recorder';
import type { Targets } from './targets';

/** Settings without background work and artificial delays. */
export const RECORDED_SETTINGS: NodeJS.ProcessEnv = {
  // Each alert is notified at once, and the recording waits for it.
  ALERT_GROUP_WAIT_SECONDS: '0',
  ALERT_GROUP_INTERVAL_SECONDS: '0',
  ALERT_FLAPPING_COUNT: '0',
  ALERT_RECIPIENT_LIMIT: '0',
  RATE_LIMIT: 'off',
  AGENT: 'off',
  RESOURCE_CREATION_DELAY_MS: '0',
  ALERT_SEND_TIMEOUT_MS: '500',
};

const SETTLED_AFTER_MS = 5_000;
const LOGIN_LIMIT_MS = 20_000;
/** Maximum number of operations that are read concurrently. */
const AT_ONCE = 8;

/** Operations that run last, because they keep most accounts from logging in. */
const LAST = new Set(['token', 'enrolAgent']);

type Logins = Readonly<Record<Login, string>>;

/** The known state of a product: its logins, its records, and the values that requests need. */
type Prepared = Pick<Surroundings, 'logins' | 'known' | 'targets'>;

async function prepare(system: RunningSystem, operations: readonly Operation[]): Promise<Prepared> {
  const known = Object.fromEntries(SERVICE_NAMES.map((name) => [name, new KnownIds()])) as Record<
    ServiceName,
    KnownIds
  >;
  const administrator = { authorization: await system.tokenOf() };
  const caller = new Caller(system.gatewayUrl, administrator);
  for (const name of SERVICE_NAMES) await FIXTURES[name](caller, known[name], system.dataDir);
  const logins = await logIn(system);
  const [ofCompliance, ofMonitoring] = await Promise.all([
    complianceTargets(caller.call, known.compliance, operations),
    new MonitoringTargets(caller.call, known.monitoring).prepare(),
  ]);
  return {
    known,
    logins,
    targets: merged([ofCompliance, ofMonitoring, registryTargets(caller), gatewayTargets(known.gateway)]),
  };
}

/** Sends something to each operation, several at once, each in a section of its own. */
function onEach(
  operations: readonly Operation[],
  recorder: Recorder,
  ask: (operation: Operation, on: Section) => Promise<void>,
): Promise<unknown> {
  const sections = operations.map((operation) => ({ operation, on: recorder.section() }));
  return inParallel(sections, AT_ONCE, ({ operation, on }) => ask(operation, on));
}

/**
 * Brings the product into a known state. Returns what reads it with every operation, also from another process on the same
 * data.
 */
export async function prepareReading(
  system: RunningSystem,
  operations: readonly Operation[],
): Promise<(recorder: Recorder) => Promise<void>> {
  const prepared = await prepare(system, operations);
  const reading = operations.filter(({ method }) => method === 'GET');
  return async (recorder) => {
    await onEach(reading, recorder, (operation, section) =>
      new Asker({ ...prepared, section, all: operations }).askAgain(operation, operation.produces.slice(0, 1)),
    );
  };
}

/** Brings the product into a known state, and sends all requests to every operation. */
export async function record(
  system: RunningSystem,
  recorder: Recorder,
  { operations, only, report }: { operations: readonly Operation[]; only: string; report: (line: string) => void },
): Promise<void> {
  const prepared = await prepare(system, operations);
  const chosen = operations.filter(({ service, operationId }) => `${service} ${operationId}`.includes(only));
  const askerOn = (section: Section): Asker => new Asker({ ...prepared, section, all: operations });
  const askOn = async (operation: Operation, section: Section): Promise<void> => {
    const startedAt = performance.now();
    await askerOn(section).ask(operation);
    report(`${operation.service} ${operation.operationId}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  };
  const reading = chosen.filter(({ method }) => method === 'GET');
  await onEach(reading, recorder, askOn);
  const writing = chosen.filter(({ method }) => method !== 'GET').sort((a, b) => getTurn(a) - getTurn(b));
  await Promise.all(
    SERVICE_NAMES.map(async (name) => {
      const section = recorder.section();
      for (const operation of writing.filter(({ service }) => service === name)) await askOn(operation, section);
    }),
  );
  await new Promise((resolve) => setTimeout(resolve, SETTLED_AFTER_MS));
  await onEach(reading, recorder, (operation, section) => askerOn(section).askAgain(operation));
}

/** Removing operations run after changing ones. */
function getTurn({ operationId, method }: Operation): number {
  if (LAST.has(operationId)) return 2;
  return method === 'DELETE' ? 1 : 0;
}

async function logIn(system: RunningSystem): Promise<Logins> {
  const logins: Partial<Record<Login, string | undefined>> = { anonymous: '', 'broken token': 'Bearer a.b.c' };
  for (const name of ['admin', ...ACCOUNT_NAMES] as const) {
    const login = name === 'admin' ? system.login : toBasicHeader(name);
    // Retries, because services learn of new accounts within seconds.
    const tried = async (): Promise<boolean> =>
      (logins[name] = await system.tokenOf(login).catch(() => undefined)) !== undefined;
    if (!(await waitUntil(tried, LOGIN_LIMIT_MS, 300))) throw new Error(`${name} cannot log in`);
  }
  return logins as Logins;
}

const CUSTOM = { description: 'Made to be asked for.', causes: ['A test.'], resolution: ['None.'], status: 418 };

function registryTargets(caller: Caller): Partial<Targets> {
  return {
    fresh: {
      deleteErrorType: async () => {
        await caller.call('PUT', '/api/v1/error/answers_gone', CUSTOM);
        return { error_type: 'answers_gone' };
      },
    },
    once: {
      putErrorType: () => ({ error_type: 'answers_scratch' }),
      putTranslation: () => ({ error_type: 'answers_scratch', lang: 'fr' }),
    },
    values: {
      service: ['common', 'monitoring'],
      status: ['404'],
      q: ['guide'],
      sort_by: ['type', 'status:desc', 'nonsense'],
    },
  };
}

function gatewayTargets(known: KnownIds): Partial<Targets> {
  const name = 'answers-enrolled';
  const token = known.named('token')![0]!;
  const key = new AgentKey(makeKey(Date.now()));
  const token_hash = createHash('sha256').update(token).digest('base64url');
  const proof = key.sign(name, Date.now(), 'agent-key+jwt', { token_hash });
  return {
    bodies: {
      token: { grant_type: 'password', username: 'operator', password: PASSWORD },
      enrolAgent: { token, name, key: key.publicJwk, proof },
    },
  };
}

function merged(all: readonly Partial<Targets>[]): Targets {
  const part = <K extends keyof Targets>(name: K): Targets[K] =>
    Object.assign({}, ...all.map((one) => one[name])) as Targets[K];
  return {
    fresh: part('fresh'),
    once: part('once'),
    bodies: part('bodies'),
    queries: part('queries'),
    values: part('values'),
  };
}

interface Surroundings {
  readonly section: Section;
  readonly logins: Logins;
  readonly known: Readonly<Record<ServiceName, KnownIds>>;
  readonly targets: Targets;
  readonly all: readonly Operation[];
}

/** Sends all cases of an operation. */
class Asker {
  private readonly targets: Targets;
  private readonly all: readonly Operation[];

  constructor(private readonly of: Surroundings) {
    this.targets = of.targets;
    this.all = of.all;
  }

  async ask(operation: Operation): Promise<void> {
    const fitting = this.fittingFor(operation);
    // A removal may succeed at once, so it never uses records that other requests need.
    const ids = await (this.targets.once[operation.operationId] ?? this.targets.fresh[operation.operationId])?.();
    const isReading = operation.method === 'GET';
    const before = isReading ? readingCases(operation, fitting) : refusals(operation);
    for (const one of [...before, ...wrongMethods(operation, this.all)]) await this.one(operation, fitting, one, ids);
    if (isReading) {
      const response = await this.one(operation, fitting, { label: 'for its validator' }, ids);
      const etag = response.headers.etag;
      if (etag === undefined) return;
      const headers = { 'if-none-match': etag };
      await this.one(operation, fitting, { label: 'if-none-match', headers }, ids);
      await this.one(operation, fitting, { label: 'if-none-match HEAD', headers, method: 'HEAD' }, ids);
      await this.one(operation, fitting, { label: 'gateway if-none-match', headers, isThroughGateway: true }, ids);
      return;
    }
    const [body] = fitting.bodies;
    const right = body ? { body: toBody(body), headers: { 'content-type': body.type } } : {};
    for (const one of [...bodyCases(operation, fitting), ...queryCases(operation, fitting)]) {
      await this.one(
        operation,
        fitting,
        'body' in one ? one : { ...right, ...one, headers: { ...right.headers, ...one.headers } },
        ids,
      );
    }
    await this.succeed(operation, fitting, { right, ids });
  }

  /** Sends successful changes in every representation, on new records if it can be done only once. */
  private async succeed(
    operation: Operation,
    fitting: Fitting,
    {
      right,
      ids,
    }: { right: { body?: string | Buffer; headers?: Record<string, string> }; ids: Record<string, string> | undefined },
  ): Promise<void> {
    const accepts = operation.produces.length > 0 ? operation.produces : ['*/*'];
    const matches = ['"another"', '*', 'W/"another"', 'nonsense'];
    const cases: Case[] = [
      ...matches.map((match) => ({ label: `if-match ${match}`, headers: { 'if-match': match } })),
      ...accepts.map((accept) => ({ label: `success to ${accept}`, headers: { accept } })),
      { label: 'success to a browser', headers: { accept: 'text/html,*/*;q=0.8' } },
      { label: 'success, not acceptable', headers: { accept: 'image/png' } },
      { label: 'success through the gateway', isThroughGateway: true },
      { label: 'success for the operator', as: 'operator' },
    ];
    for (const one of cases) {
      const target = (await this.targets.fresh[operation.operationId]?.()) ?? ids;
      const headers = { ...right.headers, ...one.headers };
      await this.one(operation, fitting, { ...right, ...one, headers }, target);
      await this.readBack(operation, target, one.label);
      if (operation.method === 'DELETE')
        await this.one(operation, fitting, { label: `once more: ${one.label}` }, target);
    }
  }

  /** Reads the state after a change. */
  private async readBack(operation: Operation, ids: Record<string, string> | undefined, label: string): Promise<void> {
    const reading = this.all.find(({ path, method }) => path === operation.path && method === 'GET');
    if (reading)
      await this.one(reading, this.fittingFor(reading), { label: `after ${operation.operationId}, ${label}` }, ids);
  }

  /** Repeats the reads at the end. */
  async askAgain(operation: Operation, accepts: readonly string[] = operation.produces): Promise<void> {
    const ids = await this.targets.once[operation.operationId]?.();
    for (const accept of accepts) {
      await this.one(
        operation,
        this.fittingFor(operation),
        { label: `at the end, ${accept}`, headers: { accept } },
        ids,
      );
    }
  }

  private fittingFor(operation: Operation): Fitting {
    const { bodies, queries, values } = this.targets;
    const given = bodies[operation.operationId];
    return {
      query: queries[operation.operationId] ?? '',
      headers: {},
      bodies: operation.bodies.map(({ type, example, others }) => ({ type, value: replaced(example, given), others })),
      values,
    };
  }

  private one(
    operation: Operation,
    fitting: Fitting,
    one: Case,
    ids: Record<string, string> = {},
  ): Promise<ReceivedResponse> {
    const { service, method, operationId } = operation;
    const { section, logins, known } = this.of;
    const n = String(section.next());
    const filled = operation.path.replace(/\{([^}]+)\}/g, (_all, name: string) => {
      const given = one.path?.[name] ?? ids[name];
      if (given !== undefined)
        return one.path?.[name] !== undefined ? given : encodeURIComponent(given.replace('{{n}}', n));
      return encodeURIComponent(known[service].inPath(operation.path, name)[0] ?? 'none');
    });
    const query = toQuery(fitting.query, one.query);
    const body = one.body ?? undefined;
    return section.ask(`${service} ${operationId}: ${one.label}`, {
      service: one.isThroughGateway ? 'through the gateway' : service,
      method: one.method ?? method,
      path: `${filled}${one.suffix ?? ''}${query && `?${query}`}`,
      headers: { ...fitting.headers, ...one.headers },
      login: logins[one.as ?? 'admin'],
      ...(body === undefined ? {} : { body: typeof body === 'string' ? timed(body).replaceAll('{{n}}', n) : body }),
    });
  }
}

/** Times in examples are in the past, and measured values may only be a few days old. */
function timed(body: string): string {
  return body.replaceAll(/\b1[67]\d{11}\b/g, String(Date.now()));
}

/** Parameters of a case replace the valid ones. */
function toQuery(fitting: string, given = ''): string {
  const names = given.split('&').map((part) => /^[^=[]*/.exec(part)![0]);
  const kept = fitting.split('&').filter((part) => part !== '' && !names.includes(part.split('=', 1)[0]!));
  return [...kept, given].filter(Boolean).join('&');
}

function replaced(example: unknown, given: Targets['bodies'][string] | undefined): unknown {
  if (given === undefined) return example;
  if (typeof given === 'string' || Buffer.isBuffer(given)) return given;
  if (typeof example !== 'string') {
    if (Array.isArray(given)) return given;
    return { ...(example as object), ...given };
  }
  const fields = (Array.isArray(given) ? given[0] : given) as Record<string, unknown>;
  return Object.entries(fields).reduce((xml, [name, value]) => {
    if (typeof value === 'object') return xml;
    return xml
      .replace(new RegExp(`<${name}>[^<]*<`), `<${name}>${escaped(value)}<`)
      .replace(new RegExp(` ${name}="[^"]*"`), ` ${name}="${escaped(value)}"`);
  }, example);
}

const escaped = (value: unknown): string =>
  String(value).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
