import { AVAILABILITY_TYPES, type AvailabilityType } from '@wardstone/dto/monitoring';
import fc from 'fast-check';
import { mergeReport, type Report, type Stretch, type Surroundings } from './merge-report';

const stretch = (type: AvailabilityType, sinceMs: number, untilMs: number | null): Stretch => ({
  type,
  sinceMs,
  untilMs,
});

function getSurroundings(timeline: readonly Stretch[], sinceMs: number): Surroundings {
  const index = timeline.findIndex((s) => s.sinceMs <= sinceMs && (s.untilMs === null || sinceMs < s.untilMs));
  return { open: timeline.at(-1)!, at: timeline[index], next: timeline[index + 1], isAtOldest: index === 0 };
}

function merge(timeline: readonly Stretch[], report: Report): Stretch[] {
  let result = [...timeline];
  for (const step of mergeReport(getSurroundings(timeline, report.sinceMs), report)) {
    if (step.kind === 'add') result.push(step.stretch);
    else if (step.kind === 'remove') result = result.filter((other) => other !== step.stretch);
    else result = result.map((other) => (other === step.stretch ? { ...other, ...step.to } : other));
  }
  return result.sort((a, b) => a.sinceMs - b.sinceMs);
}

const UP_DOWN = [stretch('UP', 1000, 9000), stretch('DOWN', 9000, null)];

describe('mergeReport', () => {
  it.each<[string, readonly Stretch[], Report, readonly Stretch[]]>([
    ['the same type', UP_DOWN, { type: 'DOWN', sinceMs: 9500 }, UP_DOWN],
    [
      'another type',
      UP_DOWN,
      { type: 'UP', sinceMs: 9500 },
      [UP_DOWN[0]!, stretch('DOWN', 9000, 9500), stretch('UP', 9500, null)],
    ],
    [
      'another type since the last change, in place',
      UP_DOWN,
      { type: 'UNKNOWN', sinceMs: 9000 },
      [UP_DOWN[0]!, stretch('UNKNOWN', 9000, null)],
    ],
    ['the type of the time, late', UP_DOWN, { type: 'UP', sinceMs: 5000 }, UP_DOWN],
    [
      'the type of what follows, late',
      UP_DOWN,
      { type: 'DOWN', sinceMs: 5000 },
      [stretch('UP', 1000, 5000), stretch('DOWN', 5000, null)],
    ],
    [
      'a third type, late',
      [stretch('UP', 1000, 5000), stretch('DOWN', 5000, null)],
      { type: 'DISABLED', sinceMs: 3000 },
      [stretch('UP', 1000, 3000), stretch('DISABLED', 3000, 5000), stretch('DOWN', 5000, null)],
    ],
    [
      'a boundary, late',
      [stretch('UNKNOWN', 0, 1000), ...UP_DOWN],
      { type: 'DISABLED', sinceMs: 1000 },
      [stretch('UNKNOWN', 0, 1000), ...UP_DOWN],
    ],
    [
      'the very beginning, late',
      UP_DOWN,
      { type: 'UNKNOWN', sinceMs: 1000 },
      [stretch('UNKNOWN', 1000, 9000), UP_DOWN[1]!],
    ],
    [
      'the very beginning with the type of what follows',
      UP_DOWN,
      { type: 'DOWN', sinceMs: 1000 },
      [stretch('DOWN', 1000, null)],
    ],
    ['before everything', UP_DOWN, { type: 'DOWN', sinceMs: 500 }, [stretch('DOWN', 500, 1000), ...UP_DOWN]],
    [
      'before everything, the same type',
      UP_DOWN,
      { type: 'UP', sinceMs: 500 },
      [stretch('UP', 500, 9000), UP_DOWN[1]!],
    ],
    ['before the only stretch', [stretch('UP', 1000, null)], { type: 'UP', sinceMs: 500 }, [stretch('UP', 500, null)]],
  ])('accepts %s', (_case, timeline, report, expected) => {
    expect(merge(timeline, report)).toEqual(expected);
  });

  it.each<[AvailabilityType, number]>([
    ['UP', 9500],
    ['DOWN', 9000],
    ['UP', 2000],
    ['DISABLED', 9500],
  ])('ignores %s at %d while the resource is disabled', (type, sinceMs) => {
    const disabled = [stretch('DOWN', 1000, 9000), stretch('DISABLED', 9000, null)];
    expect(merge(disabled, { type, sinceMs })).toEqual(disabled);
  });

  it('enables a disabled resource by UNKNOWN', () => {
    expect(merge([stretch('DISABLED', 1000, null)], { type: 'UNKNOWN', sinceMs: 2000 })).toEqual([
      stretch('DISABLED', 1000, 2000),
      stretch('UNKNOWN', 2000, null),
    ]);
  });

  const LAST_MS = 30;
  const aReport: fc.Arbitrary<Report> = fc.record({
    type: fc.constantFrom(...AVAILABILITY_TYPES),
    sinceMs: fc.integer({ min: 0, max: LAST_MS }),
  });

  it('equals a reference implementation at every millisecond, and keeps the timeline consistent', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 5 }), fc.array(aReport, { maxLength: 25 }), (beginMs, reports) => {
        let timeline = [stretch('UNKNOWN', beginMs, null)];
        const slow = new SlowTimeline(beginMs);
        for (const report of reports) {
          const before = timeline;
          timeline = merge(timeline, report);
          slow.report(report);
          expect(merge(timeline, report)).toEqual(timeline);
          expect(getTypes(timeline)).toEqual(slow.types);
          expect(timeline.slice(1).map(({ sinceMs }) => sinceMs)).toEqual(timeline.slice(0, -1).map((s) => s.untilMs));
          expect(timeline.filter(({ untilMs }) => untilMs === null)).toEqual([timeline.at(-1)]);
          for (const { sinceMs, untilMs } of timeline) expect(untilMs === null || untilMs > sinceMs).toBe(true);
          const isLate = report.sinceMs < before.at(-1)!.sinceMs;
          if (isLate) expect(timeline.at(-1)!.type).toBe(before.at(-1)!.type);
          slow.boundaries = timeline.map(({ sinceMs }) => sinceMs);
        }
      }),
      { seed: 20257, numRuns: 1000 },
    );
  });

  /** The type of each millisecond in a plain array; undefined before the beginning. */
  class SlowTimeline {
    types: (AvailabilityType | undefined)[];
    boundaries: number[];

    constructor(beginMs: number) {
      this.types = Array.from({ length: LAST_MS + 2 }, (_, ms) => (ms < beginMs ? undefined : 'UNKNOWN'));
      this.boundaries = [beginMs];
    }

    report({ type, sinceMs }: Report): void {
      if (this.types.at(-1) === 'DISABLED' && type !== 'UNKNOWN') return;
      const isOld = sinceMs < this.boundaries.at(-1)!;
      if (isOld && this.boundaries.slice(1).includes(sinceMs)) return;
      const end = this.boundaries.find((boundary) => boundary > sinceMs) ?? this.types.length;
      for (let ms = sinceMs; ms < end; ms++) this.types[ms] = type;
    }
  }

  function getTypes(timeline: readonly Stretch[]): (AvailabilityType | undefined)[] {
    return Array.from(
      { length: LAST_MS + 2 },
      (_, ms) => timeline.find((s) => s.sinceMs <= ms && (s.untilMs === null || ms < s.untilMs))?.type,
    );
  }
});
