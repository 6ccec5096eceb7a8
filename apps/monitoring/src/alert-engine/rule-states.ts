import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import { RuleStateQueries } from './rule-state.queries';
import { WatchedSchedules } from './watched-schedules';

/** Tells the engine of changed definitions, in the transaction that changes them. */
@Injectable()
export class RuleStates {
  constructor(
    private readonly queries: RuleStateQueries,
    private readonly schedules: WatchedSchedules,
  ) {}

  /**
   * Announces changed definitions. This process uses them for facts after the commit, others once notified, moments
   * later. Evaluation of their resources waits for the end of the transaction.
   * @param resets clears pending evaluations of the rules and of those that recover them
   */
  async bumpVersion(tx: Transaction, definitionIds: readonly number[], { resets }: { resets: boolean }): Promise<void> {
    if (definitionIds.length === 0) return;
    const changed = await this.queries.bumpVersion(tx, definitionIds, resets);
    if (changed.length > 0) tx.onCommit(() => this.schedules.forget(changed));
  }

  /**
   * Waits until no facts are evaluated for the resources in inventory among these, for those of the definitions and of
   * their children, and for those where something recovers one of these. The engine holds a resource before it changes
   * its definitions, so a change of definitions must do so too, and hold at once all that `bumpVersion` will touch.
   */
  async hold(tx: Transaction, resourceIds: readonly number[], definitionIds: readonly number[]): Promise<void> {
    const touched = await this.queries.listTouched(tx, definitionIds);
    const ids = [...new Set([...resourceIds, ...touched])];
    if (ids.length > 0) await this.queries.lock(tx, ids);
  }

  /** Lets new conditions remember the present, so that what is so already is no change. See rule alerts-19. */
  async rememberPresent(tx: Transaction, definitionIds: readonly number[]): Promise<void> {
    await this.queries.rememberPresent(tx, definitionIds);
  }
}
