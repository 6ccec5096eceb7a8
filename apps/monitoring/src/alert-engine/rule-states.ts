import { Injectable } from '@nestjs/common';
import type { Transaction } from '@wardstone/database';
import { RuleStateQueries } from './rule-state.queries';
import { WatchedSchedules } from './watched-schedules';

/** Notifies the engine of changed definitions, in the transaction that changes them. */
@Injectable()
export class RuleStates {
  constructor(
    private readonly queries: RuleStateQueries,
    private readonly schedules: WatchedSchedules,
  ) {}

  /**
   * Announces changed definitions. This process uses them for facts after the commit, others once notified, moments
   * later. Evaluation of their resources waits for the end of the transaction.
   * @param resets clears pending evaluations of the definitions and of those that recover them
   */
  async bumpVersion(tx: Transaction, definitionIds: readonly number[], { resets }: { resets: boolean }): Promise<void> {
    if (definitionIds.length === 0) return;
    const changed = await this.queries.bumpVersion(tx, definitionIds, resets);
    if (changed.length > 0) tx.onCommit(() => this.schedules.forget(changed));
  }

  /**
   * Waits until no facts are being evaluated for the resources in inventory among these, for those of the definitions
   * and their children, and for those of definitions that recover one of these. The engine locks a resource before it
   * changes definitions, so a change of definitions must do the same, and lock everything that `bumpVersion` changes at
   * once.
   */
  async hold(tx: Transaction, resourceIds: readonly number[], definitionIds: readonly number[]): Promise<void> {
    const touched = await this.queries.listTouched(tx, definitionIds);
    const ids = [...new Set([...resourceIds, ...touched])];
    if (ids.length > 0) await this.queries.lock(tx, ids);
  }

  /** Initialises new conditions with the present state, so that it does not count as a change. See rule alerts-19. */
  async rememberPresent(tx: Transaction, definitionIds: readonly number[]): Promise<void> {
    await this.queries.rememberPresent(tx, definitionIds);
  }
}
