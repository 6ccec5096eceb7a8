import { Injectable } from '@nestjs/common';
import type { CallerIdentity } from '@wardstone/auth';
import { type AuditNote, changeFacts, type Client, HeavyWork } from '@wardstone/bootstrap';
import { Clock } from '@wardstone/clock';
import type { PolicyMoveBody, PolicyMoveRecord } from '@wardstone/dto/compliance';
import { parseUuid } from '@wardstone/pagination';
import { policyNotFound, refuseViolations } from '../api/record-errors';
import type { WriteRequest } from '../api/request';
import { type KnownRule, moveTailoring, type NewProfile } from './domain/moved-tailoring';
import { type PolicyMover, PolicyMovesQueries, type PolicyToMove } from './policy-moves.queries';

type MovedPolicy = PolicyMoveRecord['policies'][number];

const MAX_POLICIES = 100;
const MAX_NAMES = 100;

/** Thrown to roll back a dry run. */
class DryRun extends Error {
  constructor(readonly policies: readonly MovedPolicy[]) {
    super('dry run');
  }
}

/** Moves policies to another version of their guide, all or none (rule compliance-49). */
@Injectable()
export class PolicyMovesService {
  constructor(
    private readonly queries: PolicyMovesQueries,
    private readonly heavyWork: HeavyWork,
    private readonly clock: Clock,
  ) {}

  /** @throws policy_not_found, record_invalid, too_many_heavy_requests */
  async move(
    { caller, body }: WriteRequest<PolicyMoveBody>,
    note: AuditNote,
    client: Client,
  ): Promise<PolicyMoveRecord> {
    const { policy_ids: ids, dry_run: isDryRun = false } = body;
    const guideId = parseUuid(body.security_guide_id);
    refuseViolations([
      ...(guideId === undefined ? ['V2::SecurityGuide must exist'] : []),
      ...(ids.length === 0 ? [`V2::Policy ids can't be blank`] : []),
      ...(ids.length > MAX_POLICIES ? [`V2::Policy ids are too many (maximum is ${MAX_POLICIES})`] : []),
    ]);
    await this.heavyWork.begin(client);
    const policies = await this.moveAll(caller, ids, { guideId: guideId!, isDryRun });
    if (!isDryRun) {
      const [only, ...more] = policies;
      const name = policies.map(({ title }) => title).join(', ');
      const thing = { kind: 'policy', id: more.length === 0 ? only!.id : policies.length, name } as const;
      note(changeFacts(thing, {}, { security_guide_id: guideId }));
    }
    return { id: guideId!, type: 'policy_move', dry_run: isDryRun, policies };
  }

  private async moveAll(
    { orgId }: CallerIdentity,
    ids: readonly string[],
    { guideId, isDryRun }: { guideId: string; isDryRun: boolean },
  ): Promise<readonly MovedPolicy[]> {
    try {
      return await this.queries.transaction(orgId, async (mover) => {
        const guideRules = new Map((await mover.findRules({ guideId })).map((rule) => [rule.key, rule]));
        // A guide without rules cannot be used.
        refuseViolations(guideRules.size === 0 ? ['V2::SecurityGuide must exist'] : []);
        const guide = { id: guideId, rules: guideRules, values: await mover.findGuideValues(guideId) };
        // All are locked in one order before anything is written, so that requests cannot deadlock.
        const policies: PolicyToMove[] = [];
        for (const id of ids.toSorted()) policies.push(await lockPolicy(mover, id, guideId));
        const moved: MovedPolicy[] = [];
        for (const policy of policies) moved.push(await this.moveOne(mover, policy, guide));
        const inOrder = ids.map((id) => moved.find((policy) => policy.id === id)!);
        if (isDryRun) throw new DryRun(inOrder);
        return inOrder;
      });
    } catch (error) {
      if (error instanceof DryRun) return error.policies;
      throw error;
    }
  }

