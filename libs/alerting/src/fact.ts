import type { AvailabilityType, Severity } from '@wardstone/terms';
import type { OperationStatus } from './condition';

/** A stretch of the availability history; `untilMs` is null while it lasts. */
export interface AvailabilityStretch {
  readonly type: AvailabilityType;
  readonly sinceMs: number;
  readonly untilMs: number | null;
}

export interface Baseline {
  readonly min: number;
  readonly max: number;
  readonly mean: number;
}

/** Something that happened to a resource. `atMs` is the time of the data, not of its arrival. See rule alerts-21. */
export type Fact = { readonly atMs: number } & (
  | { readonly kind: 'availability'; readonly type: AvailabilityType }
  | {
      /** The timer of an AVAIL_DURATION condition has run out; `atMs` is when. */
      readonly kind: 'timer';
      readonly conditionId: number;
      /** Start of the availability record that set the timer. */
      readonly sinceMs: number;
      readonly type: AvailabilityType;
      /** Every stretch that overlaps the duration of the timer. */
      readonly history: readonly AvailabilityStretch[];
    }
  | {
      readonly kind: 'number';
      readonly metricDefinitionId: number;
      readonly value: number;
      readonly baseline: Baseline | null;
      /** Time of submission, which dampening uses; the current time if missing. */
      readonly receivedMs?: number;
    }
  | { readonly kind: 'trait'; readonly metricDefinitionId: number; readonly value: string }
  | {
      readonly kind: 'event';
      readonly severity: Severity;
      readonly message: string;
      readonly location: string;
      /** Id of the alert in the other system; alerts with different ids are different problems. */
      readonly externalId?: number | undefined;
    }
  | {
      readonly kind: 'operation';
      readonly name: string;
      readonly status: OperationStatus;
    }
  | { readonly kind: 'configuration' }
  | {
      /** A series returned by an expression has lasted for the duration that its definition requires. */
      readonly kind: 'expression';
      readonly conditionId: number;
      readonly value: number;
      /** Resource of the alert, which may differ from that of the definition. */
      readonly resourceId: number;
      /** Alerts with different ids are different problems. */
      readonly instanceId: number;
      readonly labels: Readonly<Record<string, string>>;
      readonly annotations: Readonly<Record<string, string>>;
      /** When the series was first returned. */
      readonly activeMs: number;
    }
  | { readonly kind: 'drift'; readonly name: string; readonly paths: readonly string[]; readonly isInitial: boolean }
);
export type FactKind = Fact['kind'];
export type NumberFact = Extract<Fact, { kind: 'number' }>;
