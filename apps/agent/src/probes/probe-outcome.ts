import { cutText } from '@wardstone/units';
import type { PermittedTargets, TargetAddress } from './permitted-targets';

/** What a probe has found. Values are by the name of their metric. */
export interface ProbeOutcome {
  isUp: boolean;
  /** For users, the same while nothing changes. */
  result: string;
  /** Undefined where there was no response. */
  responseMs: number | undefined;
  values: Readonly<Record<string, number | string>>;
}

/** What every kind of probe is given. */
export interface ProbeContext {
  targets: PermittedTargets;
  /** Aborted at the time limit of the probe, and when the agent stops. */
  signal: AbortSignal;
  nowMs: number;
}

/** The target did not do what was expected. */
export class ProbeFailed extends Error {
  override readonly name = 'ProbeFailed';

  /** @param values what is known nevertheless */
  constructor(
    message: string,
    readonly values: ProbeOutcome['values'] = {},
  ) {
    super(message);
  }
}

/** The probe cannot be run as it is configured, or not on this host. */
export class ProbeImpossible extends Error {
  override readonly name = 'ProbeImpossible';
}

/** What a probe of one kind returns; what goes wrong is thrown. */
export interface ProbeResponse {
  result: string;
  values?: ProbeOutcome['values'];
  /** Measured by the probe itself, where the time until its end would mean less. */
  responseMs?: number;
}

const MOST_TEXT = 500;

/** Text that a target has chosen, as it may be stored and shown. */
export function shownText(text: string, most = MOST_TEXT): string {
  return cutText(
    text
      .replaceAll(/[\p{C}\s]+/gu, ' ')
      .trim()
      .toWellFormed(),
    most,
  );
}

/** A lookup that knows the checked addresses alone, whatever the name means by now. */
export function pinnedLookup(addresses: readonly TargetAddress[]) {
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

/** The work, or the reason of the abort, whichever comes first. */
export function untilAborted<T>(signal: AbortSignal, work: Promise<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason as Error);
    if (signal.aborted) return abort();
    signal.addEventListener('abort', abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort));
  });
}