  private async moveOne(mover: PolicyMover, policy: PolicyToMove, guide: Guide): Promise<MovedPolicy> {
    const profileId = requireProfile(policy, guide);
    const to: NewProfile = {
      rules: await mover.findRules({ profileId }),
      values: await namedValues(mover, await mover.findProfileValues(profileId)),
      guideRules: guide.rules,
      guideValues: guide.values,
    };
    const tailorings = await mover.findTailorings(policy.id, profileId);
    const sums = { added: 0, removed: 0, lostRules: new Set<string>(), lostValues: new Set<string>() };
    const ruleIds = new Set(tailorings.length === 0 ? to.rules.map((rule) => rule.id) : []);
    await mover.movePolicy(policy.id, profileId, guide.id);
    for (const tailoring of tailorings) {
      const own = {
        rules: await mover.findRules({ tailoringId: tailoring.id }),
        profileRules: await mover.findRules({ profileId: tailoring.profile_id }),
        values: await namedValues(mover, tailoring.value_overrides),
        profileValues: await namedValues(mover, await mover.findProfileValues(tailoring.profile_id)),
      };
      const moved = moveTailoring(own, to);
      await mover.moveTailoring(tailoring.id, profileId, moved);
      sums.added += moved.addedRuleCount;
      sums.removed += moved.removedRuleCount;
      for (const ref of moved.lostRules) sums.lostRules.add(ref);
      for (const ref of moved.lostValues) sums.lostValues.add(ref);
      for (const rule of moved.ruleIds) ruleIds.add(rule);
    }
    return {
      id: policy.id,
      title: policy.title,
      former_version: policy.former_version,
      added_rule_count: sums.added,
      removed_rule_count: sums.removed,
      lost_rules: [...sums.lostRules].slice(0, MAX_NAMES),
      lost_values: [...sums.lostValues].slice(0, MAX_NAMES),
      lost_waivers: (await this.moveWaivers(mover, policy, guide)).slice(0, MAX_NAMES),
      unsupported_minor_versions: tailorings.flatMap((one) => (one.is_supported ? [] : [one.os_minor_version])),
      ...(await mover.countResults(policy.id, [...ruleIds])),
    };
  }

  /** @returns rules that the guide does not have */
  private async moveWaivers(mover: PolicyMover, policy: PolicyToMove, { id, rules }: Guide): Promise<string[]> {
    const at = new Date(this.clock.now());
    const waived = await mover.findWaivedRules(policy.id, at);
    const renamed = waived.flatMap(({ ref_id: from, key }) => {
      const to = rules.get(key)?.ref_id;
      return to === undefined || to === from ? [] : [{ from, to }];
    });
    if (renamed.length > 0)
      await mover.renameWaivers(policy.id, renamed, { former: policy.former_guide_id, next: id, at });
    return waived.filter(({ key }) => !rules.has(key)).map(({ ref_id }) => ref_id);
  }
}

/** @throws policy_not_found */
async function lockPolicy(mover: PolicyMover, id: string, guideId: string): Promise<PolicyToMove> {
  const policy = parseUuid(id) === undefined ? undefined : await mover.lock(id, guideId);
  if (!policy) throw policyNotFound(id);
  return policy;
}

interface Guide {
  readonly id: string;
  readonly rules: ReadonlyMap<string, KnownRule>;
  /** Ids of value definitions by identifier. */
  readonly values: ReadonlyMap<string, string>;
}

function requireProfile(
  { title, is_same_guide, new_profile_id, former_guide_id }: PolicyToMove,
  { id }: Guide,
): string {
  refuseViolations([
    ...(is_same_guide ? [] : [`V2::Policy "${title}" is of another security guide`]),
    ...(former_guide_id === id ? [`V2::Policy "${title}" is of this version already`] : []),
    ...(is_same_guide && new_profile_id === null
      ? [`V2::Policy "${title}" has a profile that is not in the guide`]
      : []),
  ]);
  return new_profile_id!;
}

/** Values by the identifiers of their definitions. */
async function namedValues(
  mover: PolicyMover,
  values: Readonly<Record<string, string>>,
): Promise<Readonly<Record<string, string>>> {
  const names = await mover.findValueNames(Object.keys(values));
  return Object.fromEntries(
    Object.entries(values).flatMap(([id, text]) => {
      const name = names.get(id);
      return name === undefined ? [] : [[name, text]];
    }),
  );
}
