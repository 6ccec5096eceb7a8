import { type ChildProcess, spawn } from 'node:child_process';

/** Results of the clients in the cluster; see visitor.ts. */
export interface VisitReport {
  requests: number;
  seconds: number;
  p99Ms: number;
  failures: string[];
  /** Number of 503 responses with Retry-After. */
  refused: number;
  /** Number of acknowledged writes. */
  written: number;
  /** Acknowledged writes that are missing. */
  lost: string[];
  tokens: { done: number; failures: string[] };
  tabs: { done: number; failures: string[] };
}

/** Clients in a pod in the namespace of the ingress. */
export class Visitors {
  private printed = '';

  private constructor(private readonly child: ChildProcess) {}

  static async start(pod: readonly string[], { login, tabs }: { login: string; tabs: boolean }): Promise<Visitors> {
    const settings = ['GATEWAY_URL=http://gateway.wardstone', `LOGIN=${login}`, `TABS=${tabs ? 'on' : 'off'}`];
    const command = ['env', ...settings, 'node', '/app/visitor.js'];
    const child = spawn('kubectl', ['exec', '-i', ...pod, '--', ...command], { stdio: ['pipe', 'pipe', 'pipe'] });
    const visitors = new Visitors(child);
    await new Promise<void>((resolve, reject) => {
      const read = (chunk: Buffer): void => {
        visitors.printed += chunk.toString();
        if (visitors.printed.startsWith('started\n')) resolve();
      };
      child.stdout.on('data', read);
      child.stderr.on('data', read);
      child.once('close', () => reject(new Error(`The clients in the cluster ended: ${visitors.printed}`)));
    });
    return visitors;
  }

  async stop(): Promise<VisitReport> {
    const ended = new Promise((resolve) => this.child.once('close', resolve));
    this.child.stdin!.end();
    await ended;
    const report = this.printed.split('\n').find((line) => line.startsWith('{'));
    if (report === undefined) throw new Error(`The clients in the cluster reported nothing: ${this.printed}`);
    return JSON.parse(report) as VisitReport;
  }

  /** Ends the clients without a report. */
  kill(): void {
    this.child.kill();
  }
}

/** The figures in one line. */
export function formatFigures({ requests, seconds, p99Ms, refused, written, tokens, tabs }: VisitReport): string {
  return [
    `${requests} requests in ${seconds} s (p99 ${p99Ms} ms)`,
    `${refused} refused`,
    `${written} writes`,
    `${tokens.done} tokens used at every service`,
    `${tabs.done} tabs opened`,
  ].join(', ');
}

/** Everything that should not have happened. */
export function listFailures({ failures, refused, lost, tokens, tabs }: VisitReport): string[] {
  return [
    ...failures,
    ...(refused > 0 ? [`${refused} x 503`] : []),
    ...lost.slice(0, 3).map((what) => `lost: ${what}`),
    ...countFailures('token', tokens.failures),
    ...countFailures('tab', tabs.failures),
  ];
}

function countFailures(what: string, failures: readonly string[]): string[] {
  return failures.length === 0 ? [] : [`${failures.length} x ${what}: ${failures.slice(0, 3).join('; ')}`];
}
