import { cutText } from '@wardstone/units';
import type { PermittedTargets, TargetAddress } from './permitted-targets';

/** Result of a probe, with values by metric name. */
export interface ProbeOutcome {
  isUp: boolean;
  /** Displayed to users; unchanged while the state of the target is. */
  result: string;
  /** Undefined without a response. */
  responseMs: number | undefined;
  values: Readonly<Record<string, number | string>>;
}

/** Input of every kind of probe. */
export interface ProbeContext {
  targets: PermittedTargets;
  /** Aborted on timeout, and when the agent stops. */
  signal: AbortSignal;
  nowMs: number;
}

/** The target did not respond as expected. */
export class ProbeFailed extends Error {
  override readonly name = 'ProbeFailed';

  /** @param values values measured before the failure */
  constructor(
    message: string,
    readonly values: ProbeOutcome['values'] = {},
  ) {
    super(message);
  }
}

/** The probe cannot run with its configuration, or not on this host. */
export class ProbeImpossible extends Error {
  override readonly name = 'ProbeImpossible';
}

/** Result of one kind of probe; failures are thrown. */
export interface ProbeResponse {
  result: string;
  values?: ProbeOutcome['values'];
  /** Set by probes that measure the response time themselves. */
  responseMs?: number;
}

const MAX_TEXT = 500;

/** Makes text from a target safe to store and display. */
export function toSafeText(text: string, most = MAX_TEXT): string {
  return cutText(
    text
      .replaceAll(/[\p{C}\s]+/gu, ' ')
      .trim()
      .toWellFormed(),
    most,
  );
}

/** DNS look-up that returns only the checked addresses, against rebinding. */
export function pinLookup(addresses: readonly TargetAddress[]) {
  return (
    _host: string,
    { all }: { all?: boolean | undefined },
    callback: (error: null, address: string | TargetAddress[], family?: number) => void,
  ): void => {
    const [first] = addresses;
    if (all === true) callback(null, [...addresses]);
    else callback(null, first!.address, first!.family);
  };
}

/** Settles with the work, or rejects with the reason of the abort, whichever comes first. */
export function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
