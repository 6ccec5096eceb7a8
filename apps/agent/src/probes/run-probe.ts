import { withDeadline } from '../deadline';
import type { KnownResource } from '../domain/known-inventory';
import { probeDns } from './dns-probe';
import { probeHttp } from './http-probe';
import { type PermittedTargets, TargetRefused } from './permitted-targets';
import { probePing } from './ping-probe';
import {
  type ProbeContext,
  ProbeFailed,
  ProbeImpossible,
  type ProbeOutcome,
  type ProbeResponse,
  toSafeText,
  untilAborted,
} from './probe-outcome';
import { ProbeProperties } from './probe-properties';
import { probeSnmp } from './snmp-probe';
import { probeTcp, probeTls } from './socket-probes';

type RunProbe = (properties: ProbeProperties, context: ProbeContext) => Promise<ProbeResponse>;

/** By resource type. */
const KINDS: Readonly<Record<string, RunProbe>> = {
  'HTTP Probe': probeHttp,
  'TCP Probe': probeTcp,
  'TLS Probe': probeTls,
  'DNS Probe': probeDns,
  'SNMP Probe': probeSnmp,
  'Ping Probe': (properties, context) => probePing(properties, context),
};

const USUAL_SECONDS = 10;
const MAX_SECONDS = 30;

interface RunOptions {
  targets: PermittedTargets;
  signal: AbortSignal;
  nowMs: number;
}

/**
 * Runs a probe; returns whether the target is up, or down with the reason.
 * @throws TargetRefused, ProbeImpossible when there is nothing to say about the target
 */
export async function runProbe(
  { typeName, pluginConfig }: Pick<KnownResource, 'typeName' | 'pluginConfig'>,
  { targets, signal, nowMs }: RunOptions,
): Promise<ProbeOutcome> {
  const run = Object.hasOwn(KINDS, typeName) ? KINDS[typeName]! : undefined;
  if (!run) throw new ProbeImpossible(`this version of the agent does not support the type ${typeName}`);
  const properties = new ProbeProperties(pluginConfig);
  const seconds = properties.integer('timeoutSeconds', { min: 1, max: MAX_SECONDS, usual: USUAL_SECONDS });
  const beganMs = performance.now();
  const late = `no response within ${seconds} s`;
  try {
    const {
      result,
      values = {},
      responseMs,
    } = await withDeadline(
      signal,
      seconds * 1000,
      (either) => untilAborted(either, run(properties, { targets, signal: either, nowMs })),
      late,
    );
    return { isUp: true, result, values, responseMs: responseMs ?? performance.now() - beganMs };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TargetRefused || error instanceof ProbeImpossible) throw error;
    const values = error instanceof ProbeFailed ? error.values : {};
    return { isUp: false, result: toSafeText(getReason(error)), values, responseMs: undefined };
  }
}

/** If every address failed, reports the first error. */
function getReason(error: unknown): string {
  if (error instanceof AggregateError) return getReason(error.errors[0]);
  return error instanceof Error && error.message !== '' ? error.message : String((error as { code?: string }).code);
}
