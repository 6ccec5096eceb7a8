import fc from 'fast-check';

export const RESOURCES = [1, 2, 3, 4, 5];

/** Events on resources numbered from 1, in minutes. */
export interface History {
  /** The resource of each entry depends on the other. */
  readonly dependencies: readonly (readonly [number, number])[];
  readonly silences: readonly { id: number; resource: number; start: number; end: number }[];
  readonly events: readonly PlainEvent[];
  readonly grouping: 'problem' | 'definition';
  /**
   * Time from the first alert of an incident to its notification, from one notification to the next, and during which
   * it accepts alerts.
   */
  readonly wait: number;
  readonly interval: number;
  readonly window: number;
  readonly flapping: { count: number; period: number };
  readonly limit: { most: number; period: number };
  /** Escalation policy of the definition on each resource, by position; several share one. */
  readonly policies: readonly (PlainPolicy | undefined)[];
  /** Quiet hours of the recipient of steps. */
  readonly quiet: { start: number; end: number };
}

/**
 * Minutes of the steps after the first notification of the alert, and the interval and number of repeats of the last
 * one.
 */
export interface PlainPolicy {
  readonly after: readonly number[];
  readonly repeat: number;
  readonly times: number;
}

/** The recipient of alerts, and the recipient of escalation steps. */
export const RECIPIENTS = ['first', 'second'] as const;
export type PlainRecipient = (typeof RECIPIENTS)[number];

export type PlainEvent = { minute: number; resource: number } & (
  | { kind: 'value'; over: boolean }
  | { kind: 'state'; down: boolean }
  | { kind: 'acknowledged' }
);

export const LAST_MINUTE = 45;

const resource = fc.constantFrom(...RESOURCES);
const event: fc.Arbitrary<PlainEvent> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({ kind: fc.constant('value' as const), minute: fc.nat(30), resource, over: fc.boolean() }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('state' as const), minute: fc.nat(30), resource, down: fc.boolean() }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('acknowledged' as const), minute: fc.nat(30), resource }) },
);
const silence = fc.record({ resource, start: fc.nat(25), length: fc.integer({ min: 1, max: 15 }) });
const policy: fc.Arbitrary<PlainPolicy> = fc.record({
  after: fc.uniqueArray(fc.nat(12), { minLength: 1, maxLength: 3 }).map((some) => some.sort((a, b) => a - b)),
  repeat: fc.integer({ min: 2, max: 8 }),
  times: fc.nat(3),
});

export const randomHistory: fc.Arbitrary<History> = fc.record({
  dependencies: fc.uniqueArray(fc.tuple(resource, resource), { maxLength: 4, selector: String }),
  silences: fc
    .array(silence, { maxLength: 2 })
    .map((some) => some.map(({ length, ...one }, id) => ({ ...one, id, end: one.start + length }))),
  events: fc.array(event, { maxLength: 24 }).map((some) => [...some].sort((a, b) => a.minute - b.minute)),
  grouping: fc.constantFrom('problem', 'definition'),
  wait: fc.nat(3),
  interval: fc.nat(6),
  window: fc.constantFrom(5, 15, 60),
  flapping: fc.record({ count: fc.nat(2), period: fc.constantFrom(10, 20) }),
  limit: fc.record({ most: fc.nat(3), period: fc.constantFrom(10, 20) }),
  policies: fc
    .tuple(
      fc.tuple(policy, policy),
      fc.array(fc.constantFrom(0, 0, 0, 1, undefined), { minLength: RESOURCES.length, maxLength: RESOURCES.length }),
    )
    .map(([all, chosen]) => chosen.map((at) => (at === undefined ? undefined : all[at]))),
  quiet: fc
    .record({ start: fc.nat(40), length: fc.nat(15) })
    .map(({ start, length }) => ({ start, end: start + length })),
});
