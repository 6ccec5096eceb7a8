import { Injectable } from '@nestjs/common';
import { Clock } from '@wardstone/clock';
import type { Transaction } from '@wardstone/database';
import type { ComplianceFact } from '@wardstone/dto/monitoring';
import { ComplianceConfig } from '../compliance.config';
import { nextFact, type Happenings, type ReportedState } from './domain/fact';
import { type ExpiringException, FactWriter, type Pair } from './fact-writer.queries';

/** A system that may be an agent's host. */
interface Host {
  readonly id: string;
  readonly agent_name: string | null;
  readonly registered_by: string | null;
}

/** Maximum number of rules named in a result's events; further ones are counted. */
const MAX_RULES = 100;
const PAIRS_AT_ONCE = 500;
export const FIRST: Pair = {
  policy_id: '00000000-0000-0000-0000-000000000000',
  system_id: '00000000-0000-0000-0000-000000000000',
};

/** Progress of a sweep. */
export interface SweptSome {
  /** Time since which waivers may have changed; undefined if none has. */
  readonly waiversSince: Date | undefined;
  readonly after: Pair;
}

/** Writes facts for monitoring, in the transaction of their cause (rule compliance-42). */
@Injectable()
export class FactsService {
  /** Organisations for which this process has written facts that are not delivered yet. */
  readonly waiting = new Set<string>();

  constructor(
    private readonly clock: Clock,
    private readonly config: ComplianceConfig,
  ) {}

  /** Whether monitoring is configured; it is reached through the gateway. */
  get isOn(): boolean {
    return this.config.MONITORING_FACTS && this.config.GATEWAY_JWKS_URL !== undefined;
  }

  /** An agent has reported its host. */
  async hostReported(transaction: Transaction, orgId: string, host: Host): Promise<void> {
    if (!this.isOn || !isHost(host)) return;
    const nowMs = this.clock.now();
    const { id: systemId, agent_name: agent, registered_by: subject } = host;
    await new FactWriter(transaction, orgId).introduce(
      { moment: nowMs * 1000, agent, subject, systemId },
      new Date(nowMs),
    );
    this.announce(transaction, orgId);
  }

  /** A result became the newest of its system and policy. */
  async resultStored(transaction: Transaction, orgId: string, host: Host, policyId: string): Promise<void> {
    const nowMs = this.clock.now();
    const now = new Date(nowMs);
    const facts = new FactWriter(transaction, orgId);
    await facts.haveSwept(now);
    if (!this.isOn || !isHost(host)) return;
    const pair = { policy_id: policyId, system_id: host.id };
    await facts.hold(pair, host.agent_name, host.registered_by, now);
    this.announce(transaction, orgId);
    for (const standing of await facts.readStates(now, [pair])) {
      await this.storeChanged(facts, [standing], nowMs, async () => ({
        ...(await facts.listNewlyFailed(standing, MAX_RULES)),
        expiring: [],
      }));
    }
  }

  private announce(transaction: Transaction, orgId: string): void {
    transaction.onCommit(() => this.waiting.add(orgId));
  }

  /**
   * Reports changes caused by time, thresholds, exceptions and assignments, for the next systems and policies.
   * @returns the last of them; undefined at the end
   */
  async reportChanges(
    transaction: Transaction,
    orgId: string,
    { after, waiversSince }: SweptSome,
  ): Promise<Pair | undefined> {
    if (!this.isOn) return undefined;
    const nowMs = this.clock.now();
    const now = new Date(nowMs);
    const facts = new FactWriter(transaction, orgId);
    const pairs = await facts.holdChanged(now, after, waiversSince !== undefined, PAIRS_AT_ONCE);
    const expiring = new Map<string, ExpiringException[]>();
    for (const one of waiversSince ? await facts.listExpiring(now, waiversSince, pairs) : []) {
      expiring.set(toKey(one), [...(expiring.get(toKey(one)) ?? []), one]);
    }
    const standings = (await facts.readStates(now, pairs)).map((standing) =>
      expiring.has(toKey(standing)) ? { ...standing, warned_at: now } : standing,
    );
    await this.storeChanged(facts, standings, nowMs, async (standing) => ({
      ...(standing.test_result_id === standing.told_result_id || standing.told_result_id === null
        ? NO_FAILURES
        : await facts.listNewlyFailed(standing, MAX_RULES)),
      expiring: expiring.get(toKey(standing)) ?? [],
    }));
    return pairs.length === PAIRS_AT_ONCE ? pairs.at(-1) : undefined;
  }

  private async storeChanged(
    facts: FactWriter,
    standings: readonly ReportedState[],
    nowMs: number,
    happeningsOf: (standing: ReportedState) => Promise<Happenings>,
  ): Promise<void> {
    const entries: { standing: ReportedState; fact: ComplianceFact }[] = [];
    for (const standing of standings) {
      const fact = nextFact(standing, nowMs, await happeningsOf(standing));
      if (fact) entries.push({ standing, fact });
    }
    await facts.storeFacts(entries, new Date(nowMs));
  }
}

const NO_FAILURES = { failedRules: [], failedCount: 0 };

function isHost(host: Host): host is Host & { agent_name: string; registered_by: string } {
  return host.agent_name !== null && host.registered_by !== null;
}

const toKey = ({ policy_id, system_id }: Pair): string => `${policy_id} ${system_id}`;
