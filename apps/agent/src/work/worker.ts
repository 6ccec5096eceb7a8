import type { ObjectMap } from '@wardstone/dto';
import type { WorkReport } from '@wardstone/dto/monitoring';
import type { HostControl } from '../control/host-control';
import { OperationFailed } from '../control/operation-failed';
import type { ReportOutput } from '../control/permitted-operation';
import { withDeadline } from '../deadline';
import type { KnownResource } from '../domain/known-inventory';
import { type WorkItem } from '../domain/read-responses';
import type { OutboxMessage } from '../outbox/outbox';
import type { SharedParts } from '../shared-parts';
import { type OperationContext, findOperation } from './operations';
import type { WorkJournal, WorkOutcome } from './work-journal';

interface WorkerOptions extends Pick<SharedParts, 'machine' | 'outbox' | 'logger' | 'clock' | 'target'> {
  journal: WorkJournal;
  findResource: (id: number | null) => KnownResource | undefined;
  control: Pick<HostControl, 'getOperation'>;
  discover: () => Promise<string>;
  acceptFiles: OperationContext['acceptFiles'];
  /** Fetches the inventory from the server. */
  synchronise: (signal: AbortSignal) => Promise<unknown>;
}

const DEFAULT_TIMEOUT_SECONDS = 600;
/** The server offers further work again. */
const MAX_AT_ONCE = 50;

/** Interval of progress reports, each with the last characters of the operation's output. */
const PROGRESS_MS = 2_000;
const PROGRESS_CHARACTERS = 16 * 1024;

/** Cancelled by a user. */
class Canceled extends Error {}

/** Runs the work that the server orders, once each. See rule agents-5. */
export class Worker {
  private readonly running = new Map<number, AbortController>();
  private isStopped = false;

  constructor(private readonly options: WorkerOptions) {}

  /** Reports as failed all work that was running when the agent last ended. */
  reportAbandoned(): void {
    const { journal, clock } = this.options;
    for (const id of journal.abandoned) {
      const errorMessage = 'The agent was stopped during execution';
      this.report(id, { state: 'failure', time: clock.now(), errorMessage });
    }
  }

  /** Leaves running work as it is; the next start reports it. */
  stop(): void {
    this.isStopped = true;
    for (const stopper of this.running.values()) stopper.abort(new Canceled());
  }

  /** Starts new work; known work is running, or its outcome waits to be delivered. */
  take(items: readonly WorkItem[]): void {
    for (const item of items) {
      if (this.running.size >= MAX_AT_ONCE) return;
      if (!this.options.journal.knows(item.id)) void this.do(item);
    }
  }

  /** Whether any work is running. */
  get isBusy(): boolean {
    return this.running.size > 0;
  }

  private async do(item: WorkItem): Promise<void> {
    const { journal, outbox, clock, target, logger } = this.options;
    const { id, kind } = item;
    journal.begin(id);
    const stopper = new AbortController();
    this.running.set(id, stopper);
    logger.info({ id, kind, operation: item.operation?.name }, 'operation started');
    const body: Partial<WorkReport> = { state: 'started', time: clock.now() };
    outbox.add({ id: `w-${id}-started`, method: 'PUT', target: `${target}/work/${id}`, body });
    const progress = this.reportProgress(id);
    const outcome = await this.perform(item, stopper.signal, progress.report);
    progress.end();
    this.running.delete(id);
    if (!this.isStopped) this.report(id, outcome);
  }

  private async perform(item: WorkItem, signal: AbortSignal, report: ReportOutput): Promise<WorkOutcome> {
    const { clock } = this.options;
    const { timeout = DEFAULT_TIMEOUT_SECONDS } = item;
    try {
      if (item.kind === 'cancel') return this.cancel(item);
      const result = await withDeadline(
        signal,
        timeout * 1000,
        (either) => this.execute(item, either, report),
        `Timed out: more than ${timeout} s`,
      );
      return { state: 'success', time: clock.now(), result };
    } catch (error) {
      const time = clock.now();
      const result = error instanceof OperationFailed ? { result: error.result } : {};
      if (signal.aborted) return { state: 'canceled', time, errorMessage: 'Canceled during execution', ...result };
      return { state: 'failure', time, errorMessage: (error as Error).message, ...result };
    }
  }

  private async execute(item: WorkItem, signal: AbortSignal, report: ReportOutput): Promise<ObjectMap> {
    const { machine, findResource, control, discover, acceptFiles, synchronise } = this.options;
    switch (item.kind) {
      case 'operation': {
        const { name = '', parameters = {} } = item.operation ?? {};
        // The resource may have entered the inventory since the agent's last request.
        const resource =
          findResource(item.resourceId) ??
          (await unlessAborted(synchronise(signal), signal), findResource(item.resourceId));
        if (!resource) throw new Error('The resource is unknown to the agent');
        const operation = findOperation(resource, name, control);
        if (!operation) throw new Error(`The agent does not support ${name} on resources of type ${resource.typeName}`);
        const running = operation.run({ resource, parameters, machine, discover, acceptFiles, signal, report });
        return operation.heedsSignal ? running : unlessAborted(running, signal);
      }
      case 'discover':
        await unlessAborted(discover(), signal);
        return {};
      case 'updatePlugins':
        await unlessAborted(synchronise(signal), signal);
        return {};
      case 'createResource':
        throw new Error(`The agent cannot create resources of type ${item.create?.typeName ?? 'unknown'}`);
      case 'deleteResource':
        throw new Error('The agent cannot delete resources');
      default:
        throw new Error(`Unknown kind of work: ${item.kind}`);
    }
  }

  /** Queues the output so far every 2 s; a report that is still queued is replaced. */
  private reportProgress(id: number): { report: ReportOutput; end: () => void } {
    const { outbox, clock, target } = this.options;
    let timer: NodeJS.Timeout | undefined;
    let sent: OutboxMessage | undefined;
    let count = 0;
    const send = (output: string): void => {
      timer = undefined;
      const result = { output: output.slice(-PROGRESS_CHARACTERS).toWellFormed() };
      const body: Partial<WorkReport> = { state: 'started', time: clock.now(), result };
      if (sent) outbox.remove(sent);
      sent = { id: `w-${id}-progress-${++count}`, method: 'PUT', target: `${target}/work/${id}`, body };
      outbox.add(sent);
    };
    const report: ReportOutput = (output) => {
      timer ??= setTimeout(() => send(output()), PROGRESS_MS);
    };
    return { report, end: () => clearTimeout(timer) };
  }

  private cancel({ cancel }: WorkItem): WorkOutcome {
    const { clock, journal } = this.options;
    const id = cancel?.workId ?? 0;
    const stopper = this.running.get(id);
    stopper?.abort(new Canceled());
    const state = stopper ? 'interrupted' : journal.hasEnded(id) ? 'finished' : 'unknown';
    return { state, time: clock.now() };
  }

  private report(id: number, outcome: WorkOutcome): void {
    const { journal, outbox, target, logger } = this.options;
    logger.info({ id, state: outcome.state, error: outcome.errorMessage }, 'operation finished');
    // The message is stored first: if killed in between, the agent also reports a failure, which the server then
    // ignores.
    outbox.add({ id: `w-${id}-ended`, method: 'PUT', target: `${target}/work/${id}`, body: outcome });
    journal.end(id, outcome);
  }
}

/** Work that ignores the signal is abandoned, because its outcome would be too late. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const aborted = new Promise<never>((_resolve, reject) => {
    const stop = (): void => reject(signal.reason instanceof Error ? signal.reason : new Error('stopped'));
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
  return Promise.race([work, aborted]);
}
