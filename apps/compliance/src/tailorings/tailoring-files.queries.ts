import { Injectable } from '@nestjs/common';
import { OrgDatabase } from '@wardstone/database';
import type { BlueprintSource } from './domain/blueprint';
import type { ChangedRule, TailoredGroup } from './domain/tailoring-changes';
import type { TailoringContent } from './domain/tailoring-content';
import { FIX_VALUES } from './fix-values.sql';

/** Data for the XCCDF and JSON files. */
export interface TailoringFacts extends Omit<TailoringContent, 'changes'> {
  readonly hasOwnValues: boolean;
  /** In any order. */
  readonly changedRules: readonly ChangedRule[];
  /** The groups that contain added rules, and their ancestors. */
  readonly groups: readonly TailoredGroup[];
}

const BLUEPRINT_SYSTEM = 'urn:redhat:osbuild:blueprint';

@Injectable()
export class TailoringFilesQueries {
  constructor(private readonly db: OrgDatabase) {}

  /** One statement, so that rules, groups and values are consistent. Undefined if the tailoring was deleted. */
  async findFacts(orgId: string, tailoringId: string): Promise<TailoringFacts | undefined> {
    const [facts] = await this.db.query<TailoringFacts>(
      orgId,
      `WITH t AS (
              SELECT id, policy_id, profile_id, value_overrides FROM tailoring WHERE org_id = $1 AND id = $2),
            profiled AS (SELECT pr.rule_id FROM profile_rule pr WHERE pr.profile_id = (SELECT t.profile_id FROM t)),
            tailored AS (SELECT tr.rule_id FROM tailoring_rule tr WHERE tr.tailoring_id = $2),
            changed AS (
              SELECT coalesce(tailored.rule_id, profiled.rule_id) AS rule_id, profiled.rule_id IS NULL AS is_added
                FROM tailored
                FULL JOIN profiled ON profiled.rule_id = tailored.rule_id
               WHERE tailored.rule_id IS NULL OR profiled.rule_id IS NULL),
            located AS (
              SELECT r.ref_id, r.precedence, c.is_added,
                     coalesce(string_to_array(concat_ws('/', g.ancestry, g.id), '/'), '{}') AS group_path
                FROM changed c
                JOIN rule r ON r.id = c.rule_id
                LEFT JOIN rule_group g ON g.id = r.rule_group_id)
       SELECT g.ref_id AS "guideRefId", g.version AS "guideVersion", g.os_major_version AS "osMajorVersion",
              chosen.ref_id AS "policyProfileRefId", own.ref_id AS "profileRefId", own.title,
              coalesce(own.description, '') AS description,
              t.value_overrides <> own.value_overrides AS "hasOwnValues",
              (SELECT coalesce(json_agg(json_build_object(
                        'refId', l.ref_id, 'precedence', l.precedence, 'isAdded', l.is_added,
                        'groupPath', l.group_path)), '[]')
                 FROM located l) AS "changedRules",
              (SELECT coalesce(json_agg(json_build_object(
                        'id', held.id, 'refId', held.ref_id, 'precedence', held.precedence)), '[]')
                 FROM rule_group held
                WHERE held.id IN (SELECT unnest(l.group_path)::uuid FROM located l WHERE l.is_added)) AS groups,
              (SELECT coalesce(json_agg(json_build_array(v.ref_id, o.value) ORDER BY v.ref_id), '[]')
                 FROM jsonb_each_text(t.value_overrides) o
                 JOIN value_definition v ON v.id = o.key::uuid) AS values
         FROM t
         JOIN policy p ON p.id = t.policy_id
         JOIN profile chosen ON chosen.id = p.profile_id
         JOIN profile own ON own.id = t.profile_id
         JOIN security_guide g ON g.id = own.security_guide_id`,
      [orgId, tailoringId],
    );
    return facts;
  }

  /** Undefined if the tailoring was deleted. */
  async findBlueprint(
    orgId: string,
    tailoringId: string,
  ): Promise<(BlueprintSource & { guideRefId: string; profileRefId: string }) | undefined> {
    const [source] = await this.db.query<BlueprintSource & { guideRefId: string; profileRefId: string }>(
      orgId,
      `SELECT g.ref_id AS "guideRefId", g.version AS "guideVersion", own.ref_id AS "profileRefId", own.title,
              coalesce(own.description, '') AS description,
              (SELECT coalesce(json_agg(json_build_object('text', f.text, 'values', ${FIX_VALUES})
                        ORDER BY r.precedence), '[]')
                 FROM tailoring_rule tr
                 JOIN rule r ON r.id = tr.rule_id
                 JOIN fix f ON f.rule_id = r.id AND f.system = $3
                WHERE tr.tailoring_id = t.id) AS fixes
         FROM tailoring t
         JOIN profile own ON own.id = t.profile_id
         JOIN security_guide g ON g.id = own.security_guide_id
        WHERE t.org_id = $1 AND t.id = $2`,
      [orgId, tailoringId, BLUEPRINT_SYSTEM],
    );
    return source;
  }
}
