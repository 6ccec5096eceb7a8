import { createHash } from 'node:crypto';
import { AgentKey, makeKey } from '../../apps/agent/src';
import { waitUntil } from '@wardstone/host';
import { inParallel } from '../requests/in-parallel';
import { KnownIds } from '../requests/known-ids';
import { DEFAULT_ORG, withAccounts } from '../../apps/launcher/src';
import { SERVICE_NAMES, type RunningSystem, type ServiceName } from '../system';
import {
  type Case,
  type Fitting,
  type Login,
  bodyCases,
  queryCases,
  readingCases,
  refusals,
  written,
  wrongMethods,
} from './cases';
import { prepareCompliance } from './compliance-fixture';
import type { RecordedOperation } from './documents';
import { MonitoringFixture } from './monitoring-fixture';
import type { Answer, Recorder } from './recorder';
import { Session } from './session';
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

const PASSWORD = 'correct horse battery staple';
const SETTLED_AFTER_MS = 5_000;
const LOGIN_LIMIT_MS = 20_000;
/** Maximum number of operations that are read concurrently. */
const AT_ONCE = 8;

const TOKEN_SECONDS = 24 * 60 * 60;
/** Operations that run last, because they keep most accounts from logging in. */
const LAST = new Set(['token', 'enrolAgent']);

/** Brings the product into a known state, and sends all requests to every operation. */
export async function record(
  system: RunningSystem,
  recorder: Recorder,
  {
    operations,
    only,
    report,
  }: { operations: readonly RecordedOperation[]; only: string; report: (line: string) => void },
): Promise<void> {
  const session = new Session(recorder, new KnownIds(), await logIn(system));
  // A session for each service, so that requests to one do not affect the responses of another.
  const sessions = new Map(SERVICE_NAMES.map((name) => [name, session.another()]));
  const of = (name: ServiceName): Session => sessions.get(name)!;
  const targets = merged(
    await Promise.all([
      prepareCompliance(of('compliance'), operations),
      new MonitoringFixture(of('monitoring')).prepare(),
      prepareRegistry(of('error-registry')),
      prepareGateway(of('gateway'), system),
    ]),
  );
  const asked = operations.filter(({ service, id }) => `${service} ${id}`.includes(only));
  const askOn = async (on: Session, operation: RecordedOperation): Promise<void> => {
    const startedAt = performance.now();
    await new Asker(on, targets, operations).ask(operation);
    report(`${operation.service} ${operation.id}: ${((performance.now() - startedAt) / 1000).toFixed(1)} s`);
  };
  const reading = asked.filter(({ method }) => method === 'GET');
  const ways = (): { operation: RecordedOperation; on: Session }[] =>
    reading.map((operation) => ({ operation, on: session.another() }));
  await inParallel(ways(), AT_ONCE, ({ operation, on }) => askOn(on, operation));
  const writing = asked.filter(({ method }) => method !== 'GET').sort((a, b) => getTurn(a) - getTurn(b));
  await Promise.all(
    SERVICE_NAMES.map(async (name) => {
      for (const operation of writing.filter(({ service }) => service === name)) await askOn(of(name), operation);
    }),
  );
  await new Promise((resolve) => setTimeout(resolve, SETTLED_AFTER_MS));
  await inParallel(ways(), AT_ONCE, ({ operation, on }) => new Asker(on, targets, operations).askAgain(operation));
}

/** Removing operations run after changing ones. */
function getTurn({ id, method }: RecordedOperation): number {
  if (LAST.has(id)) return 2;
  return method === 'DELETE' ? 1 : 0;
}

async function logIn(system: RunningSystem): Promise<Record<Login, string>> {
  const logins: Partial<Record<Login, string | undefined>> = { anonymous: '', 'broken token': 'Bearer a.b.c' };
  const roles = {
    operator: 'operator',
    viewer: 'viewer',
    agent: 'agent',
    metrics: 'metrics',
    stranger: 'admin',
  } as const;
  await withAccounts(system.dataDir, async ({ accounts }) => {
    for (const [username, role] of Object.entries(roles)) {
      const orgId = username === 'stranger' ? 'another' : DEFAULT_ORG;
      await accounts.add({ username, password: PASSWORD, roles: [role], orgId });
    }
  });
  const basic = (name: string): string => `Basic ${Buffer.from(`${name}:${PASSWORD}`).toString('base64')}`;
  for (const name of ['admin', ...Object.keys(roles)] as Login[]) {
    const login = name === 'admin' ? system.login : basic(name);
    // Retries, because services learn of new accounts within seconds.
    const tried = async (): Promise<boolean> =>
      (logins[name] = await system.tokenOf(login).catch(() => undefined)) !== undefined;
    if (!(await waitUntil(tried, LOGIN_LIMIT_MS, 300))) throw new Error(`${name} cannot log in`);
  }
  return logins as Record<Login, string>;
}

const CUSTOM = { description: 'Made to be asked for.', causes: ['A test.'], resolution: ['None.'], status: 418 };

