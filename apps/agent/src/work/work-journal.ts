import type { WorkReport } from '@wardstone/dto/monitoring';
import type { StateFolder } from '../state/state-folder';

/** Outcome of a work item. See rule agents-5. */
export interface WorkOutcome extends Pick<WorkReport, 'time'>, Partial<Pick<WorkReport, 'result' | 'errorMessage'>> {
  state: 'success' | 'failure' | 'canceled' | 'finished' | 'dequeued' | 'interrupted' | 'unknown';
}

type Entry = { id: number; outcome: WorkOutcome | undefined };

const STATE = 'work.json';
/** More items than the server leases before it may offer the same ones again. */
const MAX_ENTRIES = 500;

/** The work that the agent knows, so that repeated offers are run once. */
export class WorkJournal {
  private readonly entries: Entry[];

  constructor(private readonly state: StateFolder) {
    this.entries = state.read<Entry[]>(STATE) ?? [];
  }

  /** Work that was running when the agent ended. */
  get abandoned(): number[] {
    return this.entries.filter(({ outcome }) => outcome === undefined).map(({ id }) => id);
  }

  knows(id: number): boolean {
    return this.find(id) !== undefined;
  }

  hasEnded(id: number): boolean {
    return this.find(id)?.outcome !== undefined;
  }

  begin(id: number): void {
    this.entries.push({ id, outcome: undefined });
    while (this.entries.length > MAX_ENTRIES) this.entries.shift();
    this.save();
  }

  end(id: number, outcome: WorkOutcome): void {
    const entry = this.find(id);
    if (entry) entry.outcome = { state: outcome.state, time: outcome.time };
    this.save();
  }

  private find(id: number): Entry | undefined {
    return this.entries.find((entry) => entry.id === id);
  }

  private save(): void {
    this.state.write(STATE, this.entries);
  }
}
