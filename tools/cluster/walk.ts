import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort, waitUntil } from '@wardstone/host';
import { type Checkout } from './checkout';
import { codeBlocks } from './guide';
import type { RunBlock } from './guide-blocks';
import { shell, type ShellOptions } from './shell';
import { VISITOR_POD } from './surroundings';
import { listFailures, formatFigures, Visitors } from './visitors';

/** A line of the page that is replaced here: pattern and replacement. */
export type Substitution = readonly [pattern: RegExp, replacement: string];

export const NAMESPACE = 'wardstone';
export const SERVICES = ['gateway', 'compliance', 'monitoring', 'error-registry'] as const;
const READY_MINUTES = 5;

/** Runs the commands of k8s/README.md in order, with checks in between. */
export class Walk {
  private readonly blocks: ReadonlyMap<string, string>;
  private readonly startedAt = performance.now();
  password = '';

  constructor(readonly checkout: Checkout) {
    const guide = fs.readFileSync(path.join(checkout.folder, 'k8s', 'README.md'), 'utf8');
    const commands = codeBlocks(guide).filter(({ language }) => language === 'sh');
    this.blocks = new Map(commands.map(({ heading, number, text }) => [`${heading} ${number}`, text]));
  }

  get minutes(): string {
    return ((performance.now() - this.startedAt) / 60_000).toFixed(1);
  }

  /**
   * Runs a step, and prints its time and result.
   * @throws Error that names it
   */
  async step(name: string, work: () => Promise<string | void>): Promise<void> {
    const startedAt = performance.now();
    try {
      const figures = await work();
      const seconds = Math.round((performance.now() - startedAt) / 1000);
      console.log(`${this.minutes.padStart(5)} min  ${name}: ${seconds} s${figures ? `; ${figures}` : ''}`);
    } catch (error) {
      throw new Error(`${name}: ${(error as Error).message}`, { cause: error });
    }
  }

  run(commands: string, options: Partial<ShellOptions> = {}): Promise<string> {
    return shell(commands, { folder: this.checkout.folder, ...options });
  }

  /** Runs the commands of a block of the page. */
  page(block: RunBlock, substitutions: readonly Substitution[] = [], options?: Partial<ShellOptions>): Promise<string> {
    const commands = this.blocks.get(block);
    if (commands === undefined) throw new Error(`k8s/README.md has no block "${block}" any more`);
    return this.run(
      substitutions.reduce((text, [pattern, replacement]) => {
        if (!pattern.test(text)) throw new Error(`k8s/README.md, "${block}" has nothing like ${pattern} any more`);
        return text.replace(pattern, replacement);
      }, commands),
      options,
    );
  }

  /** Reads the password of the first administrator. */
  async readPassword(): Promise<void> {
    const secret = `kubectl -n ${NAMESPACE} get secret first-administrator -o jsonpath='{.data.password}' | base64 -d`;
    this.password = (await this.run(secret)).trim();
  }

  private get login(): string {
    return `Basic ${Buffer.from(`admin:${this.password}`).toString('base64')}`;
  }

  /** Sends a request to the gateway as the administrator. */
  async get<T>(address: string): Promise<T> {
    return this.atGateway(async (url) => {
      const response = await fetch(url + address, {
        headers: { authorization: this.login, accept: 'application/json' },
      });
      if (!response.ok) throw new Error(`${address}: ${response.status} ${await response.text()}`);
      return (await response.json()) as T;
    });
  }

  /** Waits until the gateway reports the service as not installed, and the others as ready. */
  async servesAlone(installed: readonly string[], leftOut: string): Promise<void> {
    await this.run(`kubectl -n ${NAMESPACE} rollout status --timeout=${READY_MINUTES}m deploy/gateway`);
    let found = '';
    // The port may be forwarded to a pod that is about to end.
    const isSo = async (): Promise<boolean> => {
      const { services } = await this.get<{ services: { service: string; state: string }[] }>('/services');
      const status = await this.atGateway(async (url) => (await fetch(url + leftOut)).status);
      found = [...services.map(({ service, state }) => `${service} ${state}`), `${leftOut} ${status}`].join(', ');
      return found === [...installed.map((service) => `${service} ready`), `${leftOut} 404`].join(', ');
    };
    const isSoByNow = (): Promise<boolean> =>
      isSo().catch((error: unknown) => {
        found = (error as Error).message;
        return false;
      });
    if (!(await waitUntil(isSoByNow, 60_000, 1_000))) throw new Error(`with ${installed.join(', ')} alone: ${found}`);
  }