async function prepareRegistry(session: Session): Promise<Partial<Targets>> {
  const put = (type: string): Promise<unknown> => session.step('error-registry', `PUT /api/v1/error/${type}`, CUSTOM);
  await put('answers_custom');
  session.known.set('error_type', ['answers_custom']);
  session.known.set('lang', ['de']);
  await session.step('error-registry', 'PUT /api/v1/error/answers_custom/translations/de', {
    description: 'Zum Fragen gemacht.',
    causes: ['Ein Test.'],
    resolution: ['Keine.'],
  });
  return {
    fresh: {
      deleteErrorType: async () => {
        await put('answers_gone');
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

async function prepareGateway(session: Session, system: RunningSystem): Promise<Partial<Targets>> {
  session.known.set('service', ['monitoring']);
  const name = 'answers-enrolled';
  const { token } = await withAccounts(system.dataDir, ({ joinTokens }) =>
    joinTokens.create({ name, uses: 1, expiresIn: TOKEN_SECONDS }, { orgId: DEFAULT_ORG }),
  );
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

/** Sends all cases of an operation. */
class Asker {
  constructor(
    private readonly session: Session,
    private readonly targets: Targets,
    private readonly all: readonly RecordedOperation[],
  ) {}

  async ask(operation: RecordedOperation): Promise<void> {
    const fitting = this.fittingOf(operation);
    // A removal may succeed at once, so it never uses records that other requests need.
    const ids = await (this.targets.once[operation.id] ?? this.targets.fresh[operation.id])?.();
    const isReading = operation.method === 'GET';
    const before = isReading ? readingCases(operation, fitting) : refusals(operation);
    for (const one of [...before, ...wrongMethods(operation, this.all)]) await this.one(operation, fitting, one, ids);
    if (isReading) {
      const answer = await this.one(operation, fitting, { label: 'for its validator' }, ids);
      const etag = answer.headers.etag;
      if (etag === undefined) return;
      const headers = { 'if-none-match': etag };
      await this.one(operation, fitting, { label: 'if-none-match', headers }, ids);
      await this.one(operation, fitting, { label: 'if-none-match HEAD', headers, method: 'HEAD' }, ids);
      await this.one(operation, fitting, { label: 'gateway if-none-match', headers, isThroughGateway: true }, ids);
      return;
    }
    const [body] = fitting.bodies;
    const right = body ? { body: written(body), headers: { 'content-type': body.type } } : {};
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
    operation: RecordedOperation,
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
      const target = (await this.targets.fresh[operation.id]?.()) ?? ids;
      const headers = { ...right.headers, ...one.headers };
      await this.one(operation, fitting, { ...right, ...one, headers }, target);
      await this.readBack(operation, target, one.label);
      if (operation.method === 'DELETE')
        await this.one(operation, fitting, { label: `once more: ${one.label}` }, target);
    }
  }

  /** Reads the state after a change. */
  private async readBack(
    operation: RecordedOperation,
    ids: Record<string, string> | undefined,
    label: string,
  ): Promise<void> {
    const reading = this.all.find(({ path, method }) => path === operation.path && method === 'GET');
    if (reading) await this.one(reading, this.fittingOf(reading), { label: `after ${operation.id}, ${label}` }, ids);
  }

  /** Repeats the reads at the end. */
  async askAgain(operation: RecordedOperation): Promise<void> {
    const ids = await this.targets.once[operation.id]?.();
    for (const accept of operation.produces) {
      await this.one(
        operation,
        this.fittingOf(operation),
        { label: `at the end, ${accept}`, headers: { accept } },
        ids,
      );
    }
  }

  private fittingOf(operation: RecordedOperation): Fitting {
    const { bodies, queries, values } = this.targets;
    const given = bodies[operation.id];
    return {
      query: queries[operation.id] ?? '',
      headers: {},
      bodies: operation.bodies.map(({ type, example, others }) => ({ type, value: replaced(example, given), others })),
      values,
    };
  }

  private one(
    operation: RecordedOperation,
    fitting: Fitting,
    one: Case,
    ids: Record<string, string> = {},
  ): Promise<Answer> {
    const { service, method, id } = operation;
    const n = String(this.session.next());
    const filled = operation.path.replace(/\{([^}]+)\}/g, (_all, name: string) => {
      const given = one.path?.[name] ?? ids[name];
      if (given !== undefined)
        return one.path?.[name] !== undefined ? given : encodeURIComponent(given.replace('{{n}}', n));
      return encodeURIComponent(this.session.known.inPath(operation.path, name)[0] ?? 'none');
    });
    const query = toQuery(fitting.query, one.query);
    const body = one.body ?? undefined;
    return this.session.ask(`${service} ${id}: ${one.label}`, {
      service: one.isThroughGateway ? 'through the gateway' : service,
      method: one.method ?? method,
      path: `${filled}${one.suffix ?? ''}${query && `?${query}`}`,
      headers: { ...fitting.headers, ...one.headers },
      login: this.session.loginOf(one.as ?? 'admin'),
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
