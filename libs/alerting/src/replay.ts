import type { AvailabilityStretch, Fact } from './fact';
import type { Timer } from './evaluate';
import { applyFact, type Firing, type ResourceAlerts } from './resource-alerts';

/**
 * Replays stored facts with the engine that evaluates live facts, as if each had arrived at its own time.
 * @param history availability over the whole time, oldest first, for the timers of AVAIL_DURATION conditions
 */
export class Replay {
  constructor(
    private alerts: ResourceAlerts,
    private readonly history: readonly AvailabilityStretch[],
  ) {}

  /** Facts must come in order of time. Returns all firings up to and including this fact. */
  evaluate(fact: Fact): readonly Firing[] {
    const fired = this.runTimers(fact.atMs);
    return [...fired, ...this.apply(fact)];
  }

  /** Advances the clock; returns the alerts that timers fired. */
  runTimers(untilMs: number): readonly Firing[] {
    const fired: Firing[] = [];
    for (;;) {
      const next = this.nextTimer();
      if (!next || next.dueMs > untilMs) return fired;
      fired.push(...this.apply(this.timerFact(next)));
    }
  }

  private apply(fact: Fact): readonly Firing[] {
    const { alerts, firings } = applyFact(this.alerts, fact, fact.atMs);
    this.alerts = alerts;
    return firings;
  }

  private nextTimer(): Timer | undefined {
    let next: Timer | undefined;
    for (const { timers } of this.alerts.states.values()) {
      for (const timer of timers) if (!next || timer.dueMs < next.dueMs) next = timer;
    }
    return next;
  }

  private timerFact({ conditionId, sinceMs, dueMs }: Timer): Fact {
    const within = this.history.filter(
      (stretch) => stretch.sinceMs < dueMs && (stretch.untilMs === null || stretch.untilMs > sinceMs),
    );
    const type = within.at(-1)?.type ?? 'UNKNOWN';
    return { kind: 'timer', conditionId, sinceMs, type, history: within, atMs: dueMs };
  }
}