  /** Forwards the Service of the gateway to a local port. */
  async atGateway<T>(work: (url: string) => Promise<T>): Promise<T> {
    const port = await findFreePort();
    const target = ['-n', NAMESPACE, 'port-forward', 'service/gateway', `${port}:80`];
    const forward = spawn('kubectl', target, { stdio: 'ignore' });
    try {
      const url = `http://127.0.0.1:${port}`;
      const isThere = (): Promise<boolean> =>
        fetch(`${url}/livez`).then(
          (response) => response.ok,
          () => false,
        );
      if (!(await waitUntil(isThere, 30_000, 200))) throw new Error('kubectl port-forward does not reach the gateway');
      return await work(url);
    } finally {
      forward.kill();
    }
  }

  /**
   * Runs the work while clients are active.
   * @returns figures
   * @throws Error when a request failed or a write was lost
   */
  async underLoad(work: () => Promise<void>, { settleSeconds = 10, tabs = true } = {}): Promise<string> {
    const visitors = await Visitors.start(VISITOR_POD, { login: this.login, tabs });
    try {
      await sleep(5_000);
      await work();
      await sleep(settleSeconds * 1000);
    } catch (error) {
      visitors.kill();
      throw error;
    }
    const report = await visitors.stop();
    const failures = listFailures(report);
    if (failures.length > 0) throw new Error(`${formatFigures(report)}\n${failures.join('\n')}`);
    return `${formatFigures(report)}, 0 failed`;
  }

  /** Waits until every service is rolled out. */
  async rolledOut(): Promise<void> {
    const deployments = SERVICES.map((service) => `deploy/${service}`).join(' ');
    await this.run(`kubectl -n ${NAMESPACE} rollout status --timeout=${READY_MINUTES}m ${deployments}`);
  }

  /** Waits until every service has this number of ready pods. */
  async replicas(count: number, services: readonly string[] = SERVICES): Promise<void> {
    const wanted = services.map(() => count).join(' ');
    const ask = `kubectl -n ${NAMESPACE} get deploy ${services.join(' ')} -o jsonpath='{.items[*].status.readyReplicas}'`;
    const one = ask.replace('.items[*].', '.');
    const isThere = async (): Promise<boolean> => (await this.run(services.length > 1 ? ask : one)).trim() === wanted;
    if (!(await waitUntil(isThere, READY_MINUTES * 60_000, 1_000)))
      throw new Error(`no ${count} replicas of ${services.join(', ')} within ${READY_MINUTES} minutes`);
  }

  /** Sets the minimum number of replicas in the autoscalers, which do not lower it without metrics. */
  async scale(count: number, services: readonly string[] = SERVICES): Promise<void> {
    for (const service of services) {
      const patch = JSON.stringify({ spec: { minReplicas: count } });
      await this.run(`kubectl -n ${NAMESPACE} patch hpa ${service} --type=merge -p '${patch}'`);
      await this.run(`kubectl -n ${NAMESPACE} scale deploy/${service} --replicas=${count}`);
    }
  }
}

/** State and last log lines of pods with problems. */
export async function describeTrouble(folder: string): Promise<string> {
  const look = `
for namespace in ${NAMESPACE} ${NAMESPACE}-agents; do
  kubectl -n $namespace get pods,jobs -o wide
  kubectl -n $namespace get events --field-selector type=Warning --sort-by=.lastTimestamp | tail -n 15
  for pod in $(kubectl -n $namespace get pods -o name); do
    echo "--- $pod"; kubectl -n $namespace logs --all-containers --tail=15 $pod || true
  done
done`;
  return shell(look, { folder, minutes: 2 }).catch((error: unknown) => (error as Error).message);
}
